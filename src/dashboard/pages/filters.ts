import type { BotPurpose, PageOrder } from '../generated/graphql.ts';
import type { Day } from '../time/days.ts';
import { type View, formatViewWith, parseView } from '../time/range.ts';

/** Which pages are listed, and in which order, as the URL says. */
export type Filters = {
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

export const PURPOSES: readonly { value: BotPurpose; name: string; label: string }[] = [
  { value: 'TRAINING', name: 'training', label: 'Training' },
  { value: 'SEARCH', name: 'search', label: 'Search' },
  { value: 'USER', name: 'answering', label: 'Answering' },
  { value: 'AGENT', name: 'acting', label: 'Acting' },
  { value: 'OTHER', name: 'other', label: 'Other' },
];

/** What the URL says about the pages shown. */
export type PagesView = View & Filters;

/** Reads the query of a URL. Unknown values fall back to the defaults. */
export function parsePagesView(query: URLSearchParams, today: Day): PagesView {
  const order = ORDERS.find(({ name }) => name === query.get('order'));
  return {
    ...parseView(query, today),
    order: order?.value ?? 'BOT_VISITS',
    search: query.get('search') ?? '',
    bot: query.get('bot') ?? '',
    company: query.get('company') ?? '',
    purpose: PURPOSES.find(({ name }) => name === query.get('purpose'))?.value,
  };
}

/** Whether only visits of some bots are counted. */
export const countsBotsOnly = ({ bot, company, purpose }: Filters): boolean =>
  bot !== '' || company !== '' || purpose !== undefined;

/** The query that `parsePagesView` reads, without defaults. */
export function formatPagesView(view: PagesView): string {
  const { order, search, bot, company, purpose } = view;
  return formatViewWith(view, {
    order: order === 'BOT_VISITS' ? undefined : ORDERS.find(({ value }) => value === order)?.name,
    search,
    bot,
    company,
    purpose: PURPOSES.find(({ value }) => value === purpose)?.name,
  });
}
