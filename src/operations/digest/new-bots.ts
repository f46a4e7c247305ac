import type { TimeRange } from '../../domain/date-range.ts';
import { byCodePoint } from '../../domain/code-points.ts';
import { groupBy } from '../../domain/group-by.ts';
import { DAY_MS } from '../../domain/time.ts';
import type { Database } from '../../database/database.ts';
import { listFirstSeen, listOldSites } from '../../queries/alert-sites.ts';
import { LEAST_DAYS, NEW_AFTER_DAYS } from '../alerting/new-bots.ts';
import { leastVisitsOf } from '../alerting/sensitivity.ts';

/** What an alert raises unless its owner has decided otherwise. */
const LEAST_VISITS = leastVisitsOf(new Map()) ?? 1;

/**
 * The bots and robots that came to the sites in a period for the first time in 90 days, by site, those of most visits first.
 * A site whose events do not reach back far enough is missing: on it, all would be new.
 */
export async function listNewBots(
  db: Database,
  siteIds: readonly string[],
  { fromMs, untilMs }: TimeRange,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const old = await listOldSites(db, siteIds, fromMs - LEAST_DAYS * DAY_MS);
  const range = { fromMs: fromMs - NEW_AFTER_DAYS * DAY_MS, untilMs };
  const seen = old.length === 0 ? [] : await listFirstSeen(db, old, range, fromMs);
  const bySite = groupBy(
    seen.filter(({ visits, proven }) => visits >= LEAST_VISITS || proven > 0),
    ({ siteId }) => siteId,
  );
  return new Map(
    old.map((siteId) => {
      const bots = (bySite.get(siteId) ?? []).toSorted(
        (a, b) => b.visits - a.visits || byCodePoint(a.name, b.name),
      );
      return [siteId, [...new Set(bots.map(({ name }) => name))]];
    }),
  );
}
