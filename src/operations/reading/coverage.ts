import type { RequestContext } from '../../context.ts';
import { type TimeRange } from '../../domain/date-range.ts';
import { USUAL_MS, findGaps } from '../../domain/gaps.ts';
import { type RecordingSource, nameSources } from '../../domain/recording-source.ts';
import type { AccessibleSite } from '../../domain/site.ts';
import { DAY_MS, EARLIEST_MS, startOfHour } from '../../domain/time.ts';
import { listBusyHours } from '../../queries/busy-hours.ts';
import { findFirstEvent, findLastEvent } from '../../queries/edge-events.ts';
import { findFirstFact } from '../../queries/first-fact.ts';
import { listSources } from '../../queries/recording-sources.ts';
import { accessSite } from '../access.ts';
import { type RangeRequest, parseRange, requireSiteId, spend } from '../rules.ts';

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

/** Gaps are looked for in as many days, the last of the range: the work is bounded for ranges of any width. */
export const GAP_DAYS = 400;

/** Whether what is recorded of a site is complete. Draws on the budget "insight". */
export async function coverage(ctx: RequestContext, request: RangeRequest): Promise<Coverage> {
  await spend(ctx, 'insight');
  const siteId = requireSiteId(request.siteId);
  const range = parseRange(ctx, request);
  const site = await accessSite(ctx, siteId, 'read');
  const { db } = ctx;
  const [firstEventMs, lastEventMs, factsSinceMs, gaps, sources] = await Promise.all([
    findFirstEvent(db, site, range),
    findLastEvent(db, site, range),
    findFirstFact(db, site),
    gapsOf(ctx, site, range),
    listSources(db, site),
  ]);
  const rangesUpdatedMs = ctx.rangesUpdatedAtMs?.() ?? null;
  const edges = { firstEventMs, lastEventMs, factsSinceMs, rangesUpdatedMs };
  return { range, ...edges, gaps, sources: nameSources(sources) };
}

/** The hour under way is not over: nothing is missing in it yet. */
async function gapsOf(
  { db, nowMs }: RequestContext,
  site: AccessibleSite,
  range: TimeRange,
): Promise<readonly TimeRange[]> {
  const untilMs = Math.min(range.untilMs, startOfHour(nowMs));
  const fromMs = Math.max(range.fromMs, untilMs - GAP_DAYS * DAY_MS);
  if (fromMs >= untilMs) return [];
  const busy = await listBusyHours(db, site, { fromMs: Math.max(EARLIEST_MS, fromMs - USUAL_MS), untilMs });
  return findGaps(busy, { fromMs, untilMs });
}
