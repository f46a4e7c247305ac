import type { Transaction } from 'kysely';
import { GRANULARITIES } from '../domain/granularity.ts';
import { DAY_MS, EARLIEST_MS, startOfDay } from '../domain/time.ts';
import type { Database } from '../database/database.ts';
import { lockSite } from '../database/site-lock.ts';
import { day, epochMs, instant } from '../database/sql-time.ts';
import type { Tables } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';

type Deleting = {
  readonly beforeMs?: number | undefined;
  /** Stops the deletion after the day it is at. */
  readonly stop?: AbortSignal | undefined;
};

/**
 * Deletes a site's events before the start of a day, or all of them, from both rollups too. Returns the number of events.
 * Each day has a transaction of its own, which keeps recorders away: no transaction grows with the site, and rollups of
 * whole days are deleted, not decremented.
 */
export async function deleteSiteEvents(
  db: Database,
  siteId: string,
  { beforeMs = Infinity, stop }: Deleting = {},
): Promise<number> {
  let deleted = 0;
  // visits each day once: it would never end while recorders add to the oldest day
  for (let fromMs = EARLIEST_MS; fromMs < beforeMs && stop?.aborted !== true;) {
    const oldest = await oldestDay(db, siteId, fromMs);
    if (oldest === undefined || oldest >= beforeMs) break;
    deleted += await deleteDay(db, siteId, oldest);
    fromMs = oldest + DAY_MS;
  }
  return deleted;
}

async function oldestDay(db: Database, siteId: string, fromMs: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('events')
    .select((eb) => epochMs(eb.ref('created_at')).as('createdAtMs'))
    .where('site_id', '=', siteId)
    .where('created_at', '>=', instant(fromMs))
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return row && startOfDay(row.createdAtMs);
}

async function deleteDay(db: Database, siteId: string, dayMs: number): Promise<number> {
  return inTransaction(db, async (tx) => {
    await lockSite(tx, siteId);
    const events = await tx
      .deleteFrom('events')
      .where('site_id', '=', siteId)
      .where('created_at', '>=', instant(dayMs))
      .where('created_at', '<', instant(dayMs + DAY_MS))
      .executeTakeFirst();
    await deleteDayRollups(tx, siteId, dayMs);
    return Number(events.numDeletedRows);
  });
}

/** Deletes one day from both rollups, in a transaction that holds the site (`lockSite`). */
export async function deleteDayRollups(
  tx: Transaction<Tables>,
  siteId: string,
  dayMs: number,
): Promise<void> {
  await tx.deleteFrom('site_days').where('site_id', '=', siteId).where('day', '=', day(dayMs)).execute();
  await tx
    .deleteFrom('site_buckets')
    .where('site_id', '=', siteId)
    .where('granularity', 'in', GRANULARITIES)
    .where('starts_at', '>=', instant(dayMs))
    .where('starts_at', '<', instant(dayMs + DAY_MS))
    .execute();
}
