import { none } from './counts.ts';
import { HOURS_OF_DAY } from './hourly.ts';
import type { Usual } from './usual.ts';

/** A series that came regularly, and has stopped. */
export type Silence = {
  /** The recorded hours in a row without a count. */
  readonly hours: number;
  /** How probable that is by chance. */
  readonly chance: number;
};

/** A shorter silence is none, whatever is usual. */
const LEAST_HOURS = HOURS_OF_DAY;
/** So many times the longest known pause. */
const TIMES_LONGEST = 1.5;

/**
 * The silence of recorded hours `hours`, the last of which ends at `until`: longer than every known pause, and improbable by
 * how often the series comes at these hours of the week. Count bursts: visits that come together stop together.
 */
export function findSilence(
  usual: Usual,
  hours: number,
  until: number,
  highestChance: number,
): Silence | undefined {
  if (hours < leastSilence(usual.longestPause)) return undefined;
  const chance = none(usual.between(until - hours, until));
  return chance <= highestChance ? { hours, chance } : undefined;
}

/** So many hours are no silence of a series that has paused for so many. */
export function leastSilence(longestPause: number): number {
  return Math.max(LEAST_HOURS, Math.ceil(TIMES_LONGEST * longestPause));
}
