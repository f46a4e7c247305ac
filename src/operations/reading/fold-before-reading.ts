import pLimit, { type LimitFunction } from 'p-limit';
import type { RequestContext } from '../../context.ts';
import type { TimeRange } from '../../domain/date-range.ts';
import type { AccessibleSite } from '../../domain/site.ts';
import { startOfDay } from '../../domain/time.ts';
import type { Database } from '../../database/database.ts';
import { foldDay } from '../../queries/folded-pages.ts';
import { type DayCount, findLiveDays } from '../../queries/unfolded-pages.ts';

/** So many events are counted in a fraction of a second, on a slow machine too. */
const MOST_LIVE = 150_000;

/**
 * Folds the largest closed days of a range until a list of its pages counts few events. It does so only where a database
 * runs one statement at a time: there a list that counts millions would keep all others waiting, who have their turn
 * after each day that is folded. Upkeep folds the same days a little later.
 */
export async function foldBeforeReading(
  { db, nowMs }: Pick<RequestContext, 'db' | 'nowMs'>,
  site: AccessibleSite<'view'>,
  { fromMs, untilMs }: TimeRange,
  mostLive = MOST_LIVE,
): Promise<void> {
  if (!db.isOneSession) return;
  const closed = { fromMs, untilMs: Math.min(untilMs, startOfDay(nowMs)) };
  const findDue = async () => dueOf(await findLiveDays(db, site, closed), mostLive);
  if ((await findDue()).length === 0) return;
  // lists that are asked for together need the same days
  await turnsOf(db)(async () => {
    for (const day of await findDue()) await foldDay(db, site.id, day);
  });
}

/** The first of the days, so many that the others have at most `mostLive` events. */
function dueOf(days: readonly DayCount[], mostLive: number): readonly DayCount[] {
  let events = days.reduce((sum, day) => sum + day.events, 0);
  return days.filter((day) => {
    const isDue = events > mostLive;
    events -= day.events;
    return isDue;
  });
}

const turns = new WeakMap<Database, LimitFunction>();

function turnsOf(db: Database): LimitFunction {
  const known = turns.get(db) ?? pLimit(1);
  turns.set(db, known);
  return known;
}
