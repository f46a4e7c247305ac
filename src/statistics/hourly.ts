export const HOURS_OF_DAY = 24;
export const HOURS_OF_WEEK = 168;

/** Counts of consecutive UTC hours. */
export type Hourly = {
  /** Hours from 1970-01-01T00:00Z to the first. */
  readonly first: number;
  readonly counts: ArrayLike<number>;
};

/** Whether an hour is no example of what is usual: nothing was recorded in it, or what was is known to be unusual. */
export type LeftOut = (hour: number) => boolean;

export const NONE_LEFT_OUT: LeftOut = () => false;

/** What was counted from an hour up to another. */
export type Sums = (from: number, until: number) => number;

/** Sums of an hourly series in constant time. Hours outside it have nothing. */
export function sumsOf({ first, counts }: Hourly): Sums {
  const sums = new Float64Array(counts.length + 1);
  for (let i = 0; i < counts.length; i++) sums[i + 1] = (sums[i] ?? 0) + (counts[i] ?? 0);
  const upTo = (hour: number) => sums[Math.min(Math.max(hour - first, 0), counts.length)] ?? 0;
  return (from, until) => upTo(until) - upTo(from);
}
