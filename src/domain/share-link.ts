import { ALL_TIME, type TimeRange, datesOf } from './date-range.ts';

/** What a link shows beside the counts. */
export type ShownBeside = { readonly alerts: boolean; readonly notes: boolean };

/** A link with which anybody may view the counts of one site until it expires, without its token. */
export type ShareLink = ShownBeside & {
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

/** The first and last day that a share link shows; null for an end that is open. */
export function shownDays(range: TimeRange): { readonly start: string | null; readonly end: string | null } {
  const { start, end } = datesOf(range);
  return {
    start: range.fromMs > ALL_TIME.fromMs ? start : null,
    end: range.untilMs < ALL_TIME.untilMs ? end : null,
  };
}
