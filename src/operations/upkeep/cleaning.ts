import type { Logger } from 'pino';
import type { PlanCatalogue } from '../../domain/plan.ts';
import { HOUR_MS } from '../../domain/time.ts';
import type { Database } from '../../database/database.ts';
import { isAway } from '../../database/lost-connection.ts';
import { deleteOldRequests, listSitesWithOldRequests } from '../../queries/collected-requests.ts';
import { deleteEndedSessions } from '../../queries/sessions.ts';
import { deleteExpiredShareLinks } from '../../queries/share-links.ts';
import { lookAtSites, pagesOfSites } from './due-sites.ts';
import { expireEvents } from './retention.ts';

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

/** A request can be repeated safely for one day; the other allows for clocks that differ and for pauses. */
const KEEP_REQUESTS_MS = 48 * HOUR_MS;

/** Requests, sessions or share links deleted per statement. */
const STEP = 1_000;

/** What is deleted once its time is over. Each throws if the database is away. */
export const CLEANING = [expireSites, deleteRequests, deleteSessions, deleteShareLinks] as const;

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

async function deleteRequests({ db, stop, onFailed }: CleaningParts, nowMs: number): Promise<void> {
  const beforeMs = nowMs - KEEP_REQUESTS_MS;
  const failed = (siteId: string, cause: unknown) => {
    onFailed(cause, 'requests of a site not deleted', { siteId });
  };
  for await (const siteIds of pagesOfSites(db, stop)) {
    const found = lookAtSites(siteIds, (some) => listSitesWithOldRequests(db, some, beforeMs));
    for await (const site of found) {
      if (typeof site !== 'string') {
        failed(site.siteId, site.cause);
        continue;
      }
      try {
        while (!stop.aborted && (await deleteOldRequests(db, site, beforeMs, STEP)) > 0);
      } catch (cause) {
        if (isAway(cause)) throw cause;
        failed(site, cause);
      }
    }
  }
}

async function deleteSessions({ db, stop }: CleaningParts, nowMs: number): Promise<void> {
  while (!stop.aborted && (await deleteEndedSessions(db, nowMs, STEP)) > 0);
}

async function deleteShareLinks({ db, stop }: CleaningParts, nowMs: number): Promise<void> {
  while (!stop.aborted && (await deleteExpiredShareLinks(db, nowMs, STEP)) > 0);
}
