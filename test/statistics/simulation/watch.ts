import { HOURS_OF_DAY, type LeftOut, NONE_LEFT_OUT, sumsOf } from '../../../src/statistics/hourly.ts';
import { findSilence } from '../../../src/statistics/silence.ts';
import { LEAST_SEEN, type Surge, type SurgeRule, findSurge } from '../../../src/statistics/surge.ts';
import {
  NO_SURGES,
  type SurgeState,
  hoursOfSurges,
  nextSurgeState,
} from '../../../src/statistics/surge-state.ts';
import { type Usual, learnUsual } from '../../../src/statistics/usual.ts';
import type { Series, Traffic } from './traffic.ts';

export type Raised = { readonly at: number; readonly kind: 'surge' | 'silence' };

export type Rules = { readonly surge: SurgeRule; readonly silence: number };

const LEARNED_DAYS = 56;
const LEAST_DAYS = 13;
/** What was learned so long ago is good enough to see that nothing is unusual. */
const LEARNED_AGAIN_DAYS = 7;

/** What is usual for the visits of a series and for its bursts. */
type BothUsual = { readonly visits: Usual; readonly bursts: Usual };

/** Everything that is raised of a series, hour by hour. `gaps` are hours in which nothing was recorded. */
export function watch(traffic: Traffic, rules: Rules, gaps: LeftOut = NONE_LEFT_OUT): readonly Raised[] {
  const { first, counts } = traffic.visits;
  const surges = createSurgeWatch(traffic, rules.surge, gaps);
  const raised: Raised[] = [];
  let [silentHours, isSilent] = [0, false];
  for (let hour = first; hour < first + counts.length; hour++) {
    const until = hour + 1;
    if (surges.begins(until)) raised.push({ at: until, kind: 'surge' });
    if ((counts[hour - first] ?? 0) > 0) [silentHours, isSilent] = [0, false];
    else if (!gaps(hour)) silentHours++;
    if (isSilent || silentHours < HOURS_OF_DAY) continue;
    isSilent = [LEARNED_AGAIN_DAYS, 0].every((ageDays) => {
      const usual = surges.usualAt(until, ageDays)?.bursts;
      return usual && findSilence(usual, silentHours, until, rules.silence);
    });
    if (isSilent) raised.push({ at: until, kind: 'silence' });
  }
  return raised;
}

function createSurgeWatch({ visits, bursts }: Traffic, rule: SurgeRule, gaps: LeftOut) {
  const [sum, sumBursts] = [sumsOf(visits), sumsOf(bursts)];
  let state = NO_SURGES;
  let learned: { readonly day: number; readonly usual: BothUsual | undefined } = {
    day: -Infinity,
    usual: undefined,
  };

  function learn(day: number): BothUsual | undefined {
    const spans = hoursOfSurges(state);
    const leftOut: LeftOut = (hour) => gaps(hour) || spans(hour);
    // without yesterday: a surge that is not noticed before midnight is no example
    const until = (day - 1) * HOURS_OF_DAY;
    const [past, pastBursts] = [visits, bursts].map((each) => pastOf(each, state.usualSince, until));
    if (past === undefined || pastBursts === undefined) return undefined;
    return { visits: learnUsual(past, leftOut), bursts: learnUsual(pastBursts, leftOut) };
  }

  /** What is usual, learned at most so many days before. */
  function usualAt(until: number, ageDays: number): BothUsual | undefined {
    const day = Math.floor((until - 1) / HOURS_OF_DAY);
    if (day > learned.day + ageDays) learned = { day, usual: learn(day) };
    return learned.usual;
  }

  function find(until: number, ageDays: number): Surge | undefined {
    const usual = usualAt(until, ageDays);
    if (usual === undefined) return undefined;
    return findSurge(sum, usual.visits, until, rule) ?? findSurge(sumBursts, usual.bursts, until, rule);
  }

  function next(until: number): SurgeState {
    const found = find(until, LEARNED_AGAIN_DAYS) && find(until, 0);
    const { usual } = learned;
    return usual === undefined ? state : nextSurgeState(state, { until, sum, usual: usual.visits, found });
  }

  return {
    usualAt,
    /** Whether a surge begins with the hour up to `until`. */
    begins(until: number): boolean {
      if (state.ongoing === undefined && sum(until - HOURS_OF_DAY, until) < LEAST_SEEN) return false;
      const before = state;
      state = next(until);
      if (state === before) return false;
      learned = { day: -Infinity, usual: undefined };
      return before.ongoing === undefined;
    },
  };
}

/** The part of a series that shows what is usual: whole days from the first with a count; undefined if it is too short. */
function pastOf({ first, counts }: Series, since: number, until: number): Series | undefined {
  const wholeDay = Math.ceil(since / HOURS_OF_DAY) * HOURS_OF_DAY;
  let from = Math.max(first, until - LEARNED_DAYS * HOURS_OF_DAY, wholeDay);
  while (from < until && !hasCounts(counts, from - first)) from += HOURS_OF_DAY;
  if (until - from < LEAST_DAYS * HOURS_OF_DAY) return undefined;
  return { first: from, counts: counts.subarray(from - first, until - first) };
}

function hasCounts(counts: Uint32Array, from: number): boolean {
  for (let i = from; i < from + HOURS_OF_DAY; i++) if ((counts[i] ?? 0) > 0) return true;
  return false;
}
