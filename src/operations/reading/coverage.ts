import type { RequestContext } from '../../context.ts';
import { type TimeRange } from '../../domain/date-range.ts';
import { type RecordingSource, nameSources } from '../../domain/recording-source.ts';
import type { AccessibleSite } from '../../domain/site.ts';
import { EARLIEST_MS } from '../../domain/time.ts';
import { atOneMoment } from '../../database/at-one-moment.ts';
import { findFirstEvent, findLastEvent } from '../../queries/edge-events.ts';
import { findFirstFact } from '../../queries/first-fact.ts';
import { listSources } from '../../queries/recording-sources.ts';
import { accessSite } from '../access.ts';
import { type RangeRequest, parseRange, requireSiteId, spend } from '../rules.ts';
import { listGaps } from './gaps.ts';

export type Coverage = {
  readonly range: TimeRange;
  /** Of the range. */
  readonly firstEventMs: number | undefined;
  readonly lastEventMs: number | undefined;
  /** Of all time: since when bot visits are recorded with a status, bytes or a verdict. */
  readonly factsSinceMs: number | undefined;
  readonly rangesUpdatedMs: number | null;
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
  const { facts, sources, ...found } = await readCoverage(ctx, site, range, EARLIEST_MS);
  const rangesUpdatedMs = ctx.rangesUpdatedAtMs?.() ?? null;
  return {
    ...{ range, ...found, factsSinceMs: facts.firstMs, rangesUpdatedMs },
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
  const [firstEventMs, lastEventMs, facts, gaps, sources] = await atOneMoment(ctx.db, (moment) =>
    Promise.all([
      findFirstEvent(moment, site, range),
      findLastEvent(moment, site, range),
      findFirstFact(moment, site, factsFromMs),
      listGaps(moment, site, range, ctx.nowMs),
      listSources(moment, site),
    ]),
  );
  if (facts.nextMs !== undefined) return readCoverage(ctx, site, range, facts.nextMs);
  return { firstEventMs, lastEventMs, facts, gaps, sources };
}
