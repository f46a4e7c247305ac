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

/** The count by which pages are sorted, largest first. */
export type PageOrder = 'botVisits' | 'referrals' | 'conversions' | 'failed';

/** The end of a list of pages: the sort key of its last page. */
export type PagePosition = { readonly count: number; readonly pagePath: string };
