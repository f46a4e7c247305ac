import type { BotPurpose, PageOrder } from '../generated/graphql.ts';
import { ROW_COUNTS, type RowCount } from '../parts/row-counts.ts';
import { PURPOSE_WORDS, purposeName } from '../purposes.ts';
import type { Day } from '../time/days.ts';
import { type View, formatViewWith, parseView } from '../time/range.ts';
import { type ListPlace, paramsOfPlace, placeIn } from './places.ts';

/** Which bots read. Empty for all, as is undefined. */
export type BotFilters = {
  readonly bot: string;
  readonly company: string;
  readonly purpose: BotPurpose | undefined;
};

/** Which pages are listed, and in which order, as the URL says. */
export type PageFilters = BotFilters & {
  readonly order: PageOrder;
  /** Part of a path; empty for all paths. */
  readonly search: string;
};

export const ORDERS: readonly { value: PageOrder; name: string; label: string }[] = [
  { value: 'BOT_VISITS', name: 'bots', label: 'Most bot visits' },
  { value: 'REFERRALS', name: 'referrals', label: 'Most referrals' },
  { value: 'CONVERSIONS', name: 'conversions', label: 'Most conversions' },
  { value: 'FAILED', name: 'errors', label: 'Most errors' },
];

export const PURPOSE_OPTIONS = (Object.keys(PURPOSE_WORDS) as BotPurpose[]).map((value) => ({
  ...{ value, name: PURPOSE_WORDS[value], label: purposeName(value) },
}));

export type PagesPart = ListPlace & { readonly rows: RowCount };

/** What the URL says about the pages shown. */
export type PagesView = View & PageFilters & PagesPart;

/** Reads the query of a URL. Unknown values fall back to the defaults. */
export function parsePagesView(query: URLSearchParams, today: Day): PagesView {
  const order = ORDERS.find(({ name }) => name === query.get('order'));
  return {
    ...parseView(query, today),
    order: order?.value ?? 'BOT_VISITS',
    search: query.get('search') ?? '',
    ...botFiltersIn(query),
    rows: rowsIn(query),
    ...placeIn(query),
  };
}

export const botFiltersIn = (query: URLSearchParams): BotFilters => ({
  bot: query.get('bot') ?? '',
  company: query.get('company') ?? '',
  purpose: PURPOSE_OPTIONS.find(({ name }) => name === query.get('purpose'))?.value,
});

export const paramsOfBots = ({ bot, company, purpose }: BotFilters) => ({
  ...{ bot, company },
  purpose: PURPOSE_OPTIONS.find(({ value }) => value === purpose)?.name,
});

export const rowsIn = (query: URLSearchParams): RowCount =>
  ROW_COUNTS.find((count) => String(count) === query.get('rows')) ?? ROW_COUNTS[0];

export const paramOfRows = (rows: RowCount) => (rows === ROW_COUNTS[0] ? undefined : String(rows));

/** Whether only visits of some bots are counted. */
export const countsBotsOnly = ({ bot, company, purpose }: BotFilters): boolean =>
  bot !== '' || company !== '' || purpose !== undefined;

/** The query that `parsePagesView` reads, without defaults. */
export function formatPagesView(view: PagesView): string {
  const { order, search, rows } = view;
  return formatViewWith(view, {
    order: order === 'BOT_VISITS' ? undefined : ORDERS.find(({ value }) => value === order)?.name,
    search,
    ...paramsOfBots(view),
    rows: paramOfRows(rows),
    ...paramsOfPlace(view),
  });
}
