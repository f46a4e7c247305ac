import type { TimeRange } from '../../domain/date-range.ts';
import { USUAL_MS, findGaps, mayHaveGaps } from '../../domain/gaps.ts';
import type { AccessibleSite } from '../../domain/site.ts';
import { DAY_MS, EARLIEST_MS, startOfHour } from '../../domain/time.ts';
import type { Readable } from '../../database/at-one-moment.ts';
import { listBusyHours } from '../../queries/busy-hours.ts';

/** Gaps are looked for in as many days, the last of the range: the work is bounded for ranges of any width. */
export const GAP_DAYS = 400;

/** The gaps of a range, oldest first, in one read. The hour under way is not over: nothing is missing in it yet. */
export async function listGaps(
  db: Readable,
  site: AccessibleSite<'view'>,
  range: TimeRange,
  nowMs: number,
): Promise<readonly TimeRange[]> {
  const searched = searchedIn(range, nowMs);
  if (searched === undefined) return [];
  return findGaps(await listBusyHours(db, site, { ...searched, fromMs: usualFrom(searched) }), searched);
}

/** The same in two reads, of which the second, of the weeks before, is left out where no stretch is empty for long. */
export async function listGapsBriefly(
  db: Readable,
  site: AccessibleSite<'view'>,
  range: TimeRange,
  nowMs: number,
): Promise<readonly TimeRange[]> {
  const searched = searchedIn(range, nowMs);
  if (searched === undefined) return [];
  const busy = await listBusyHours(db, site, searched);
  if (!mayHaveGaps(busy, searched)) return [];
  const before = { fromMs: usualFrom(searched), untilMs: searched.fromMs };
  return findGaps([...(await listBusyHours(db, site, before)), ...busy], searched);
}

/** Undefined if none of the range is over. */
function searchedIn({ fromMs, untilMs }: TimeRange, nowMs: number): TimeRange | undefined {
  const overMs = Math.min(untilMs, startOfHour(nowMs));
  const searched = { fromMs: Math.max(fromMs, overMs - GAP_DAYS * DAY_MS), untilMs: overMs };
  return searched.fromMs < searched.untilMs ? searched : undefined;
}

const usualFrom = ({ fromMs }: TimeRange): number => Math.max(EARLIEST_MS, fromMs - USUAL_MS);
