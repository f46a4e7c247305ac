import { Refusal } from './refusal.ts';

export type Granularity = 'day' | 'hour';

/** Whole UTC days, both inclusive, and the same range as a half-open span of instants. */
export type DateRange = {
  readonly start: string;
  readonly end: string;
  readonly from: Date;
  readonly until: Date;
};

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** Seven days ago to today by default. Throws INVALID_DATE_RANGE if a date does not exist or start is after end. */
export function parseDateRange(start?: string | null, end?: string | null): DateRange {
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const fromMs = start == null ? today - 7 * DAY_MS : parseDay('start', start);
  const lastMs = end == null ? today : parseDay('end', end);
  if (fromMs > lastMs) {
    throw new Refusal('INVALID_DATE_RANGE', tooLate(fromMs, lastMs, start == null));
  }
  const [from, until] = [new Date(fromMs), new Date(lastMs + DAY_MS)];
  return { start: formatDay(fromMs), end: formatDay(lastMs), from, until };
}

function tooLate(fromMs: number, lastMs: number, byDefault: boolean): string {
  const [from, last] = [formatDay(fromMs), formatDay(lastMs)];
  if (!byDefault) return `start ${from} lies after end ${last}.`;
  return `end ${last} lies before the default start ${from} (7 days ago); pass start as well.`;
}

function parseDay(name: string, text: string): number {
  const midnight = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN;
  // Date rolls 2026-02-30 over to March
  if (!Number.isNaN(midnight) && text > '0001' && formatDay(midnight) === text) return midnight;
  throw new Refusal(
    'INVALID_DATE_RANGE',
    `${name} must be a calendar date as YYYY-MM-DD in the years 0001 to 9999; got ${JSON.stringify(text)}.`,
  );
}

function formatDay(instantMs: number): string {
  return new Date(instantMs).toISOString().slice(0, 10);
}

export type Counts = {
  readonly botVisits: number;
  readonly referrals: number;
  readonly conversions: number;
};

/** The counts of the day or hour that begins at `startsAt`. */
export type BucketCounts = Counts & { readonly startsAt: Date };

/** A point of a series. Its label is `YYYY-MM-DD` for a day and `YYYY-MM-DD HH:00` for an hour. */
export type Point = Counts & { readonly label: string };

const EMPTY: Counts = { botVisits: 0, referrals: 0, conversions: 0 };

/** Every bucket of the range, oldest first. Buckets without a row have zero counts. */
export function fillBuckets(
  { from, until }: DateRange,
  granularity: Granularity,
  rows: readonly BucketCounts[],
): Point[] {
  const counted = new Map(rows.map((row) => [row.startsAt.getTime(), row]));
  const stepMs = granularity === 'day' ? DAY_MS : HOUR_MS;
  const points: Point[] = [];
  for (let atMs = from.getTime(); atMs < until.getTime(); atMs += stepMs) {
    const { botVisits, referrals, conversions } = counted.get(atMs) ?? EMPTY;
    points.push({ label: formatBucket(atMs, granularity), botVisits, referrals, conversions });
  }
  return points;
}

function formatBucket(startMs: number, granularity: Granularity): string {
  const text = new Date(startMs).toISOString();
  return granularity === 'day' ? text.slice(0, 10) : `${text.slice(0, 10)} ${text.slice(11, 13)}:00`;
}
