import { GRANULARITIES } from '../domain/granularity.ts';
import { DAY_MS, startOfDay } from '../domain/time.ts';
import type { Database } from './database.ts';
import { day, epochMs, instant } from './sql-time.ts';
import { inTransaction } from './transaction.ts';

/**
 * Deletes a site's events with both rollups, a day at a time in a transaction of its own: whole days need no
 * decrement, and no transaction grows with the site. The number of events deleted.
 */
export async function deleteSiteEvents(db: Database, siteId: string): Promise<number> {
  let deleted = 0;
  for (;;) {
    const oldest = await oldestDay(db, siteId);
    if (oldest === undefined) return deleted;
    deleted += await deleteDay(db, siteId, oldest);
  }
}

async function oldestDay(db: Database, siteId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('events')
    .select((eb) => epochMs(eb.ref('created_at')).as('createdAtMs'))
    .where('site_id', '=', siteId)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return row && startOfDay(row.createdAtMs);
}

async function deleteDay(db: Database, siteId: string, dayMs: number): Promise<number> {
  const [from, until] = [instant(dayMs), instant(dayMs + DAY_MS)];
  return inTransaction(db, async (tx) => {
    const events = await tx
      .deleteFrom('events')
      .where('site_id', '=', siteId)
      .where('created_at', '>=', from)
      .where('created_at', '<', until)
      .executeTakeFirst();
    await tx.deleteFrom('site_days').where('site_id', '=', siteId).where('day', '=', day(dayMs)).execute();
    await tx
      .deleteFrom('site_buckets')
      .where('site_id', '=', siteId)
      .where('granularity', 'in', GRANULARITIES)
      .where('starts_at', '>=', from)
      .where('starts_at', '<', until)
      .execute();
    return Number(events.numDeletedRows);
  });
}
