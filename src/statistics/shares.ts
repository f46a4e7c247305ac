import { type CountDistribution, atLeast, quantile } from './counts.ts';
import { HOURS_OF_DAY, type Hourly, type LeftOut, type Sums, sumsOf } from './hourly.ts';

/** How many of the visits of a series usually fail. */
export type UsualShare = {
  readonly share: number;
  /** The variance of a day's failures over their mean. */
  readonly dispersion: number;
  /** The highest share of so many consecutive hours that is known. */
  readonly highestIn: (window: ShareWindow) => number;
};

/** Shares are compared with what is usual in so many hours. */
export const SHARE_WINDOWS = [6, 24] as const;
export type ShareWindow = (typeof SHARE_WINDOWS)[number];

/** Fewer failures are no rise, and the share of fewer visits is chance. */
export const LEAST_FAILED = 15;
/** A share is never expected to be lower: where nothing has failed yet, a few failures are no rise. */
export const LEAST_SHARE = 0.02;
/** A rise is at least so much. */
const LEAST_RISE = 0.1;
const LEAST_TIMES = 2;

/** Learns the usual share from whole days. `failed` and `visits` are of the same hours. */
export function learnShare(failed: Hourly, visits: Hourly, leftOut: LeftOut): UsualShare {
  const [known, all] = [without(failed, leftOut), without(visits, leftOut)];
  const [first, last] = [visits.first, visits.first + visits.counts.length];
  const share = known(first, last) / Math.max(1, all(first, last));
  const expected = Math.max(share, LEAST_SHARE);
  let [squares, means] = [0, 0];
  for (let from = first; from < last; from += HOURS_OF_DAY) {
    const mean = expected * all(from, from + HOURS_OF_DAY);
    squares += (known(from, from + HOURS_OF_DAY) - mean) ** 2;
    means += mean;
  }
  const highest = new Map(SHARE_WINDOWS.map((window) => [window, highestIn(known, all, window)]));
  return {
    share,
    dispersion: means === 0 ? 1 : Math.max(1, squares / means),
    highestIn: (window) => highest.get(window) ?? 0,
  };

  function highestIn(some: Sums, of: Sums, window: number): number {
    let most = 0;
    for (let until = first + window; until <= last; until++) {
      const visited = of(until - window, until);
      if (visited >= LEAST_FAILED) most = Math.max(most, some(until - window, until) / visited);
    }
    return most;
  }
}

function without({ first, counts }: Hourly, leftOut: LeftOut): Sums {
  return sumsOf({ first, counts: Float64Array.from(counts, (count, i) => (leftOut(first + i) ? 0 : count)) });
}

/** A window of hours in which far more of the visits failed than usually do. */
export type Rise = { readonly window: ShareWindow; readonly failed: number; readonly visits: number };

/** What is counted of a series, and how dispersed its visits are. */
export type Failing = { readonly failed: Sums; readonly visits: Sums; readonly dispersion: number };

/** The shortest window up to `until` whose share is clearly above the usual, and above every share that is known. */
export function findRise(
  { failed, visits, dispersion }: Failing,
  usual: UsualShare,
  until: number,
  highestChance: number,
): Rise | undefined {
  return SHARE_WINDOWS.map((window) => ({
    window,
    failed: failed(until - window, until),
    visits: visits(until - window, until),
  })).find((seen) => {
    if (seen.failed < LEAST_FAILED) return false;
    const share = seen.failed / seen.visits;
    if (share <= usual.highestIn(seen.window) || !isClear(share, usual.share)) return false;
    const expected = failuresOf(seen.visits, usual, dispersion);
    return atLeast(expected, seen.failed) <= highestChance;
  });
}

function isClear(share: number, usual: number): boolean {
  return share >= LEAST_TIMES * usual && share >= usual + LEAST_RISE;
}

/** Visits that come together fail together. */
function failuresOf(visits: number, usual: UsualShare, dispersion: number): CountDistribution {
  return {
    mean: visits * Math.max(usual.share, LEAST_SHARE),
    dispersion: Math.max(usual.dispersion, dispersion),
  };
}

/** The central 90 % of the share that so many visits usually have. */
export function usualShares(
  visits: number,
  usual: UsualShare,
  dispersion: number,
): readonly [number, number] {
  const expected = { ...failuresOf(visits, usual, dispersion), mean: visits * usual.share };
  if (expected.mean === 0) return [0, 0];
  return [quantile(expected, 0.95) / visits, Math.min(1, quantile(expected, 0.05) / visits)];
}
