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

/**
 * The most improbable of the windows up to `until`, if it is a surge: far above what these hours of the week usually have, and
 * above every window of as many hours that is known. The latter makes a bot that changed its hours no surge.
 */
export function findSurge(sum: Sums, usual: Usual, until: number, rule: SurgeRule): Surge | undefined {
  if (usual.perDay < LEAST_PER_DAY) return undefined;
  let found: Surge | undefined;
  for (const window of WINDOWS) {
    const seen = sum(until - window, until);
    if (seen < LEAST_SEEN || seen <= usual.mostIn(window)) continue;
    const distribution = usual.during(window, until);
    if (seen < rule.times * distribution.mean) continue;
    const chance = atLeast(distribution, seen);
    if (chance <= rule.chance && chance < (found?.chance ?? 1)) found = { window, seen, chance };
  }
  return found;
}
