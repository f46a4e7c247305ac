import { HOURS_OF_DAY, type Hourly } from './hourly.ts';

/** What is usual is learned from so many days. */
export const LEARNED_DAYS = 56;
/** Fewer show nothing. */
const LEAST_DAYS = 13;

/**
 * The whole days up to `until` that show what a series usually has: the last 56, from the first with a count on, and none
 * before `since`; undefined if they are too few.
 */
export function examplesOf({ first, counts }: Hourly, since: number, until: number): Hourly | undefined {
  let from = Math.max(first, until - LEARNED_DAYS * HOURS_OF_DAY, wholeDay(since));
  while (from < until && !hasCounts(counts, from - first)) from += HOURS_OF_DAY;
  return until - from < LEAST_DAYS * HOURS_OF_DAY ? undefined : hoursOf({ first, counts }, from, until);
}

/** A part of a series. */
export function hoursOf({ first, counts }: Hourly, from: number, until: number): Hourly {
  return { first: from, counts: Array.prototype.slice.call(counts, from - first, until - first) as number[] };
}

function wholeDay(hour: number): number {
  return Math.ceil(hour / HOURS_OF_DAY) * HOURS_OF_DAY;
}

function hasCounts(counts: ArrayLike<number>, from: number): boolean {
  for (let i = from; i < from + HOURS_OF_DAY; i++) if ((counts[i] ?? 0) > 0) return true;
  return false;
}
