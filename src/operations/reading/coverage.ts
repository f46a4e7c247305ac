import type { RequestContext } from '../../context.ts';
import { type TimeRange } from '../../domain/date-range.ts';
import { USUAL_MS, findGaps } from '../../domain/gaps.ts';
import { type RecordingSource, nameSources } from '../../domain/recording-source.ts';
import type { AccessibleSite } from '../../domain/site.ts';
import { DAY_MS, EARLIEST_MS, startOfHour } from '../../domain/time.ts';
import { type Readable, atOneMoment } from '../../database/at-one-moment.ts';
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
      gapsOf(moment, site, searchedFor(range, ctx.nowMs)),
      listSources(moment, site),
    ]),
  );
  if (facts.nextMs !== undefined) return readCoverage(ctx, site, range, facts.nextMs);
  return { firstEventMs, lastEventMs, facts, gaps, sources };
}

/** Where gaps are searched for. The hour under way is not over: nothing is missing in it yet. */
function searchedFor(range: TimeRange, nowMs: number): TimeRange {
  const untilMs = Math.min(range.untilMs, startOfHour(nowMs));
  return { fromMs: Math.max(range.fromMs, untilMs - GAP_DAYS * DAY_MS), untilMs };
}

async function gapsOf(db: Readable, site: AccessibleSite, range: TimeRange): Promise<readonly TimeRange[]> {
  if (range.fromMs >= range.untilMs) return [];
  const usualFromMs = Math.max(EARLIEST_MS, range.fromMs - USUAL_MS);
  return findGaps(await listBusyHours(db, site, { fromMs: usualFromMs, untilMs: range.untilMs }), range);
}
