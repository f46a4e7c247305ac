import { DAY_MS, HOUR_MS, startOfDay, startOfHour } from './time.ts';

export const GRANULARITIES = ['day', 'hour'] as const;
export type Granularity = (typeof GRANULARITIES)[number];

export const BUCKET_MS: Readonly<Record<Granularity, number>> = { day: DAY_MS, hour: HOUR_MS };

/** The number of events in one hour or day that begins at `startMs`. */
export type Bucket = {
  readonly startMs: number;
  readonly botVisits: number;
  readonly referrals: number;
  readonly conversions: number;
};

/** The start of the bucket that contains an instant. */
export const START_OF_BUCKET: Readonly<Record<Granularity, (instantMs: number) => number>> = {
  day: startOfDay,
  hour: startOfHour,
};

export function emptyBucket(startMs: number): Bucket {
  return { startMs, botVisits: 0, referrals: 0, conversions: 0 };
}
