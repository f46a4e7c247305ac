import type { RequestContext } from '../../context.ts';
import { type TimeRange } from '../../domain/date-range.ts';
import { BUCKET_MS, type Bucket, GRANULARITIES, type Granularity } from '../../domain/granularity.ts';
import { once } from '../../domain/once.ts';
import { Refusal } from '../../domain/refusal.ts';
import { type Readable, atOneMoment } from '../../database/at-one-moment.ts';
import { countBuckets, countByBucket } from '../../queries/timeseries.ts';
import type { AccessibleSite } from '../../domain/site.ts';
import { accessAgain, accessSite } from '../access.ts';
import {
  type ComparedRequest,
  type RangeRequest,
  type RawParameter,
  parseComparison,
  parseRange,
  parseWord,
  requireHours,
  requireSiteId,
  spend,
  unitsOf,
} from '../rules.ts';
import { listGapsBriefly } from './gaps.ts';

export type TimeseriesRequest = ComparedRequest & {
  /** "day", which is usual, or "hour". */
  readonly granularity?: RawParameter;
  /** The most points that the door can return; left out by a door that streams. */
  readonly maxPoints?: number;
};

export type Timeseries = {
  readonly granularity: Granularity;
  readonly range: TimeRange;
  /** The buckets with events, oldest first; each page is read when it is needed. Up to `WHOLE_POINTS` are one page. */
  readonly pages: AsyncGenerator<readonly Bucket[]>;
  /** When nothing was recorded though it is usual (`listGapsBriefly`), read once, when it is needed. */
  readonly gaps: () => Promise<readonly TimeRange[]>;
  /** What the range is compared with; undefined without a comparison. */
  readonly previous: PreviousSeries | undefined;
  /** The end of the range, or the time of the request if that is earlier. */
  readonly completeUntilMs: number;
};

export type PreviousSeries = {
  readonly period: TimeRange;
  /** One bucket of these for each of the range, in its order; some may come twice. */
  readonly spans: readonly TimeRange[];
  readonly pages: AsyncGenerator<readonly Bucket[]>;
  /** Those of the period. */
  readonly gaps: Timeseries['gaps'];
};

/** So many points are of one moment, with those they are compared with. What is longer can only be streamed. */
export const WHOLE_POINTS = 10_000;

/**
 * Counts of one site by day or hour over whole days. Draws on the budget "timeseries", with a comparison twice; hours
 * require a plan that has them.
 */
export async function timeseries(ctx: RequestContext, request: TimeseriesRequest): Promise<Timeseries> {
  await spend(ctx, 'timeseries', unitsOf(request));
  const siteId = requireSiteId(request.siteId);
  const range = parseRange(ctx, request);
  const granularity = parseGranularity(request.granularity);
  requireFewPoints(range, granularity, request.maxPoints);
  const previous = parseComparison(ctx, range, request);
  const site = await accessSite(ctx, siteId, 'view');
  if (granularity === 'hour') requireHours(ctx);
  const isWhole = range.untilMs - range.fromMs <= WHOLE_POINTS * BUCKET_MS[granularity];
  const spans = { range, previous: previous?.period, granularity };
  const gapsOf = (searched: TimeRange) => once(() => listGapsBriefly(ctx.db, site, searched, ctx.nowMs));
  const counted = isWhole ? countWhole(ctx.db, site, spans) : countPages(ctx, site, spans);
  return {
    granularity,
    range,
    pages: counted.pages,
    gaps: gapsOf(range),
    previous: previous && {
      period: previous.period,
      spans: previous.spansUntil(range.untilMs),
      pages: counted.previousPages,
      gaps: gapsOf(previous.period),
    },
    completeUntilMs: Math.min(range.untilMs, ctx.nowMs),
  };
}

type Spans = Pick<Timeseries, 'range' | 'granularity'> & { readonly previous: TimeRange | undefined };
type CountedSpans = Record<'pages' | 'previousPages', Timeseries['pages']>;

/** Both are read when one of them is needed. */
function countWhole(db: Readable, site: AccessibleSite<'view'>, spans: Spans): CountedSpans {
  const { range, previous, granularity } = spans;
  const count = async (moment: Readable, span: TimeRange | undefined) =>
    span ? countBuckets(moment, site, span, granularity) : [];
  let both: Promise<(readonly Bucket[])[]> | undefined;
  async function* page(index: 0 | 1) {
    both ??= atOneMoment(db, (moment) => Promise.all([range, previous].map((span) => count(moment, span))));
    yield (await both)[index] ?? [];
  }
  return { pages: page(0), previousPages: page(1) };
}

/** Whoever may no longer read the site while its pages are read gets an error, and no series that only looks whole. */
function countPages(ctx: RequestContext, site: AccessibleSite<'view'>, spans: Spans): CountedSpans {
  const { range, previous = range, granularity } = spans;
  const pagesOf = (span: TimeRange) =>
    whileAccessible(ctx, site, countByBucket(ctx.db, site, span, granularity));
  return { pages: pagesOf(range), previousPages: pagesOf(previous) };
}

async function* whileAccessible(
  ctx: RequestContext,
  site: AccessibleSite<'view'>,
  pages: AsyncGenerator<readonly Bucket[]>,
): AsyncGenerator<readonly Bucket[]> {
  for await (const page of pages) {
    await accessAgain(ctx, site);
    yield page;
  }
  // a site that is being deleted has no further pages
  await accessAgain(ctx, site);
}

/** All buckets of a page after the other. */
export async function readAll(pages: Timeseries['pages']): Promise<readonly Bucket[]> {
  const counted: Bucket[] = [];
  for await (const page of pages) counted.push(...page);
  return counted;
}

/** The unit of the buckets. Throws INVALID_PARAMETER. */
export function parseGranularity(raw: RawParameter): Granularity {
  return parseWord('granularity', raw, GRANULARITIES) ?? 'day';
}

/** How many points an answer has, for a door that must know before it asks. Throws what the operation throws. */
export function countPoints(
  ctx: RequestContext,
  request: Pick<RangeRequest, 'start' | 'end'>,
  granularity: RawParameter,
): number {
  const { fromMs, untilMs } = parseRange(ctx, request);
  return (untilMs - fromMs) / BUCKET_MS[parseGranularity(granularity)];
}

/** Throws INVALID_PARAMETER if a door cannot return so many points. */
export function requireFewPoints(
  range: TimeRange,
  granularity: Granularity,
  maxPoints = Infinity,
  advice = 'Use a shorter range, or REST, which has no limit.',
): void {
  const points = (range.untilMs - range.fromMs) / BUCKET_MS[granularity];
  if (points <= maxPoints) return;
  const [has, most] = [points.toLocaleString('en'), maxPoints.toLocaleString('en')];
  throw new Refusal('INVALID_PARAMETER', {
    message: `The range has ${has} points; the limit here is ${most}. ${advice}`,
  });
}
