/** The events of one page. */
export type PageCount = {
  readonly pagePath: string;
  readonly botVisits: number;
  readonly referrals: number;
  readonly conversions: number;
  /** Bot visits with a status from 400. */
  readonly failed: number;
  /** Of the bot visits that tell their bytes; null if none does. */
  readonly bytes: number | null;
};

/** The counts by which pages can be sorted, largest first, by the words that callers use. */
export const PAGE_ORDERS = {
  'bot-visits': 'botVisits',
  referrals: 'referrals',
  conversions: 'conversions',
  failed: 'failed',
} as const;

export type PageOrder = (typeof PAGE_ORDERS)[keyof typeof PAGE_ORDERS];

export const PAGE_ORDER_WORDS = ['bot-visits', 'referrals', 'conversions', 'failed'] as const;

/** The end of a list of pages: the sort key of its last page. */
export type PagePosition = { readonly count: number; readonly pagePath: string };
