import type { TimeRange } from './date-range.ts';

/** A link with which anybody may view the counts of one site until it expires, without its token. */
export type ShareLink = {
  readonly id: number;
  readonly siteId: string;
  /** What the owner calls it. */
  readonly name: string;
  /** The days that it shows; all of them for an end that is open. */
  readonly range: TimeRange;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  readonly lastUsedAtMs: number | null;
};
