import type { RequestContext } from '../context.ts';
import { BUCKET_MS, type Bucket, type Granularity } from '../domain/granularity.ts';
import { fillBuckets } from '../domain/series.ts';
import { formatDate, formatHour } from '../domain/time.ts';
import {
  type Timeseries,
  type TimeseriesRequest,
  WHOLE_POINTS,
  countPoints,
  readAll,
  timeseries,
} from '../operations/reading/timeseries.ts';
import type { TimeRange } from '../domain/date-range.ts';
import type { ListLengths } from '../execution/largest-answer.ts';
import { NULL_ON_ERROR, builder, paid } from './builder.ts';
import { GapType } from './gap.ts';
import { comparisonArguments, dateArguments } from './report-arguments.ts';
import { SiteType } from './sites.ts';

export type Point = Bucket & { readonly granularity: Granularity };
type Series = {
  readonly granularity: Granularity;
  /** Made when they are selected: the rows alone take less memory. */
  readonly points: () => readonly Point[];
  /** Null without a comparison. */
  readonly previousPoints: () => readonly Point[] | null;
  readonly gaps: () => Promise<readonly TimeRange[]>;
  /** Null without a comparison. */
  readonly previousGaps: () => Promise<readonly TimeRange[]> | null;
  readonly completeUntilMs: number;
};

/** The most points of a response, which is built in memory, of one moment; REST streams instead. */
export const MAX_POINTS = WHOLE_POINTS;
/** More than a year of days. */
const MANY_POINTS = 400;

export const GranularityType = builder.enumType('Granularity', {
  description: 'The length of the buckets of a timeseries.',
  values: {
    DAY: { value: 'day', description: 'UTC days; available on every plan.' },
    HOUR: { value: 'hour', description: 'UTC hours; requires the Pro plan (PLAN_REQUIRED).' },
  } as const,
});

export const TimeseriesPointType = builder.objectRef<Point>('TimeseriesPoint').implement({
  description: 'The number of events in one bucket of time.',
  fields: (t) => ({
    startsAt: t.expose('startMs', {
      type: 'DateTime',
      description: 'When the bucket begins, of daily and hourly points alike.',
    }),
    date: t.field({
      type: 'Date',
      nullable: true,
      description: 'The day of a daily point; null on hourly points.',
      resolve: ({ granularity, startMs }) => (granularity === 'day' ? formatDate(startMs) : null),
    }),
    datetime: t.string({
      nullable: true,
      description: 'The hour of an hourly point as "YYYY-MM-DD HH:00" in UTC; null on daily points.',
      resolve: ({ granularity, startMs }) => (granularity === 'hour' ? formatHour(startMs) : null),
    }),
    botVisits: t.expose('botVisits', { type: 'SafeInt', description: 'Visits by AI bots.' }),
    referrals: t.expose('referrals', { type: 'SafeInt', description: 'Visits from links in LLM products.' }),
    conversions: t.expose('conversions', { type: 'SafeInt', description: 'Conversions.' }),
  }),
});

const TimeseriesType = builder.objectRef<Series>('Timeseries').implement({
  description: 'The events of a site over time.',
  fields: (t) => ({
    granularity: t.expose('granularity', {
      type: GranularityType,
      description: 'The length of each bucket.',
    }),
    data: t.field({
      type: [TimeseriesPointType],
      description:
        'One point per bucket, oldest first, without gaps: buckets without events have counts of 0.',
      resolve: ({ points }) => points(),
    }),
    previous: t.field({
      type: [TimeseriesPointType],
      nullable: true,
      description:
        'With compare, the point of the earlier period for each point of data, in the same order; null without. They ' +
        'are whole: do not compare them with points of data that end after completeUntil. With PREVIOUS_YEAR, ' +
        '28 February comes again for a 29 February.',
      resolve: ({ previousPoints }) => previousPoints(),
    }),
    gaps: t.field({
      type: [GapType],
      ...NULL_ON_ERROR,
      description:
        'When nothing at all was recorded, as in coverage: what points count of these hours is missing, not 0. Null on ' +
        'QUERY_TIMEOUT.',
      resolve: ({ gaps }) => gaps(),
    }),
    previousGaps: t.field({
      type: [GapType],
      nullable: true,
      description: 'The same of the earlier period; null without compare.',
      resolve: ({ previousGaps }) => previousGaps(),
    }),
    completeUntil: t.expose('completeUntilMs', {
      type: 'DateTime',
      description: 'The end of the range, or the arrival of the request if that is earlier.',
    }),
  }),
});

/** The points of the range. Too many for a response are refused by the operation. */
const pointsOf: ListLengths = ({ start, end, granularity, compare }, ctx) => {
  const points = countPoints(
    ctx as RequestContext,
    { start, end } as Dates,
    granularity as Granularity | null,
  );
  return points > MAX_POINTS ? {} : { data: points, previous: typeof compare === 'string' ? points : 0 };
};

type Dates = Pick<TimeseriesRequest, 'start' | 'end'>;

builder.objectField(SiteType, 'timeseries', (t) =>
  t.field({
    type: TimeseriesType,
    ...paid(pointsOf),
    description:
      'Counts by day or hour. Costs one unit of the budget "timeseries", with compare two. Null on RATE_LIMITED, ' +
      'INVALID_DATE_RANGE, PLAN_REQUIRED, or INVALID_PARAMETER if the range has more than ' +
      `${MAX_POINTS} points; REST has no such limit.`,
    args: {
      ...dateArguments,
      granularity: t.arg({
        type: GranularityType,
        defaultValue: 'day',
        description: 'The length of each bucket; null means DAY.',
      }),
      ...comparisonArguments,
    },
    resolve: ({ id }, args, ctx) => wholeSeries(ctx, { siteId: id, ...args, maxPoints: MAX_POINTS }),
  }),
);

async function wholeSeries(ctx: RequestContext, request: TimeseriesRequest): Promise<Series> {
  const { granularity, range, pages, gaps, previous, completeUntilMs } = await timeseries(ctx, request);
  const points = (range.untilMs - range.fromMs) / BUCKET_MS[granularity];
  const gather = (some: Timeseries['pages']) =>
    points > MANY_POINTS ? ctx.readLarge(() => readAll(some)) : readAll(some);
  const [counted, countedBefore] = await Promise.all([gather(pages), previous && gather(previous.pages)]);
  return {
    granularity,
    points: () => pointsIn([range], granularity, counted),
    previousPoints: () =>
      previous && countedBefore ? pointsIn(previous.spans, granularity, countedBefore) : null,
    gaps: () => ctx.readLarge(gaps),
    previousGaps: () => (previous ? ctx.readLarge(previous.gaps) : null),
    completeUntilMs,
  };
}

function pointsIn(
  spans: readonly TimeRange[],
  granularity: Granularity,
  counted: readonly Bucket[],
): readonly Point[] {
  return fillBuckets(spans, granularity, counted).map(({ startMs, botVisits, referrals, conversions }) => {
    return { granularity, startMs, botVisits, referrals, conversions };
  });
}
