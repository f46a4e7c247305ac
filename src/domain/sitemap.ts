/** A page of a site's own list. */
export type ListedPage = {
  /** The path without query, its percent-encoding normalised (RFC 3986, 6.2.2). */
  readonly path: string;
  /** As the sitemap writes it; null where that is the same. */
  readonly spelling: string | null;
  /** The UTC day of its last change, `YYYY-MM-DD`; null if it is not told. */
  readonly modifiedOn: string | null;
};

/** What there is to know of a site's list without its pages. */
export type Sitemap = { readonly updatedAtMs: number; readonly pages: number };

/** More pages of a site are not kept. */
export const MOST_PAGES = 500_000;
/** Nor more of their paths together, with their spellings, in characters: a list is in memory as a whole. */
export const MOST_CHARACTERS = 64_000_000;

/** Whether bots read a page of the list: since its last change, only before, or not at all. */
export const REACH_STATES = ['read', 'stale', 'unread'] as const;
export type ReachState = (typeof REACH_STATES)[number];

/** How a page stands in the list. */
export const SITEMAP_STATES = [...REACH_STATES, 'not-listed'] as const;
export type SitemapState = (typeof SITEMAP_STATES)[number];

/** Pages of the list, by whether bots read them. */
export type ReachCounts = {
  readonly pages: number;
  readonly read: number;
  readonly stale: number;
  readonly unread: number;
};

/** The pages whose paths begin with the same segment. */
export type ReachSection = ReachCounts & { readonly path: string };

/** What one bot or company read. */
export type ReachCount = {
  readonly name: string;
  readonly read: number;
  readonly stale: number;
  readonly medianDaysToRead: number | null;
};

/** A page of the list, and the visits of bots that got it. */
export type ReachPage = {
  readonly pagePath: string;
  readonly modifiedOn: string | null;
  readonly lastReadOn: string | null;
  readonly visits: number;
};

export type PageVisits = { readonly pagePath: string; readonly visits: number };
