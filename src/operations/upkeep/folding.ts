import type { TimeRange } from '../../domain/date-range.ts';
import { EARLIEST_MS, startOfDay } from '../../domain/time.ts';
import type { Database } from '../../database/database.ts';
import { isAway } from '../../database/lost-connection.ts';
import { findUncountedDays, recountCountryDay } from '../../queries/country-days.ts';
import { findUnfoldedDays, foldDay } from '../../queries/folded-pages.ts';
import { listAllSites } from '../../queries/sites.ts';

/** Why the closed days of a site could not be folded, or not all of them. */
export type NotFolded = { readonly siteId: string; readonly cause: unknown };

type FoldingParts = {
  readonly db: Database;
  readonly stop?: AbortSignal | undefined;
  readonly fewestEvents?: number;
};

/** A day with fewer events is counted from them as fast as from arrays. */
const FEWEST_EVENTS = 500;

/**
 * Prepares the days before today for long ranges, on every site: folds the pages of those with many events, and counts
 * the countries of those that an earlier release recorded. Yields the sites that fail, which does not keep the others
 * from their turn. Throws if the database is away.
 */
export async function* foldSites(
  { db, stop, fewestEvents = FEWEST_EVENTS }: FoldingParts,
  nowMs: number,
): AsyncGenerator<NotFolded> {
  const closed = { fromMs: EARLIEST_MS, untilMs: startOfDay(nowMs) };
  for (const { id: siteId } of await listAllSites(db)) {
    if (stop?.aborted === true) return;
    try {
      await foldSite({ db, stop, fewestEvents }, siteId, closed);
    } catch (cause) {
      if (isAway(cause)) throw cause;
      yield { siteId, cause };
    }
  }
}

async function foldSite(
  { db, stop, fewestEvents }: Required<FoldingParts>,
  siteId: string,
  closed: TimeRange,
): Promise<void> {
  for (const dayMs of await findUncountedDays(db, siteId, closed)) {
    if (stop?.aborted === true) return;
    await recountCountryDay(db, siteId, dayMs);
  }
  for (const day of await findUnfoldedDays(db, siteId, closed, fewestEvents)) {
    if (stop?.aborted === true) return;
    await foldDay(db, siteId, day);
  }
}
