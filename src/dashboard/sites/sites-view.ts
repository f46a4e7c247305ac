import type { Day } from '../time/days.ts';
import { type View, formatViewWith, parseView } from '../time/range.ts';
import { type Sort, formatSort, parseSort } from './sort-sites.ts';

/** What the URL says about the list of sites. */
export type SitesView = View & {
  /** What is looked for in names and domains. */
  readonly search: string;
  /** Undefined for the order of the list, oldest first. */
  readonly sort: Sort | undefined;
};

export function parseSitesView(query: URLSearchParams, today: Day): SitesView {
  return { ...parseView(query, today), search: query.get('q') ?? '', sort: parseSort(query.get('sort')) };
}

/** The query that `parseSitesView` reads. */
export function formatSitesView(view: SitesView): string {
  return formatViewWith(view, { q: view.search, sort: view.sort && formatSort(view.sort) });
}
