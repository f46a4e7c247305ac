import type { BotPurpose, BotsQueryVariables } from '../generated/graphql.ts';
import { PURPOSE_OPTIONS } from '../pages/filters.ts';
import { ROW_COUNTS, type RowCount } from '../parts/row-counts.ts';
import type { Day } from '../time/days.ts';
import { type View, comparisonOf, formatViewWith, parseView, readView } from '../time/range.ts';
import { type Sort, formatSort, parseSort } from './sort.ts';

/** Which bots are listed, and in which order, as the URL says. */
export type BotFilters = {
  /** Part of a name or a company; empty for all, as is the company. */
  readonly search: string;
  readonly company: string;
  readonly purpose: BotPurpose | undefined;
  readonly sort: Sort;
  readonly rows: RowCount;
  /** The place of the first bot that is listed, from 1. */
  readonly from: number;
};

export type BotsView = View & BotFilters;

/** Reads the query of a URL. Unknown values fall back to the defaults. */
export function parseBotsView(query: URLSearchParams, today: Day): BotsView {
  const rows = ROW_COUNTS.find((count) => String(count) === query.get('rows')) ?? ROW_COUNTS[0];
  return {
    ...parseView(query, today),
    search: query.get('search') ?? '',
    company: query.get('company') ?? '',
    purpose: PURPOSE_OPTIONS.find(({ name }) => name === query.get('purpose'))?.value,
    sort: parseSort(query.get('sort') ?? ''),
    rows,
    from: firstOfPart(placeIn(query.get('from') ?? ''), rows),
  };
}

/** The query that `parseBotsView` reads, without defaults. */
export function formatBotsView(view: BotsView): string {
  const { search, company, purpose, sort, rows, from } = view;
  return formatViewWith(view, {
    ...{ search, company },
    purpose: PURPOSE_OPTIONS.find(({ value }) => value === purpose)?.name,
    sort: formatSort(sort) === 'visits' ? undefined : formatSort(sort),
    rows: rows === ROW_COUNTS[0] ? undefined : String(rows),
    from: from === 1 ? undefined : String(from),
  });
}

const placeIn = (text: string): number => (/^\d{1,9}$/.test(text) ? Number(text) : 1);

/** Where the part begins in which a place is. */
export const firstOfPart = (place: number, rows: number): number => Math.max(1, place - ((place - 1) % rows));

/** Whether there are days to compare: counts by name are compared for full days alone. */
export const compares = (view: View, today: Day): boolean =>
  comparisonOf(view) !== undefined && view.start < today;

/**
 * What the list asks for. A comparison leaves today out, so while today is shown, the visits and the comparison are two
 * questions.
 */
export function botsVariables(id: string, view: View, today: Day): BotsQueryVariables {
  const { start, end } = view;
  const comparison = compares(view, today) ? (comparisonOf(view) ?? null) : null;
  const isWhole = end < today;
  return {
    ...{ id, start, end },
    compare: isWhole ? comparison : null,
    besides: isWhole ? null : comparison,
    compares: comparison !== null && !isWhole,
  };
}

/** The view of what was read, whose days need not be those of the URL. */
export function readBotsView(view: BotsView, read: BotsQueryVariables | undefined): BotsView {
  if (!read) return view;
  const { start, end, compare, besides } = read;
  return { ...view, ...readView(view, { start, end, compare: compare ?? besides ?? null }) };
}
