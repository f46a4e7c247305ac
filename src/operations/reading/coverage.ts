import type { RequestContext } from '../../context.ts';
import { type TimeRange } from '../../domain/date-range.ts';
import { type RecordingSource, nameSources } from '../../domain/recording-source.ts';
import type { AccessibleSite } from '../../domain/site.ts';
import { EARLIEST_MS } from '../../domain/time.ts';
import { atOneMoment } from '../../database/at-one-moment.ts';
import { findFirstEvent, findLastEvent } from '../../queries/edge-events.ts';
import { findFirstFact } from '../../queries/first-fact.ts';
import { listSources } from '../../queries/recording-sources.ts';
import { findFirstSigned } from '../../queries/signatures.ts';
import { accessSite } from '../access.ts';
import { type RangeRequest, parseRange, requireSiteId, spend } from '../rules.ts';
import { attributionSince } from './attribution-since.ts';
import { listGaps } from './gaps.ts';

export type Coverage = {
  readonly range: TimeRange;
  /** Of the range. */
  readonly firstEventMs: number | undefined;
  readonly lastEventMs: number | undefined;
  /** Of all time: since when bot visits are recorded with a status, bytes or a verdict. */
  readonly factsSinceMs: number | undefined;
  /** Of all time: the first bot visit that was recorded with a signature. */
  readonly signaturesSinceMs: number | undefined;
  readonly rangesUpdatedMs: number | null;
  /** Since when it is looked up which LLM product sent the visitor of a conversion; null while it is not. */
  readonly attributionSinceMs: number | null;
  readonly attributionMinutes: number;
  /** Oldest first. */
  readonly gaps: readonly TimeRange[];
  readonly sources: readonly RecordingSource[];
};

/** Whether what is recorded of a site is complete. Draws on the budget "insight". */
export async function coverage(ctx: RequestContext, request: RangeRequest): Promise<Coverage> {
  await spend(ctx, 'insight');
  const siteId = requireSiteId(request.siteId);
  const range = parseRange(ctx, request);
  const site = await accessSite(ctx, siteId, 'read');
  const [{ facts, sources, ...found }, attributionSinceMs] = await Promise.all([
    readCoverage(ctx, site, range, EARLIEST_MS),
    attributionSince(ctx),
  ]);
  const { attributionMinutes } = ctx;
  const rangesUpdatedMs = ctx.rangesUpdatedAtMs?.() ?? null;
  return {
    ...{
      range,
      ...found,
      factsSinceMs: facts.firstMs,
      rangesUpdatedMs,
      attributionSinceMs,
      attributionMinutes,
    },
    sources: nameSources(sources),
  };
}

/** All of one moment, with the first fact from a day on: nearly always the first such day has it. */
async function readCoverage(
  ctx: RequestContext,
  site: AccessibleSite,
  range: TimeRange,
  factsFromMs: number,
) {
  const [firstEventMs, lastEventMs, facts, signaturesSinceMs, gaps, sources] = await atOneMoment(
    ctx.db,
    (moment) =>
      Promise.all([
        findFirstEvent(moment, site, range),
        findLastEvent(moment, site, range),
        findFirstFact(moment, site, factsFromMs),
        findFirstSigned(moment, site),
        listGaps(moment, site, range, ctx.nowMs),
        listSources(moment, site),
      ]),
  );
  if (facts.nextMs !== undefined) return readCoverage(ctx, site, range, facts.nextMs);
  return { firstEventMs, lastEventMs, facts, signaturesSinceMs, gaps, sources };
}
