import type { PlanCatalogue } from '../../domain/plan.ts';
import { ALLOWED_DATE, DAY_MS, formatDate, parseDate, startOfDay } from '../../domain/time.ts';
import { Refusal, quote } from '../../domain/refusal.ts';
import type { Database } from '../../database/database.ts';
import { isAway } from '../../database/lost-connection.ts';
import { deleteSiteEvents } from '../../queries/delete-events.ts';
import { type SiteRetention, listRetentions } from '../../queries/sites.ts';
import { requireSite } from '../require-site.ts';

/** The number of events that were deleted from a site because they were older than a day. */
export type Expired = { readonly siteId: string; readonly before: string; readonly events: number };

/** Why events of a site that are older than a day could not be deleted, or not all of them. */
export type NotExpired = { readonly siteId: string; readonly before: string; readonly cause: unknown };

/** Deletes a site's events of the days before `before` (`YYYY-MM-DD`). Returns the number of events. */
export async function deleteEventsBefore(db: Database, siteId: string, before: string): Promise<number> {
  const beforeMs = parseDate(before);
  if (beforeMs === undefined)
    throw new Refusal('INVALID_DATE', { clause: `the date must be ${ALLOWED_DATE}; got ${quote(before)}` });
  const site = await requireSite(db, siteId);
  return deleteSiteEvents(db, site.id, { beforeMs });
}

type RetentionParts = { readonly db: Database; readonly plans: PlanCatalogue; readonly stop?: AbortSignal };

/**
 * Deletes the days that each site, or else its plan, no longer keeps. Yields what became of each site that had some: one
 * that fails does not keep the others from their turn. Throws if the database is away.
 */
export async function* expireEvents(
  { db, plans, stop }: RetentionParts,
  nowMs: number,
): AsyncGenerator<Expired | NotExpired> {
  for (const retention of await listRetentions(db)) {
    const beforeMs = firstDayKept(retention, plans, nowMs);
    if (beforeMs === -Infinity) continue;
    const site = { siteId: retention.siteId, before: formatDate(beforeMs) };
    try {
      const events = await deleteSiteEvents(db, site.siteId, { beforeMs, stop });
      if (events > 0) yield { ...site, events };
    } catch (cause) {
      if (isAway(cause)) throw cause;
      yield { ...site, cause };
    }
  }
}

function firstDayKept({ plan, days }: SiteRetention, plans: PlanCatalogue, nowMs: number): number {
  return startOfDay(nowMs) - ((days ?? plans[plan].retentionDays) - 1) * DAY_MS;
}
