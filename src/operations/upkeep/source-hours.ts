import { DAY_MS, HOUR_MS, startOfHour } from '../../domain/time.ts';
import type { Database } from '../../database/database.ts';
import { type OldHours, deleteSourceHours, listSitesWithOldHours } from '../../queries/source-hours.ts';
import { lookAtSites, pagesOfSites } from './due-sites.ts';

type Deleting = {
  readonly db: Database;
  readonly stop: AbortSignal;
  readonly onFailed: (cause: unknown, what: string, site: object) => void;
};

/** So long can be told whether a source has fallen silent. */
const KEEP_MS = 70 * DAY_MS;

/** Hours of hundreds of sites that are deleted in a statement: once an hour, one is due. */
const STEP_MS = 2 * HOUR_MS;

/** Deletes what the sources of all sites sent more than 70 days ago. Throws if the database is away. */
export async function deleteOldSourceHours(deleting: Deleting, nowMs: number): Promise<void> {
  const { db, stop } = deleting;
  const beforeMs = startOfHour(nowMs) - KEEP_MS;
  for await (const siteIds of pagesOfSites(db, stop)) {
    const old: OldHours[] = [];
    const found = lookAtSites(siteIds, (some) => listSitesWithOldHours(db, some, beforeMs));
    for await (const site of found) {
      if ('cause' in site) fail(deleting, site);
      else old.push(site);
    }
    await deleteInSteps(deleting, old, beforeMs);
  }
}

/** From the first of the hours on, so that no step passes over what another has deleted. */
async function deleteInSteps(deleting: Deleting, old: readonly OldHours[], beforeMs: number): Promise<void> {
  const { db, stop } = deleting;
  let fromMs = old.reduce((first, { firstMs }) => Math.min(first, firstMs), beforeMs);
  for (; fromMs < beforeMs && !stop.aborted; fromMs += STEP_MS) {
    const range = { fromMs, untilMs: Math.min(fromMs + STEP_MS, beforeMs) };
    const sites = old.filter(({ firstMs }) => firstMs < range.untilMs).map(({ siteId }) => siteId);
    const failures = lookAtSites(sites, async (some) => {
      await deleteSourceHours(db, some, range);
      return [];
    });
    for await (const site of failures) fail(deleting, site);
  }
}

function fail(
  { onFailed }: Deleting,
  { siteId, cause }: { readonly siteId: string; readonly cause: unknown },
): void {
  onFailed(cause, 'hours of the sources of a site not deleted', { siteId });
}
