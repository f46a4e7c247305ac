import type { TimeRange } from '../../domain/date-range.ts';
import type { DigestPeriod } from '../../domain/digest.ts';
import type { EventCounts } from '../../domain/event-counts.ts';

/**
 * What a digest says, of all sites of an account. It is made once, stored as JSON, and sent to every channel that wants it:
 * so it has plain values only. Names and paths are as they were recorded: whatever shows them makes them harmless.
 */
export type DigestContent = {
  readonly every: DigestPeriod;
  /** The first day, and the day after the last. */
  readonly fromMs: number;
  readonly untilMs: number;
  /** Sites with events in the period, those with most first. */
  readonly sites: readonly DigestSite[];
  /** Sites with fewer events, for which there is no room, together. */
  readonly others: { readonly sites: number; readonly counts: EventCounts };
  /** Sites without events in the period, oldest first, and how many more there are. */
  readonly quiet: readonly QuietSite[];
  readonly quietOthers: number;
};

export type QuietSite = {
  readonly name: string;
  readonly domain: string;
  /** Whether it ever had any. */
  readonly hasEvents: boolean;
};

export type DigestSite = {
  readonly id: string;
  readonly name: string;
  readonly domain: string;
  readonly counts: EventCounts;
  /** Of the period before; null if the site did not record, or does not keep, all of it. */
  readonly before: EventCounts | null;
  /** The first day of which it keeps events, if it does not keep all of the period. */
  readonly keptFromMs: number | null;
  /** How many alerts were raised in the period. */
  readonly alerts: number;
  /** Null for a site of which only the totals are told. */
  readonly details: DigestDetails | null;
};

/** What is told of the sites with most events. */
export type DigestDetails = {
  /** The latest first. */
  readonly alerts: readonly DigestAlert[];
  /** Companies by what their bots took, and the rest together. */
  readonly companies: readonly TookAndSent[];
  readonly otherCompanies: (Omit<TookAndSent, 'company'> & { readonly companies: number }) | null;
  /** The pages that bots read most. None if they could not be counted in time. */
  readonly pages: readonly { readonly path: string; readonly visits: number }[];
  /** Null without failed visits. */
  readonly errors: DigestErrors | null;
  /** Null without visits from outside the published addresses of a bot. */
  readonly impostors: DigestImpostors | null;
  /** Bots that came for the first time, by visits; null of a site that is too young to know. */
  readonly newBots: readonly string[] | null;
  readonly otherNewBots: number;
  /** Null if nothing is missing. */
  readonly gaps: DigestGaps | null;
};

export type DigestAlert = {
  readonly kind: string;
  readonly title: string;
  readonly detail: string;
  readonly atMs: number;
};

export type TookAndSent = { readonly company: string; readonly crawls: number; readonly sent: number };

/** Failed visits, the page that has most of them, and the status that most of them have. */
export type DigestErrors = {
  readonly visits: number;
  /** Null if it could not be found in time. */
  readonly page: string | null;
  readonly pageVisits: number;
  readonly status: number | null;
  readonly statusVisits: number;
};

/** The bot of which most visits came from outside, how many of how many. */
export type DigestImpostors = {
  readonly bot: string;
  /** Empty if it has none. */
  readonly company: string;
  readonly visits: number;
  readonly ofVisits: number;
};

/** Times in which nothing was recorded that should have been. */
export type DigestGaps = { readonly count: number; readonly totalMs: number; readonly longest: TimeRange };
