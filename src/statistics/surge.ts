import { atLeast } from './counts.ts';
import type { Sums } from './hourly.ts';
import { type Usual, WINDOWS, type Window } from './usual.ts';

/** A window of hours that has far more than usual. */
export type Surge = {
  readonly window: Window;
  readonly seen: number;
  /** How probable so many are by chance. */
  readonly chance: number;
};

/** What counts as far more than usual. */
export type SurgeRule = {
  /** The highest probability by chance. */
  readonly chance: number;
  /** At least so many times the usual. */
  readonly times: number;
};

/** Fewer are no surge, whatever is usual. */
export const LEAST_SEEN = 15;
/** Of a series with less a day, nothing is usual. */
const LEAST_PER_DAY = 1;

/** Counts of a series up to an hour, and how many hours before it may be looked at. */
export type Counted = { readonly sum: Sums; readonly until: number; readonly longest?: number | undefined };

/**
 * The most improbable of the windows up to `until`, if it is a surge: far above what these hours of the week usually have, and
 * above every window of as many hours that is known. The latter makes a bot that changed its hours no surge.
 */
export function findSurge(
  { sum, until, longest = Infinity }: Counted,
  usual: Usual,
  rule: SurgeRule,
): Surge | undefined {
  if (usual.perDay < LEAST_PER_DAY) return undefined;
  const surges = WINDOWS.filter((window) => window <= longest).flatMap((window): readonly Surge[] => {
    const seen = sum(until - window, until);
    if (seen < LEAST_SEEN || seen <= usual.mostIn(window)) return [];
    const distribution = usual.during(window, until);
    if (seen < rule.times * distribution.mean) return [];
    const chance = atLeast(distribution, seen);
    return chance <= rule.chance ? [{ window, seen, chance }] : [];
  });
  return surges.toSorted((one, other) => one.chance - other.chance)[0];
}

/** The usual of what need not come at all: at least one a day, and as dispersed as another series that it is a part of. */
export function rareUsual(usual: Usual, whole: Usual): Usual {
  return {
    ...usual,
    perDay: Math.max(usual.perDay, LEAST_PER_DAY),
    during: (window, until) => {
      const { mean, dispersion } = usual.during(window, until);
      return {
        mean: Math.max(mean, (LEAST_PER_DAY * window) / 24),
        dispersion: Math.max(dispersion, whole.during(window, until).dispersion),
      };
    },
  };
}
