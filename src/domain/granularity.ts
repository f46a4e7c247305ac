import { invalidParameter } from './refusal.ts';
import { DAY_MS, HOUR_MS } from './time.ts';

export type Granularity = 'day' | 'hour';

export const BUCKET_MS: Readonly<Record<Granularity, number>> = { day: DAY_MS, hour: HOUR_MS };

/** The events counted in one bucket of time that begins at `startMs`. */
export type Bucket = {
  readonly startMs: number;
  readonly botVisits: number;
  readonly referrals: number;
  readonly conversions: number;
};

export function emptyBucket(startMs: number): Bucket {
  return { startMs, botVisits: 0, referrals: 0, conversions: 0 };
}

/** "day" when left out; INVALID_PARAMETER for anything but "day" and "hour". */
export function parseGranularity(given: string | undefined): Granularity {
  if (given === undefined) return 'day';
  if (given === 'day' || given === 'hour') return given;
  throw invalidParameter('granularity', given, '"day" or "hour"');
}
