import type { Transaction } from 'kysely';
import type { BatchStep } from '../domain/drained-batch.ts';
import type { LogStep } from '../domain/recorded-log.ts';
import { SiteGone } from '../domain/site.ts';
import { type Database, nextSlot } from '../database/database.ts';
import { pipeline } from '../database/query.ts';
import { type EventBatch, prepareEvents } from './event-statements.ts';
import { moveBatch } from './drain-batches.ts';
import { moveLog } from './log-positions.ts';
import { takeDigests } from './request-digests.ts';
import { shareSite } from '../database/site-lock.ts';
import type { Tables } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { countInMonths } from './month-statements.ts';

/** The usage of the month was recounted after the room was reserved. Nothing is stored: reserve again and retry. */
export class ReservationVoid extends Error {
  override readonly name = 'ReservationVoid';

  constructor() {
    super('the usage of the month was recounted after this reservation');
  }
}

/**
 * Stores events and adds them to both rollups in one transaction, so that a reader sees all of it or nothing. With a
 * step, the position of their log or batch moves in the same transaction. Throws SiteGone, ReservationVoid, RequestsTaken,
 * LogMoved and BatchMoved, after which nothing is stored, and what `inTransaction` throws.
 */
export async function storeEvents(
  db: Database,
  batch: EventBatch,
  step?: LogStep | BatchStep,
): Promise<void> {
  if (batch.events.length === 0 && step === undefined) return;
  await inTransaction(db, async (tx, attempt) => {
    await shareSite(tx, batch.siteId, batch.reservations?.[0]?.accountId);
    if (step !== undefined) await ('batch' in step ? moveBatch(tx, step) : moveLog(tx, step));
    await insertEvents(tx, batchOf(batch, attempt));
  });
}

/** What was prepared is for one slot. */
function batchOf(batch: EventBatch, attempt: number): EventBatch {
  return attempt === 1 ? batch : { ...batch, slot: nextSlot(batch.slot, attempt), prepared: undefined };
}

/**
 * Stores events in a transaction that shares the site, and the account of the reservations (`shareSite`). The digests of
 * their requests are taken before; no two requests may have the same. Rollup rows
 * are written in the order of their keys, and the rollups always one after the other, so that concurrent writers wait for each
 * other and never deadlock.
 */
export async function insertEvents(tx: Transaction<Tables>, batch: EventBatch): Promise<void> {
  if (batch.events.length === 0) return;
  await takeDigests(tx, batch);
  const prepared = batch.prepared ?? prepareEvents(batch);
  const months = countInMonths(batch);
  const results = await pipeline(tx, [...prepared, ...months.queries]);
  if (results[0]?.rowCount !== batch.events.length) throw new SiteGone();
  if (months.rows > 0 && results.at(-1)?.rowCount !== months.rows) throw new ReservationVoid();
}
