import type { Logger } from 'pino';
import type { PlanCatalogue } from '../../domain/plan.ts';
import { DAY_MS, HOUR_MS, startOfDay } from '../../domain/time.ts';
import type { Database } from '../../database/database.ts';
import { isAway } from '../../database/lost-connection.ts';
import { deleteAlertDays, listSitesWithOldAlertDays } from '../../queries/alert-days.ts';
import { deleteEndedMutes } from '../../queries/alert-rules.ts';
import { deleteOldAlerts } from '../../queries/alerts.ts';
import { deleteOldDeliveries } from '../../queries/deliveries.ts';
import { deleteOldDigestIssues } from '../../queries/digests.ts';
import { deleteOldRequests, listSitesWithOldRequests } from '../../queries/collected-requests.ts';
import { deleteOldBatches, listSitesWithOldBatches } from '../../queries/drain-batches.ts';
import { deleteOldDigests, listSitesWithOldDigests } from '../../queries/request-digests.ts';
import { deleteEndedSessions } from '../../queries/sessions.ts';
import { deleteExpiredShareLinks } from '../../queries/share-links.ts';
import { lookAtSites, pagesOfSites } from './due-sites.ts';
import { expireEvents, expireRobots } from './retention.ts';
import { deleteOldSourceHours } from './source-hours.ts';

export type CleaningParts = {
  readonly db: Database;
  readonly plans: PlanCatalogue;
  readonly log: Logger;
  readonly stop: AbortSignal;
  /** How many sites are worked on at a time. */
  readonly atOnce: number | undefined;
  /** Called with what failed for a site; the others are done nevertheless. */
  readonly onFailed: (cause: unknown, what: string, site: object) => void;
};

/** A request, or a batch of a drain, can be repeated safely for one day; the other allows for clocks that differ and for pauses. */
const KEEP_REQUESTS_MS = 48 * HOUR_MS;

/** A request counts once for seven whole days after the day on which it was recorded. */
const KEEP_DIGESTS_MS = 7 * DAY_MS;

/** Alerts are kept so long. */
const KEEP_ALERTS_MS = 400 * DAY_MS;
/** And so long the counts by which they are found. */
const KEEP_ALERT_DAYS_MS = 70 * DAY_MS;

/** What was sent, and how that went, is kept so long. */
const KEEP_DELIVERIES_MS = 30 * DAY_MS;

/** Requests, sessions, share links, alerts or deliveries deleted per statement. */
const STEP = 1_000;

/** Each step passes over what those before it have deleted, if a long transaction may still see that. */
const DIGESTS_STEP = 10_000;

/** What is deleted once its time is over. Each throws if the database is away. */
export const CLEANING = [
  expireSites,
  expireRobotsOfSites,
  deleteRequests,
  deleteBatches,
  deleteDigests,
  deleteOldSourceHours,
  deleteSessions,
  deleteShareLinks,
  deleteAlerts,
  deleteDeliveries,
] as const;

async function expireSites({ log, onFailed, ...parts }: CleaningParts, nowMs: number): Promise<void> {
  for await (const found of expireEvents(parts, nowMs)) {
    if ('events' in found) {
      log.info(found, 'events expired');
    } else {
      const { cause, ...site } = found;
      onFailed(cause, 'events of a site not expired', site);
    }
  }
}

async function expireRobotsOfSites({ onFailed, ...parts }: CleaningParts, nowMs: number): Promise<void> {
  for await (const { siteId, cause } of expireRobots(parts, nowMs))
    onFailed(cause, 'robots of a site not expired', { siteId });
}

/** What is deleted of sites, many of which may have none. */
type Deletion = {
  readonly list: (db: Database, siteIds: readonly string[], beforeMs: number) => Promise<readonly string[]>;
  /** Deletes some of a site's, and returns how many. */
  readonly deleteSome: (db: Database, siteId: string, beforeMs: number, limit: number) => Promise<number>;
  readonly beforeMs: number;
  readonly step: number;
  /** What is said of a site where that fails. */
  readonly failed: string;
};

async function deleteRequests(parts: CleaningParts, nowMs: number): Promise<void> {
  await deleteOfSites(parts, {
    list: listSitesWithOldRequests,
    deleteSome: deleteOldRequests,
    beforeMs: nowMs - KEEP_REQUESTS_MS,
    step: STEP,
    failed: 'requests of a site not deleted',
  });
}

async function deleteBatches(parts: CleaningParts, nowMs: number): Promise<void> {
  await deleteOfSites(parts, {
    list: listSitesWithOldBatches,
    deleteSome: deleteOldBatches,
    beforeMs: nowMs - KEEP_REQUESTS_MS,
    step: STEP,
    failed: 'batches of a site not deleted',
  });
}

async function deleteDigests(parts: CleaningParts, nowMs: number): Promise<void> {
  await deleteOfSites(parts, {
    list: listSitesWithOldDigests,
    deleteSome: deleteOldDigests,
    beforeMs: startOfDay(nowMs) - KEEP_DIGESTS_MS,
    step: DIGESTS_STEP,
    failed: 'ids of requests of a site not deleted',
  });
}

async function deleteOfSites(
  { db, stop, onFailed }: CleaningParts,
  { list, deleteSome, beforeMs, step, failed }: Deletion,
): Promise<void> {
  for await (const siteIds of pagesOfSites(db, stop)) {
    const found = lookAtSites(siteIds, (some) => list(db, some, beforeMs));
    for await (const site of found) {
      if (typeof site !== 'string') {
        onFailed(site.cause, failed, { siteId: site.siteId });
        continue;
      }
      try {
        while (!stop.aborted && (await deleteSome(db, site, beforeMs, step)) > 0);
      } catch (cause) {
        if (isAway(cause)) throw cause;
        onFailed(cause, failed, { siteId: site });
      }
    }
  }
}

async function deleteAlerts({ db, stop, onFailed }: CleaningParts, nowMs: number): Promise<void> {
  while (!stop.aborted && (await deleteOldAlerts(db, nowMs - KEEP_ALERTS_MS, STEP)) > 0);
  await deleteEndedMutes(db, nowMs);
  const beforeMs = startOfDay(nowMs) - KEEP_ALERT_DAYS_MS;
  for await (const siteIds of pagesOfSites(db, stop))
    for await (const failed of lookAtSites(siteIds, async (some) => {
      const old = await listSitesWithOldAlertDays(db, some, beforeMs);
      if (old.length > 0) await deleteAlertDays(db, old, beforeMs);
      return [];
    }))
      onFailed(failed.cause, 'counts of a site not deleted', { siteId: failed.siteId });
}

async function deleteDeliveries({ db, stop }: CleaningParts, nowMs: number): Promise<void> {
  const beforeMs = nowMs - KEEP_DELIVERIES_MS;
  for (const deleteSome of [deleteOldDeliveries, deleteOldDigestIssues])
    while (!stop.aborted && (await deleteSome(db, beforeMs, STEP)) > 0);
}

async function deleteSessions({ db, stop }: CleaningParts, nowMs: number): Promise<void> {
  while (!stop.aborted && (await deleteEndedSessions(db, nowMs, STEP)) > 0);
}

async function deleteShareLinks({ db, stop }: CleaningParts, nowMs: number): Promise<void> {
  while (!stop.aborted && (await deleteExpiredShareLinks(db, nowMs, STEP)) > 0);
}
