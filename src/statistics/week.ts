import { HOURS_OF_DAY, HOURS_OF_WEEK, type Hourly, type LeftOut } from './hourly.ts';

/** How much busier than the mean of the week an hour usually is. */
export type WeekShape = (hour: number) => number;

/** So many independent arrivals must be expected in a cell before its own count says more than what was expected of it. */
const PRIOR_ARRIVALS = 10;

/** From coarse to fine: hours of the day, days of the week, hours of the week. */
const CELLS: readonly ((hourOfWeek: number) => number)[] = [
  (hour) => hour % HOURS_OF_DAY,
  (hour) => Math.floor(hour / HOURS_OF_DAY),
  (hour) => hour,
];

/**
 * Learns the shape of the week: hours of the day, then days of the week, then single hours, each as far as there is evidence
 * for it. Counts that come in clusters (`dispersion`) are less evidence.
 */
export function learnWeek({ first, counts }: Hourly, leftOut: LeftOut, dispersion: number): WeekShape {
  const [seen, hours] = [new Float64Array(HOURS_OF_WEEK), new Float64Array(HOURS_OF_WEEK)];
  for (let i = 0; i < counts.length; i++) {
    if (leftOut(first + i)) continue;
    add(seen, hourOfWeek(first + i), counts[i] ?? 0);
    add(hours, hourOfWeek(first + i), 1);
  }
  const prior = PRIOR_ARRIVALS * dispersion;
  let week = new Float64Array(HOURS_OF_WEEK).fill(1);
  for (const cellOf of CELLS) week = refine(week, { seen, hours, cellOf, prior });
  return (hour) => week[hourOfWeek(hour)] ?? 1;
}

type Evidence = {
  /** What was counted in each hour of the week, and how often it was. */
  readonly seen: Float64Array;
  readonly hours: Float64Array;
  readonly cellOf: (hourOfWeek: number) => number;
  readonly prior: number;
};

/** Corrects a shape by how much more or less than it expects was counted in each cell; the mean of its hours stays 1. */
function refine(coarse: Float64Array, { seen, hours, cellOf, prior }: Evidence): Float64Array<ArrayBuffer> {
  const [seenIn, expectedIn] = [new Float64Array(HOURS_OF_WEEK), new Float64Array(HOURS_OF_WEEK)];
  const expected = coarse.map((weight, hour) => weight * (hours[hour] ?? 0));
  const level = sumOf(seen) / Math.max(sumOf(expected), 1);
  for (let hour = 0; hour < HOURS_OF_WEEK; hour++) {
    add(seenIn, cellOf(hour), seen[hour] ?? 0);
    add(expectedIn, cellOf(hour), (expected[hour] ?? 0) * level);
  }
  const fine = coarse.map((weight, hour) => {
    const cell = cellOf(hour);
    return (weight * ((seenIn[cell] ?? 0) + prior)) / ((expectedIn[cell] ?? 0) + prior);
  });
  const mean = sumOf(fine) / HOURS_OF_WEEK;
  return fine.map((weight) => weight / mean);
}

/** Weeks begin with that of 1970-01-01: it only matters that each has the same hours. */
function hourOfWeek(hour: number): number {
  return hour % HOURS_OF_WEEK;
}

function add(sums: Float64Array, cell: number, more: number): void {
  sums[cell] = (sums[cell] ?? 0) + more;
}

function sumOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}
