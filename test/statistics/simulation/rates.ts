import { type Kind, weekOf } from './kinds.ts';
import { createRandom } from './random.ts';
import { type Habit, makeTraffic } from './traffic.ts';
import type { Rules } from '../../../src/statistics/finding.ts';
import { type Raised, watch } from './watch.ts';

/** 2026-11-23, a Monday, in days since 1970. */
const FIRST_DAY = 20_780;
const FIRST_HOUR = FIRST_DAY * 24;
const WARM_UP_DAYS = 60;
const YEAR_DAYS = 365;

/** The defaults. */
export const DEFAULT_RULES: Rules = {
  surge: { chance: 1e-7, times: 2.5 },
  silence: 1e-5,
  errors: 1e-6,
  impostors: { chance: 1e-7, times: 5 },
};

/** What is raised in a year of so many series of a kind, all of it false. */
export function falseAlarms({ makeHabit, gaps }: Kind, series: number): readonly Raised[] {
  return Array.from({ length: series }, (_, n) => {
    const random = createRandom(n + 1);
    const traffic = makeTraffic(random, makeHabit(random), WARM_UP_DAYS + YEAR_DAYS, FIRST_DAY);
    return watch(traffic, DEFAULT_RULES, gaps && ((hour) => gaps(hour - FIRST_HOUR)));
  }).flat();
}

type Change = {
  readonly level: number;
  readonly ratio: number;
} & (
  | {
      /** How many times as many there are from some hour on. */
      readonly times: number;
    }
  | {
      /** Before some hour 5 % of the visits fail, or come from outside the ranges of the operator; from then on so many. */
      readonly kind: 'errors' | 'impostors';
      readonly share: number;
    }
);

/** After how many hours a change was raised, in so many series; Infinity if it was not within four days. */
export function delaysOf(change: Change, series: number): readonly number[] {
  const kind = 'kind' in change ? change.kind : change.times > 1 ? 'surge' : 'silence';
  return Array.from({ length: series }, (_, n) => {
    const random = createRandom(1_000_000 + n);
    const begins = WARM_UP_DAYS * 24 + Math.floor(random.uniform() * 168);
    const traffic = makeTraffic(random, habitOf(change, begins), WARM_UP_DAYS + 11, FIRST_DAY);
    const found = watch(traffic, DEFAULT_RULES).find(
      (raised) => raised.kind === kind && raised.at > FIRST_HOUR + begins,
    );
    return found === undefined ? Infinity : found.at - FIRST_HOUR - begins;
  });
}

function habitOf(change: Change, begins: number): Habit {
  const { level, ratio } = change;
  const has = (day: number, hour: number) => day * 24 + hour >= begins;
  if ('times' in change)
    return { ratio, perDay: (day, hour) => level * weekOf(day, hour) * (has(day, hour) ? change.times : 1) };
  const share = (day: number, hour: number) => (has(day, hour) ? change.share : 0.05);
  const column = change.kind === 'errors' ? { failing: share } : { outside: share };
  return { ratio, perDay: (day, hour) => level * weekOf(day, hour), ...column };
}

/** The share of delays that are at most so many hours. */
export function within(delays: readonly number[], hours: number): number {
  return delays.filter((delay) => delay <= hours).length / delays.length;
}
