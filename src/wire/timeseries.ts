import { z } from 'zod';
import type { TimeRange } from '../domain/date-range.ts';
import { BUCKET_MS, type Bucket, type Granularity, emptyBucket } from '../domain/granularity.ts';
import { DAY_MS, HOUR_MS, formatDate, formatHour } from '../domain/time.ts';
import type { Timeseries } from '../operations/reading/timeseries.ts';
import { RANGE, count } from './parts.ts';

const granularity = z.enum(['day', 'hour']);

export const timeseriesQuery = z.object({
  ...RANGE,
  granularity: granularity.optional().meta({
    description: 'The length of each bucket; `hour` needs the Pro plan.',
    default: 'day',
    example: 'day',
  }),
});

const counts = {
  bot_visits: count.meta({ description: 'Visits of AI bots.' }),
  referrals: count.meta({ description: 'Clicks from LLM products.' }),
  conversions: count.meta({ description: 'Goals reached.' }),
};

export const dailyPoint = z
  .object({ date: z.iso.date().meta({ description: 'A UTC day.' }), ...counts })
  .meta({ id: 'DailyPoint' });

export const hourlyPoint = z
  .object({
    datetime: z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2} \d{2}:00$/)
      .meta({ description: 'The beginning of a UTC hour.' }),
    ...counts,
  })
  .meta({ id: 'HourlyPoint' });

const daily = z
  .object({
    granularity: z.literal('day'),
    data: z.array(dailyPoint).meta({ description: 'A point for each day or hour of the range, in order.' }),
  })
  .meta({ id: 'DailyTimeseries' });

const hourly = z
  .object({
    granularity: z.literal('hour'),
    data: z.array(hourlyPoint).meta({ description: 'A point for each day or hour of the range, in order.' }),
  })
  .meta({ id: 'HourlyTimeseries' });

/** The body of GET /api/v1/sites/{siteId}/timeseries. */
export const timeseriesSchema = z.discriminatedUnion('granularity', [daily, hourly]).meta({
  id: 'Timeseries',
  example: {
    granularity: 'day',
    data: [{ date: '2026-03-15', bot_visits: 120, referrals: 14, conversions: 0 }],
  },
});

const CHUNK_LENGTH = 32_768;

/** The timeseries object in chunks of about 32 kB. */
export async function* timeseriesChunks({
  granularity,
  range,
  pages,
}: Timeseries): AsyncGenerator<string, void> {
  let chunk = `{"granularity":"${granularity}","data":[`;
  let separator = '';
  for await (const points of pointsByPage(granularity, range, pages)) {
    for (const text of points) {
      chunk += separator + text;
      separator = ',';
      if (chunk.length < CHUNK_LENGTH) continue;
      yield chunk;
      chunk = '';
    }
  }
  yield `${chunk}]}`;
}

/** A point with the names of the specification. */
export function pointObject(
  granularity: Granularity,
  { startMs, botVisits: bot_visits, referrals, conversions }: Bucket,
) {
  const counts = { bot_visits, referrals, conversions };
  return granularity === 'day'
    ? { date: formatDate(startMs), ...counts }
    : { datetime: formatHour(startMs), ...counts };
}

/** The points page by page, each page with the empty points before it, then the remaining empty points. */
async function* pointsByPage(
  granularity: Granularity,
  range: TimeRange,
  pages: AsyncIterable<readonly Bucket[]>,
): AsyncGenerator<Iterable<string>, void> {
  let atMs = range.fromMs;
  for await (const page of pages) {
    yield pointsUpTo(granularity, atMs, page);
    const last = page.at(-1);
    if (last) atMs = last.startMs + BUCKET_MS[granularity];
  }
  yield emptyPoints(granularity, atMs, range.untilMs);
}

function* pointsUpTo(
  granularity: Granularity,
  fromMs: number,
  page: readonly Bucket[],
): Generator<string, void> {
  let atMs = fromMs;
  for (const bucket of page) {
    yield* emptyPoints(granularity, atMs, bucket.startMs);
    yield point(granularity, bucket);
    atMs = bucket.startMs + BUCKET_MS[granularity];
  }
}

/** A whole day without events is one text with its date filled in. */
function* emptyPoints(granularity: Granularity, fromMs: number, untilMs: number): Generator<string, void> {
  const emptyDay = EMPTY_DAYS[granularity];
  for (let atMs = fromMs; atMs < untilMs;) {
    const wholeDay = atMs % DAY_MS === 0 && atMs + DAY_MS <= untilMs;
    yield wholeDay ? emptyDay.join(formatDate(atMs)) : point(granularity, emptyBucket(atMs));
    atMs += wholeDay ? DAY_MS : HOUR_MS;
  }
}

function point(granularity: Granularity, { startMs, botVisits, referrals, conversions }: Bucket): string {
  const label =
    granularity === 'day' ? `"date":"${formatDate(startMs)}"` : `"datetime":"${formatHour(startMs)}"`;
  return `{${label},"bot_visits":${botVisits},"referrals":${referrals},"conversions":${conversions}}`;
}

/** The points of a day without events, split where its date belongs. */
const EMPTY_DAYS: Readonly<Record<Granularity, readonly string[]>> = {
  day: point('day', emptyBucket(0)).split(formatDate(0)),
  hour: Array.from({ length: 24 }, (_, hour) => point('hour', emptyBucket(hour * HOUR_MS)))
    .join(',')
    .split(formatDate(0)),
};
