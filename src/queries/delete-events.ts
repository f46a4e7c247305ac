import { type Transaction, sql } from 'kysely';
import type { Position } from '../domain/cursor.ts';
import { DAY_MS, EARLIEST_MS, startOfDay } from '../domain/time.ts';
import type { Database } from '../database/database.ts';
import { lockSite } from '../database/site-lock.ts';
import { epochMs, sqlInstant } from '../database/sql-time.ts';
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
    deleted += await deleteDay(db, { siteId, dayMs, eventsPerStep }, stop);
    fromMs = dayMs + DAY_MS;
  }
  return deleted;
}

async function oldestDay(db: Database, siteId: string, fromMs: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('events')
    .select((eb) => epochMs(eb.ref('created_at')).as('createdAtMs'))
    .where('site_id', '=', siteId)
    .where('created_at', '>=', sqlInstant(fromMs))
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return row && startOfDay(row.createdAtMs);
}

type Day = { readonly siteId: string; readonly dayMs: number; readonly eventsPerStep: number };

/**
 * Each step begins where the one before ended: what was deleted stays in the index for as long as some transaction may
 * still see it, and a step from the start of the day would walk over all of it.
 */
async function deleteDay(db: Database, day: Day, stop: AbortSignal | undefined): Promise<number> {
  let deleted = 0;
  for (let fromMs: number | undefined = day.dayMs; fromMs !== undefined && stop?.aborted !== true;) {
    const step: Step = { ...day, fromMs };
    const { events, nextMs } = await inTransaction(db, async (tx) => {
      await lockSite(tx, day.siteId);
      return deleteStep(tx, step);
    });
    deleted += events;
    fromMs = nextMs;
  }
  return deleted;
}

type Step = Day & { readonly fromMs: number };

type Deleted = {
  readonly events: number;
  /** Where the next step begins; undefined once the day is empty. */
  readonly nextMs: number | undefined;
};

/** Deletes the oldest events of a day. The counts of a day that is deleted as a whole are not subtracted one by one. */
async function deleteStep(tx: Transaction<Tables>, step: Step): Promise<Deleted> {
  const { siteId, dayMs, fromMs } = step;
  const before = await firstKept(tx, step);
  // what recorders have added since to the part that is behind
  if (before === undefined && fromMs > dayMs) return deleteStep(tx, { ...step, fromMs: dayMs });
  const doomed = { siteId, dayMs, fromMs, before };
  if (before) await addToRollups(tx, doomed, -1);
  const { numDeletedRows } = await tx.deleteFrom('events').where(isOfDay(doomed)).executeTakeFirstOrThrow();
  if (before) {
    await deleteEmptyRollups(tx, siteId, dayMs);
    await deleteBlocksOfDay(tx, siteId, dayMs);
  } else await deleteDayRollups(tx, siteId, dayMs);
  return { events: Number(numDeletedRows), nextMs: before?.createdAtMs };
}

/** The oldest event of the day that a step leaves for the next; undefined if it leaves none. */
async function firstKept(
  tx: Transaction<Tables>,
  { siteId, dayMs, fromMs, eventsPerStep }: Step,
): Promise<Position | undefined> {
  return tx
    .selectFrom('events')
    .select((eb) => ['id', epochMs(eb.ref('created_at')).as('createdAtMs')])
    .where(isOfDay({ siteId, dayMs, fromMs }))
    .orderBy(sql`created_at, id`)
    .offset(eventsPerStep)
    .limit(1)
    .executeTakeFirst();
}
