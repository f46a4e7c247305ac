import type { Day } from '../time/days.ts';
import { type View, formatViewWith, parseView } from '../time/range.ts';

/** What the URL says about the list of sites. */
export type SitesView = View & {
  /** The id of the site after which the part begins; undefined for the first part. */
  readonly after: string | undefined;
};

export function parseSitesView(query: URLSearchParams, today: Day): SitesView {
  return { ...parseView(query, today), after: query.get('after') ?? undefined };
}

/** The query that `parseSitesView` reads. */
export function formatSitesView(view: SitesView): string {
  return formatViewWith(view, { after: view.after });
}
