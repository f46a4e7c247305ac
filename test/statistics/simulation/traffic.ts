import type { Random } from './random.ts';

/** How a bot comes: clusters of visits, whose starts are a Poisson process with a rate. */
export type Habit = {
  /** Visits a day; a surge and a silence are told by it, too. */
  readonly perDay: (day: number, hour: number) => number;
  /** The variance of counts over their mean: 1 for single visits. */
  readonly ratio: number;
};

/** Counts by the hour. */
export type Traffic = { readonly first: number; readonly visits: Uint32Array; readonly bursts: Uint32Array };

const MINUTES_BETWEEN = 1;
const BURST_APART_MINUTES = 10;
const MINUTES_OF_DAY = 1440;

/** Visits and bursts (visits that follow none within ten minutes) by the hour. The first hour begins a Monday. */
export function makeTraffic(
  random: Random,
  { perDay, ratio }: Habit,
  days: number,
  firstDay: number,
): Traffic {
  // sizes with a geometric distribution: E[n²] / E[n] = 2 · mean - 1
  const size = (ratio + 1) / 2;
  const times: number[] = [];
  for (let hour = 0; hour < days * 24; hour++) {
    const rate = perDay(Math.floor(hour / 24), hour % 24) / size / MINUTES_OF_DAY;
    if (rate === 0) continue;
    for (let minute = random.exponential(1 / rate); minute < 60; minute += random.exponential(1 / rate)) {
      let at = hour * 60 + minute;
      for (let left = random.geometric(size); left > 0; left--) {
        times.push(at);
        at += random.exponential(MINUTES_BETWEEN);
      }
    }
  }
  const [visits, bursts] = [new Uint32Array(days * 24), new Uint32Array(days * 24)];
  let last = -Infinity;
  for (const at of Float64Array.from(times).sort()) {
    const hour = Math.floor(at / 60);
    if (hour >= visits.length) break;
    visits[hour] = (visits[hour] ?? 0) + 1;
    if (at - last > BURST_APART_MINUTES) bursts[hour] = (bursts[hour] ?? 0) + 1;
    last = at;
  }
  return { first: firstDay * 24, visits, bursts };
}
