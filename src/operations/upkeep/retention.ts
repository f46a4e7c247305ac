import { type PlanCatalogue, firstDayKept } from '../../domain/plan.ts';
import { ALLOWED_DATE, EARLIEST_MS, formatDate, parseDate } from '../../domain/time.ts';
import { Refusal, quote } from '../../domain/refusal.ts';
import type { Database } from '../../database/database.ts';
import { isAway } from '../../database/lost-connection.ts';
import { listActiveSites } from '../../queries/active-sites.ts';
import { deleteSiteEvents } from '../../queries/delete-events.ts';
import { forgetRequests } from '../../queries/request-digests.ts';
import { deleteRobots, listSitesWithOldRobots } from '../../queries/unlisted-robots.ts';
import { listRetentions } from '../../queries/sites.ts';
import { requireSite } from '../require-site.ts';
import { SITES_AT_A_TIME, type SiteFailed, lookAtSites } from './due-sites.ts';
import { several } from '../../database/several.ts';

/** The number of events that were deleted from a site because they were older than a day. */
export type Expired = { readonly siteId: string; readonly before: string; readonly events: number };

/** Why events of a site that are older than a day could not be deleted, or not all of them. */
export type NotExpired = { readonly siteId: string; readonly before: string; readonly cause: unknown };

/**
 * Deletes a site's events of the days before `before` (`YYYY-MM-DD`), and forgets their requests, so that they can be recorded
 * again; then deletes what was recorded to these days meanwhile. Returns the number of events.
 */
export async function deleteEventsBefore(db: Database, siteId: string, before: string): Promise<number> {
  const beforeMs = parseDate(before);
  if (beforeMs === undefined)
    throw new Refusal('INVALID_DATE', { clause: `the date must be ${ALLOWED_DATE}; got ${quote(before)}` });
  const site = await requireSite(db, siteId);
  const events = await deleteSiteEvents(db, site.id, { beforeMs });
  await forgetRequests(db, site.id, beforeMs);
  await deleteRobots(db, site.id, beforeMs);
  // the requests of what was recorded meanwhile may be forgotten too: if it stayed, a repeat would count twice
  return events + (await deleteSiteEvents(db, site.id, { beforeMs }));
}

type RetentionParts = {
  readonly db: Database;
  readonly plans: PlanCatalogue;
  readonly stop?: AbortSignal | undefined;
  /** How many sites are worked on at a time. */
  readonly atOnce?: number | undefined;
};

/**
 * Deletes the days that each site, or else its plan, no longer keeps. Yields what became of each site that had some: one
 * that fails does not keep the others from their turn. Throws if the database is away.
 */
export async function* expireEvents(
  parts: RetentionParts,
  nowMs: number,
): AsyncGenerator<Expired | NotExpired> {
  const found = several(sitesToExpire(parts, nowMs), parts.atOnce ?? 1, (site) =>
    'cause' in site ? Promise.resolve(site) : expireSite(parts, site),
  );
  for await (const one of found) if (!('events' in one) || one.events > 0) yield one;
}

/** Deletes what is counted of robots on the days that each site no longer keeps. Yields the sites that fail. */
export async function* expireRobots(
  { db, plans, stop }: RetentionParts,
  nowMs: number,
): AsyncGenerator<SiteFailed> {
  for (const [beforeMs, sites] of await sitesByFirstDayKept(db, plans, nowMs)) {
    for (let from = 0; from < sites.length; from += SITES_AT_A_TIME) {
      const some = sites.slice(from, from + SITES_AT_A_TIME);
      for await (const site of lookAtSites(some, (ids) => listSitesWithOldRobots(db, ids, beforeMs))) {
        if (stop?.aborted === true) return;
        if (typeof site === 'string') yield* expireRobotsOf(db, site, beforeMs);
        else yield site;
      }
    }
  }
}

async function* expireRobotsOf(db: Database, siteId: string, beforeMs: number): AsyncGenerator<SiteFailed> {
  try {
    await deleteRobots(db, siteId, beforeMs);
  } catch (cause) {
    if (isAway(cause)) throw cause;
    yield { siteId, cause };
  }
}

type Expiring = { readonly siteId: string; readonly beforeMs: number };

async function* sitesToExpire(
  { db, plans, stop }: RetentionParts,
  nowMs: number,
): AsyncGenerator<Expiring | NotExpired> {
  for (const [beforeMs, sites] of await sitesByFirstDayKept(db, plans, nowMs)) {
    const tooOld = { fromMs: EARLIEST_MS, untilMs: beforeMs };
    for (let from = 0; from < sites.length; from += SITES_AT_A_TIME) {
      const some = sites.slice(from, from + SITES_AT_A_TIME);
      const found = lookAtSites(some, async (siteIds) => {
        const active = await listActiveSites(db, siteIds, tooOld);
        return siteIds.filter((siteId) => active.has(siteId));
      });
      for await (const site of found) {
        if (stop?.aborted === true) return;
        yield typeof site === 'string'
          ? { siteId: site, beforeMs }
          : { siteId: site.siteId, before: formatDate(beforeMs), cause: site.cause };
      }
    }
  }
}

/** The sites whose events expire, by the first day that they keep. */
async function sitesByFirstDayKept(
  db: Database,
  plans: PlanCatalogue,
  nowMs: number,
): Promise<ReadonlyMap<number, readonly string[]>> {
  const byDay = new Map<number, string[]>();
  for (const { siteId, plan, days } of await listRetentions(db)) {
    const beforeMs = firstDayKept(days, plans[plan], nowMs);
    if (beforeMs === -Infinity) continue;
    const sites = byDay.get(beforeMs) ?? [];
    byDay.set(beforeMs, sites);
    sites.push(siteId);
  }
  return byDay;
}

async function expireSite(
  { db, stop }: RetentionParts,
  { siteId, beforeMs }: Expiring,
): Promise<Expired | NotExpired> {
  const site = { siteId, before: formatDate(beforeMs) };
  try {
    return { ...site, events: await deleteSiteEvents(db, siteId, { beforeMs, stop }) };
  } catch (cause) {
    if (isAway(cause)) throw cause;
    return { ...site, cause };
  }
}
