import type { Random } from './random.ts';

/** How a bot comes: clusters of visits, whose starts are a Poisson process with a rate. */
export type Habit = {
  /** Visits a day; a surge and a silence are told by it, too. */
  readonly perDay: (day: number, hour: number) => number;
  /** The variance of counts over their mean: 1 for single visits. */
  readonly ratio: number;
  /** The share of visits that fail; those that come together do so together. */
  readonly failing?: (day: number, hour: number) => number;
  /** The share of visits from outside the ranges of the operator, likewise. */
  readonly outside?: (day: number, hour: number) => number;
};

/** Counts by the hour. */
export type Traffic = {
  readonly first: number;
  readonly visits: Uint32Array;
  readonly bursts: Uint32Array;
  readonly failed: Uint32Array;
  readonly outside: Uint32Array;
};

const MINUTES_BETWEEN = 1;
const BURST_APART_MINUTES = 10;
const MINUTES_OF_DAY = 1440;

/** Visits and bursts (visits that follow none within ten minutes) by the hour. The first hour begins a Monday. */
export function makeTraffic(random: Random, habit: Habit, days: number, firstDay: number): Traffic {
  const column = () => new Uint32Array(days * 24);
  const [visits, bursts, failed, outside] = [column(), column(), column(), column()];
  let last = -Infinity;
  for (const { at, fails, isOutside } of visitsOf(random, habit, days)) {
    const hour = Math.floor(at / 60);
    if (hour >= visits.length) break;
    add(visits, hour);
    if (at - last > BURST_APART_MINUTES) add(bursts, hour);
    if (fails) add(failed, hour);
    if (isOutside) add(outside, hour);
    last = at;
  }
  return { first: firstDay * 24, visits, bursts, failed, outside };
}

type Visit = { readonly at: number; readonly fails: boolean; readonly isOutside: boolean };

/** In the order of their minutes. */
function visitsOf(
  random: Random,
  { perDay, ratio, failing, outside }: Habit,
  days: number,
): readonly Visit[] {
  // sizes with a geometric distribution: E[n²] / E[n] = 2 · mean - 1
  const size = (ratio + 1) / 2;
  const visits: Visit[] = [];
  for (let hour = 0; hour < days * 24; hour++) {
    const time = [Math.floor(hour / 24), hour % 24] as const;
    const rate = perDay(...time) / size / MINUTES_OF_DAY;
    if (rate === 0) continue;
    for (let minute = random.exponential(1 / rate); minute < 60; minute += random.exponential(1 / rate)) {
      const fails = failing !== undefined && random.uniform() < failing(...time);
      const isOutside = outside !== undefined && random.uniform() < outside(...time);
      let at = hour * 60 + minute;
      for (let left = random.geometric(size); left > 0; left--) {
        visits.push({ at, fails, isOutside });
        at += random.exponential(MINUTES_BETWEEN);
      }
    }
  }
  return visits.sort((one, other) => one.at - other.at);
}

function add(column: Uint32Array, hour: number): void {
  column[hour] = (column[hour] ?? 0) + 1;
}
