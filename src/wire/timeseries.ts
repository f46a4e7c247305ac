import * as z from 'zod';
import type { TimeRange } from '../domain/date-range.ts';
import {
  BUCKET_MS,
  type Bucket,
  GRANULARITIES,
  type Granularity,
  emptyBucket,
} from '../domain/granularity.ts';
import { DAY_MS, HOUR_MS, formatDate, formatHour, formatInstant } from '../domain/time.ts';
import type { Timeseries } from '../operations/reading/timeseries.ts';
import { type Pieces, inChunks, itemsOf } from './chunks.ts';
import { COMPARE, RANGE, instant, totals } from './parts.ts';

export const GRANULARITY = {
  granularity: z.enum(GRANULARITIES).optional().meta({
    description: 'The length of each bucket; `hour` needs the Pro plan.',
    default: 'day',
    example: 'day',
  }),
};

export const timeseriesQuery = z.object({ ...RANGE, ...GRANULARITY, ...COMPARE });

const dailyPoint = z
  .object({ date: z.iso.date().meta({ description: 'A UTC day.' }), ...totals.shape })
  .meta({ id: 'DailyPoint' });

const hourlyPoint = z
  .object({
    datetime: z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2} \d{2}:00$/)
      .meta({ description: 'The beginning of a UTC hour.' }),
    ...totals.shape,
  })
  .meta({ id: 'HourlyPoint' });

export const pointSchema = z.union([dailyPoint, hourlyPoint]);

const daily = z
  .object({ granularity: z.literal('day'), ...series(dailyPoint) })
  .meta({ id: 'DailyTimeseries' });
const hourly = z
  .object({ granularity: z.literal('hour'), ...series(hourlyPoint) })
  .meta({ id: 'HourlyTimeseries' });

function series<Point extends z.ZodType>(point: Point) {
  return {
    data: z.array(point).meta({ description: 'A point for each day or hour of the range, in order.' }),
    previous: z
      .array(point)
      .optional()
      .meta({
        description:
          'With compare: a point of the earlier period for each point of data, in the same order. They are whole: do not ' +
          'compare them with points of data that end after complete_until.',
      }),
    complete_until: instant.optional().meta({
      description: 'With compare: the end of the range, or the arrival of the request if that is earlier.',
    }),
  };
}

/** The body of GET /api/v1/sites/{siteId}/timeseries. */
export const timeseriesSchema = z.discriminatedUnion('granularity', [daily, hourly]).meta({
  id: 'Timeseries',
  example: {
    granularity: 'day',
    data: [{ date: '2026-03-15', bot_visits: 120, referrals: 14, conversions: 0 }],
  },
});

/** The timeseries object in chunks. */
export function timeseriesChunks(timeseries: Timeseries): AsyncGenerator<string, void> {
  return inChunks(piecesOf(timeseries));
}

async function* piecesOf(timeseries: Timeseries): Pieces {
  const { granularity, range, pages, previous, completeUntilMs } = timeseries;
  yield [`{"granularity":"${granularity}","data":[`];
  yield* itemsOf(pointTexts(granularity, [range], pages));
  if (previous !== undefined) {
    yield ['],"previous":['];
    yield* itemsOf(pointTexts(granularity, previous.spans, previous.pages));
    yield [`],"complete_until":"${formatInstant(completeUntilMs)}"}`];
  } else yield [']}'];
}

/** A point with the names of the specification. */
export function pointObject(granularity: Granularity, bucket: Bucket): z.input<typeof pointSchema> {
  const { startMs, botVisits: bot_visits, referrals, conversions } = bucket;
  const counts = { bot_visits, referrals, conversions };
  return granularity === 'day'
    ? { date: formatDate(startMs), ...counts }
    : { datetime: formatHour(startMs), ...counts };
}

/**
 * The points of the spans, each after a comma, page by page: those of each page with the empty ones before them. The
 * pages have the buckets with events, oldest first. Spans follow each other; the last day of one may come again in the
 * next.
 */
export async function* pointTexts(
  granularity: Granularity,
  spans: readonly TimeRange[],
  pages: AsyncIterable<readonly Bucket[]> | Iterable<readonly Bucket[]>,
): AsyncGenerator<IterableIterator<string>, void> {
  const unread = Symbol.asyncIterator in pages ? pages[Symbol.asyncIterator]() : pages[Symbol.iterator]();
  let held: readonly Bucket[] = [];
  for (const { fromMs, untilMs } of spans) {
    let atMs = fromMs;
    for (;;) {
      const within = held.filter(({ startMs }) => startMs >= atMs && startMs < untilMs);
      yield pointsUpTo(granularity, atMs, within);
      const last = within.at(-1);
      if (last) atMs = last.startMs + BUCKET_MS[granularity];
      if (held.some(({ startMs }) => startMs >= untilMs)) break;
      const next = await unread.next();
      if (next.done === true) break;
      held = [...held.filter(({ startMs }) => startMs >= untilMs - DAY_MS), ...next.value];
    }
    yield emptyPoints(granularity, atMs, untilMs);
  }
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

/** The text of `pointObject` after a comma, made in a third of the time. */
function point(granularity: Granularity, { startMs, botVisits, referrals, conversions }: Bucket): string {
  const label =
    granularity === 'day' ? `"date":"${formatDate(startMs)}"` : `"datetime":"${formatHour(startMs)}"`;
  return `,{${label},"bot_visits":${botVisits},"referrals":${referrals},"conversions":${conversions}}`;
}

/** The points of a day without events, split where its date belongs. */
const EMPTY_DAYS: Readonly<Record<Granularity, readonly string[]>> = {
  day: point('day', emptyBucket(0)).split(formatDate(0)),
  hour: Array.from({ length: 24 }, (_, hour) => point('hour', emptyBucket(hour * HOUR_MS)))
    .join('')
    .split(formatDate(0)),
};
