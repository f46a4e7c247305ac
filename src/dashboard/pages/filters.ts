import type { BotPurpose, PageOrder } from '../generated/graphql.ts';
import { ROW_COUNTS, type RowCount } from '../parts/row-counts.ts';
import { PURPOSE_WORDS, purposeName } from '../purposes.ts';
import type { Day } from '../time/days.ts';
import { type View, formatViewWith, parseView } from '../time/range.ts';

/** Which pages are listed, and in which order, as the URL says. */
export type PageFilters = {
  readonly order: PageOrder;
  /** Part of a path; empty for all paths, as are the others. */
  readonly search: string;
  readonly bot: string;
  readonly company: string;
  readonly purpose: BotPurpose | undefined;
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

/** Where a part of the list begins: the cursor of the row before it, if there is one, and the number of its first row. */
export type PagesPlace = { readonly after: string; readonly from: number };

export const FIRST_PLACE: PagesPlace = { after: '', from: 1 };

export type PagesPart = PagesPlace & { readonly rows: RowCount };

/** What the URL says about the pages shown. */
export type PagesView = View & PageFilters & PagesPart;

/** Reads the query of a URL. Unknown values fall back to the defaults. */
export function parsePagesView(query: URLSearchParams, today: Day): PagesView {
  const order = ORDERS.find(({ name }) => name === query.get('order'));
  return {
    ...parseView(query, today),
    order: order?.value ?? 'BOT_VISITS',
    search: query.get('search') ?? '',
    bot: query.get('bot') ?? '',
    company: query.get('company') ?? '',
    purpose: PURPOSE_OPTIONS.find(({ name }) => name === query.get('purpose'))?.value,
    rows: ROW_COUNTS.find((count) => String(count) === query.get('rows')) ?? ROW_COUNTS[0],
    ...placeIn(query),
  };
}

function placeIn(query: URLSearchParams): PagesPlace {
  const after = query.get('after') ?? '';
  const from = Number(query.get('from'));
  return after !== '' && Number.isSafeInteger(from) && from > 1 ? { after, from } : FIRST_PLACE;
}

/** Whether only visits of some bots are counted. */
export const countsBotsOnly = ({ bot, company, purpose }: PageFilters): boolean =>
  bot !== '' || company !== '' || purpose !== undefined;

/** The query that `parsePagesView` reads, without defaults. */
export function formatPagesView(view: PagesView): string {
  const { order, search, bot, company, purpose, rows, after, from } = view;
  return formatViewWith(view, {
    order: order === 'BOT_VISITS' ? undefined : ORDERS.find(({ value }) => value === order)?.name,
    search,
    bot,
    company,
    purpose: PURPOSE_OPTIONS.find(({ value }) => value === purpose)?.name,
    rows: rows === ROW_COUNTS[0] ? undefined : String(rows),
    ...(after !== '' && { from: String(from), after }),
  });
}
