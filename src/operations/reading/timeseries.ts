import type { RequestContext } from '../../context.ts';
import { type TimeRange, parseDateRange } from '../../domain/date-range.ts';
import { BUCKET_MS, type Bucket, type Granularity, parseGranularity } from '../../domain/granularity.ts';
import { Refusal } from '../../domain/refusal.ts';
import { countByBucket } from '../../queries/timeseries.ts';
import { accessSite } from '../access.ts';
import { type Given, requirePro, requireSiteId, single, spend } from '../rules.ts';

export type TimeseriesQuestion = {
  readonly siteId: string;
  readonly start: Given;
  readonly end: Given;
  readonly granularity: Given;
  /** The most points the door can carry; none for a door that streams. */
  readonly maxPoints?: number;
};

export type Timeseries = {
  readonly granularity: Granularity;
  readonly range: TimeRange;
  /** The buckets that have events, oldest first, read page by page as they are asked for. */
  readonly pages: AsyncGenerator<readonly Bucket[]>;
};

/** Counts of one site by day or hour over whole days. Draws on the budget "timeseries"; hours require Pro. */
export async function timeseries(ctx: RequestContext, question: TimeseriesQuestion): Promise<Timeseries> {
  await spend(ctx, 'timeseries');
  const siteId = requireSiteId(question.siteId);
  const range = parseDateRange(
    { start: single('start', question.start), end: single('end', question.end) },
    ctx.nowMs,
  );
  const granularity = parseGranularity(single('granularity', question.granularity));
  requireFewPoints(range, granularity, question.maxPoints);
  const site = await accessSite(ctx, siteId, 'read');
  if (granularity === 'hour') requirePro(ctx);
  return { granularity, range, pages: countByBucket(ctx.db, site, range, granularity) };
}

function requireFewPoints(range: TimeRange, granularity: Granularity, maxPoints = Infinity): void {
  const points = (range.untilMs - range.fromMs) / BUCKET_MS[granularity];
  if (points <= maxPoints) return;
  throw new Refusal('INVALID_PARAMETER', {
    message: `The range has ${points} points; at most ${maxPoints} are answered here. Narrow start and end, or ask REST, which streams any range.`,
  });
}
