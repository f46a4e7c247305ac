import { quantile } from './counts.ts';
import { HOURS_OF_DAY, type LeftOut, type Sums } from './hourly.ts';
import type { Surge } from './surge.ts';
import type { Usual } from './usual.ts';

/** Hours from `from` up to `until`. */
export type Span = { readonly from: number; readonly until: number };

/** What is known of the surges of one series. */
export type SurgeState = {
  /** The surge that goes on, from its first hour. */
  readonly ongoing: { readonly from: number } | undefined;
  /** Surges that are over: their hours are no examples of what is usual. */
  readonly over: readonly Span[];
  /** What was before is no longer usual. */
  readonly usualSince: number;
};

export const NO_SURGES: SurgeState = { ongoing: undefined, over: [], usualSince: -Infinity };

/** A surge that lasts so long is the new usual. */
const NEW_USUAL_HOURS = 14 * HOURS_OF_DAY;

/** A surge is over once a day has no more than all but so many days usually have. */
const USUAL_REST = 0.01;

/** What is seen of a series at `until`. */
type Seen = {
  readonly until: number;
  readonly sum: Sums;
  readonly usual: Usual;
  readonly found: Surge | undefined;
};

/** The state after what was seen. It is the same object if nothing changed. */
export function nextSurgeState(state: SurgeState, { until, sum, usual, found }: Seen): SurgeState {
  const { ongoing, over } = state;
  if (ongoing === undefined)
    return found === undefined ? state : { ...state, ongoing: { from: until - found.window } };
  if (until - ongoing.from >= NEW_USUAL_HOURS) return { ongoing: undefined, over, usualSince: ongoing.from };
  const lastDay = sum(until - HOURS_OF_DAY, until);
  if (found !== undefined || lastDay > quantile(usual.during(HOURS_OF_DAY, until), USUAL_REST)) return state;
  return { ...state, ongoing: undefined, over: [...over, { from: ongoing.from, until }] };
}

/** The hours of surges. */
export function hoursOfSurges({ ongoing, over }: SurgeState): LeftOut {
  const spans = ongoing === undefined ? over : [...over, { from: ongoing.from, until: Infinity }];
  return (hour) => spans.some(({ from, until }) => hour >= from && hour < until);
}
