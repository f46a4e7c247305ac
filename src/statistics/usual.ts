import type { CountDistribution } from './counts.ts';
import { HOURS_OF_DAY, type Hourly, type LeftOut, type Sums, sumsOf } from './hourly.ts';
import { type WeekShape, learnWeek } from './week.ts';

/** Counts are compared with what is usual in so many hours. */
export const WINDOWS = [1, 3, 6, 12, 24] as const;
export type Window = (typeof WINDOWS)[number];

/** What a series usually has. */
export type Usual = {
  /** The mean of a day. */
  readonly perDay: number;
  /** What so many hours up to `until` usually have; rather more dispersed than they are. */
  readonly during: (window: Window, until: number) => CountDistribution;
  /** What hours from `from` up to `until` usually have, dispersed as days are. */
  readonly between: (from: number, until: number) => CountDistribution;
  /** The most that was counted in so many consecutive hours. */
  readonly mostIn: (window: Window) => number;
  /** The most recorded hours in a row without a count. */
  readonly longestPause: number;
};

/** Learns what is usual from whole days. Hours that are left out are no examples: neither their counts nor their time matters. */
export function learnUsual(series: Hourly, leftOut: LeftOut): Usual {
  const past = pastOf(series, leftOut);
  const mean = past.sum(past.first, past.last) / Math.max(1, past.hours);
  const flat = dispersionOf(past, HOURS_OF_DAY, () => mean * HOURS_OF_DAY);
  const expected = expectedOf(learnWeek(series, leftOut, flat), mean);
  const dispersions = new Map(WINDOWS.map((window) => [window, dispersionOf(past, window, expected)]));
  const most = new Map(WINDOWS.map((window) => [window, mostIn(past, window)]));
  const dispersionIn = (window: Window) => dispersions.get(window) ?? 1;
  return {
    perDay: mean * HOURS_OF_DAY,
    during: (window, until) => ({
      mean: expected(until - window, until),
      dispersion: dispersionIn(window) * (1 + standardError(past.hours / window)),
    }),
    between: (from, until) => ({ mean: expected(from, until), dispersion: dispersionIn(HOURS_OF_DAY) }),
    mostIn: (window) => most.get(window) ?? 0,
    longestPause: longestPause(series, leftOut),
  };
}

type Past = {
  readonly first: number;
  readonly last: number;
  /** What was counted, without what is left out. */
  readonly sum: Sums;
  /** How many hours are left out. */
  readonly missing: Sums;
  /** How many are not. */
  readonly hours: number;
};

function pastOf({ first, counts }: Hourly, leftOut: LeftOut): Past {
  const [known, missed] = [new Float64Array(counts.length), new Float64Array(counts.length)];
  for (let i = 0; i < counts.length; i++) {
    if (leftOut(first + i)) missed[i] = 1;
    else known[i] = counts[i] ?? 0;
  }
  const last = first + counts.length;
  const missing = sumsOf({ first, counts: missed });
  return {
    first,
    last,
    missing,
    sum: sumsOf({ first, counts: known }),
    hours: counts.length - missing(first, last),
  };
}

/**
 * How much the counts of whole windows side by side vary about what was expected of them: the sum of squares over the sum of
 * means, which large counts decide. At least that of Poisson counts.
 */
function dispersionOf({ first, last, sum, missing }: Past, window: number, expected: Sums): number {
  let [squares, means] = [0, 0];
  for (let until = last; until - window >= first; until -= window) {
    const from = until - window;
    if (missing(from, until) > 0) continue;
    const mean = expected(from, until);
    squares += (sum(from, until) - mean) ** 2;
    means += mean;
  }
  return means === 0 ? 1 : Math.max(1, squares / means);
}

/** How far a dispersion that is learned from so many Poisson counts may be off by chance. */
function standardError(counts: number): number {
  return Math.sqrt(2 / Math.max(1, counts));
}

function expectedOf(shape: WeekShape, mean: number): Sums {
  return (from, until) => {
    let weight = 0;
    for (let hour = from; hour < until; hour++) weight += shape(hour);
    return weight * mean;
  };
}

function mostIn({ first, last, sum }: Past, window: number): number {
  let most = 0;
  for (let until = first + 1; until <= last; until++) most = Math.max(most, sum(until - window, until));
  return most;
}

function longestPause({ first, counts }: Hourly, leftOut: LeftOut): number {
  let [longest, pause] = [0, 0];
  for (let i = 0; i < counts.length; i++) {
    if (leftOut(first + i)) continue;
    pause = (counts[i] ?? 0) > 0 ? 0 : pause + 1;
    longest = Math.max(longest, pause);
  }
  return longest;
}
