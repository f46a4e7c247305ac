import { type Transaction, sql } from 'kysely';
import type { Position } from '../domain/cursor.ts';
import { DAY_MS, EARLIEST_MS, startOfDay } from '../domain/time.ts';
import type { Database } from '../database/database.ts';
import { lockSite } from '../database/site-lock.ts';
import { epochMs, instant } from '../database/sql-time.ts';
import type { Tables } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { isOfDay } from './day-events.ts';
import { addToRollups, deleteDayRollups, deleteEmptyRollups, deleteBlocksOfDay } from './day-rollups.ts';

type Deleting = {
  readonly beforeMs?: number | undefined;
  /** Stops the deletion after the step it is at. */
  readonly stop?: AbortSignal | undefined;
  readonly eventsPerStep?: number;
};

/** Recorders of the site wait for a step, about a tenth of a second. */
const EVENTS_PER_STEP = 10_000;

/**
 * Deletes a site's events before the start of a day, or all of them, from the rollups too. Returns the number of events.
 * Each step is a transaction of its own, which keeps recorders away, and leaves the rollups exact: no transaction grows
 * with the site, or with a day.
 */
export async function deleteSiteEvents(
  db: Database,
  siteId: string,
  { beforeMs = Infinity, stop, eventsPerStep = EVENTS_PER_STEP }: Deleting = {},
): Promise<number> {
  let deleted = 0;
  // moves on from a day that it has emptied: it would never end while recorders add to that day
  for (let fromMs = EARLIEST_MS; fromMs < beforeMs && stop?.aborted !== true;) {
    const dayMs = await oldestDay(db, siteId, fromMs);
    if (dayMs === undefined || dayMs >= beforeMs) break;
    const { events, isWhole } = await inTransaction(db, async (tx) => {
      await lockSite(tx, siteId);
      return deleteStep(tx, { siteId, dayMs, eventsPerStep });
    });
    deleted += events;
    fromMs = isWhole ? dayMs + DAY_MS : dayMs;
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

type Step = { readonly siteId: string; readonly dayMs: number; readonly eventsPerStep: number };

/** Deletes the oldest events of a day. The counts of a day that is deleted as a whole are not subtracted one by one. */
async function deleteStep(
  tx: Transaction<Tables>,
  { siteId, dayMs, eventsPerStep }: Step,
): Promise<{ readonly events: number; readonly isWhole: boolean }> {
  const before = await firstKept(tx, { siteId, dayMs, eventsPerStep });
  const doomed = { siteId, dayMs, before };
  if (before) await addToRollups(tx, doomed, -1);
  const { numDeletedRows } = await tx.deleteFrom('events').where(isOfDay(doomed)).executeTakeFirstOrThrow();
  if (before) {
    await deleteEmptyRollups(tx, siteId, dayMs);
    await deleteBlocksOfDay(tx, siteId, dayMs);
  } else await deleteDayRollups(tx, siteId, dayMs);
  return { events: Number(numDeletedRows), isWhole: before === undefined };
}

/** The oldest event of the day that a step leaves for the next; undefined if it leaves none. */
async function firstKept(
  tx: Transaction<Tables>,
  { siteId, dayMs, eventsPerStep }: Step,
): Promise<Position | undefined> {
  return tx
    .selectFrom('events')
    .select((eb) => ['id', epochMs(eb.ref('created_at')).as('createdAtMs')])
    .where(isOfDay({ siteId, dayMs }))
    .orderBy(sql`created_at, id`)
    .offset(eventsPerStep)
    .limit(1)
    .executeTakeFirst();
}
