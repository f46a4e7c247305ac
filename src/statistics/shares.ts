import { atLeastOf } from './binomial.ts';
import { HOURS_OF_DAY, type Hourly, type LeftOut, type Sums, sumsOf } from './hourly.ts';

/** How many of the visits of a series usually fail. */
export type UsualShare = {
  readonly share: number;
  /** So many visits fail together: they say as much as one. */
  readonly together: number;
  /** The highest share of so many consecutive hours that is known. */
  readonly highestIn: (window: ShareWindow) => number;
};

/** Shares are compared with what is usual in so many hours. */
export const SHARE_WINDOWS = [3, 6, 12, 24] as const;
export type ShareWindow = (typeof SHARE_WINDOWS)[number];

/** Fewer failures are no rise. */
export const LEAST_FAILED = 15;
/** The share of fewer visits that come apart from each other is chance. */
const LEAST_APART = 5;
/** A share is never expected to be lower: where nothing has failed yet, a few failures are no rise. */
export const LEAST_SHARE = 0.02;
/** A rise is at least so much. */
const LEAST_RISE = 0.1;
const LEAST_TIMES = 2;

/** Counts of the same whole days. */
type Failing = { readonly failed: Hourly; readonly visits: Hourly; readonly bursts: Hourly };

/** Learns the usual share. */
export function learnShare({ failed, visits, bursts }: Failing, leftOut: LeftOut): UsualShare {
  const [some, all, apart] = [failed, visits, bursts].map((series) => without(series, leftOut));
  const none: Sums = () => 0;
  const past = { failed: some ?? none, visits: all ?? none };
  const [first, last] = [visits.first, visits.first + visits.counts.length];
  const visited = Math.max(1, past.visits(first, last));
  const share = past.failed(first, last) / visited;
  // visits that follow each other: if their number is geometric, so many come with a visit, itself included
  const inBurst = (2 * visited) / Math.max(1, apart?.(first, last) ?? 0) - 1;
  const together = Math.max(1, inBurst, clusterOf(past, first, last, Math.max(share, LEAST_SHARE)));
  const highest = new Map(SHARE_WINDOWS.map((window) => [window, highestIn(window)]));
  return { share, together, highestIn: (window) => highest.get(window) ?? 0 };

  function highestIn(window: number): number {
    let most = 0;
    for (let until = first + window; until <= last; until++) {
      const seen = past.visits(until - window, until);
      if (seen >= LEAST_FAILED && seen >= LEAST_APART * together)
        most = Math.max(most, past.failed(until - window, until) / seen);
    }
    return most;
  }
}

type FailedAndVisits = { readonly failed: Sums; readonly visits: Sums };

/** How much the failures of days vary about what is expected, against failures that have nothing to do with each other. */
function clusterOf({ failed, visits }: FailedAndVisits, first: number, last: number, share: number): number {
  let [squares, variances] = [0, 0];
  for (let from = first; from < last; from += HOURS_OF_DAY) {
    const seen = visits(from, from + HOURS_OF_DAY);
    squares += (failed(from, from + HOURS_OF_DAY) - share * seen) ** 2;
    variances += seen * share * (1 - share);
  }
  return variances === 0 ? 1 : squares / variances;
}

function without({ first, counts }: Hourly, leftOut: LeftOut): Sums {
  return sumsOf({ first, counts: Float64Array.from(counts, (count, i) => (leftOut(first + i) ? 0 : count)) });
}

/** A window of hours in which far more of the visits failed than usually do. */
export type Rise = { readonly window: ShareWindow; readonly failed: number; readonly visits: number };

/** The shortest window up to `until` whose share is clearly above the usual, and above every share that is known. */
export function findRise(
  { failed, visits }: FailedAndVisits,
  usual: UsualShare,
  until: number,
  highestChance: number,
): Rise | undefined {
  return SHARE_WINDOWS.map((window) => ({
    window,
    failed: failed(until - window, until),
    visits: visits(until - window, until),
  })).find((seen) => {
    if (seen.failed < LEAST_FAILED || seen.visits < LEAST_APART * usual.together) return false;
    const share = seen.failed / seen.visits;
    if (share <= usual.highestIn(seen.window) || !isClear(share, usual.share)) return false;
    const { together } = usual;
    const expected = Math.max(usual.share, LEAST_SHARE);
    return atLeastOf(seen.visits / together, expected, seen.failed / together) <= highestChance;
  });
}

function isClear(share: number, usual: number): boolean {
  return share >= LEAST_TIMES * usual && share >= usual + LEAST_RISE;
}

/** The central 90 % of the share that so many visits usually have. */
export function usualShares(visits: number, { share, together }: UsualShare): readonly [number, number] {
  if (share === 0 || visits === 0) return [0, 0];
  const trials = Math.max(1, visits / together);
  return [shareAt(trials, share, 0.95), shareAt(trials, share, 0.05)];
}

/** The share that so many trials exceed with a probability. */
function shareAt(trials: number, share: number, rest: number): number {
  let [low, high] = [0, 1];
  while (high - low > 0.001) {
    const middle = (low + high) / 2;
    if (atLeastOf(trials, share, middle * trials) > rest) low = middle;
    else high = middle;
  }
  return high;
}
