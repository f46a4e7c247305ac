import type { TimeRange } from '../../domain/date-range.ts';
import { USUAL_MS, findGaps } from '../../domain/gaps.ts';
import type { AccessibleSite } from '../../domain/site.ts';
import { DAY_MS, EARLIEST_MS, startOfHour } from '../../domain/time.ts';
import type { Readable } from '../../database/at-one-moment.ts';
import { listBusyHours } from '../../queries/busy-hours.ts';

/** Gaps are looked for in as many days, the last of the range: the work is bounded for ranges of any width. */
export const GAP_DAYS = 400;

/** The gaps of a range, oldest first. The hour under way is not over: nothing is missing in it yet. */
export async function listGaps(
  db: Readable,
  site: AccessibleSite<'view'>,
  { fromMs, untilMs }: TimeRange,
  nowMs: number,
): Promise<readonly TimeRange[]> {
  const overMs = Math.min(untilMs, startOfHour(nowMs));
  const searched = { fromMs: Math.max(fromMs, overMs - GAP_DAYS * DAY_MS), untilMs: overMs };
  if (searched.fromMs >= searched.untilMs) return [];
  const usualFromMs = Math.max(EARLIEST_MS, searched.fromMs - USUAL_MS);
  return findGaps(await listBusyHours(db, site, { fromMs: usualFromMs, untilMs: overMs }), searched);
}
