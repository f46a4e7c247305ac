import type { Transaction } from 'kysely';
import type { BatchStep } from '../domain/drained-batch.ts';
import type { LogStep } from '../domain/recorded-log.ts';
import { SiteGone } from '../domain/site.ts';
import { type Database, nextSlot } from '../database/database.ts';
import { pipeline } from '../database/query.ts';
import { type EventBatch, prepareEvents } from './event-statements.ts';
import { moveBatch } from './drain-batches.ts';
import { moveLog } from './log-positions.ts';
import {
  type Attributing,
  foundLandings,
  insertLandings,
  requireStored,
  searchLandings,
} from './landing-statements.ts';
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
 * SecretsReplaced, LogMoved and BatchMoved, after which nothing is stored, and what `inTransaction` throws.
 */
export async function storeEvents(
  db: Database,
  batch: EventBatch,
  step?: LogStep | BatchStep,
  attributing?: Attributing,
): Promise<void> {
  if (batch.events.length === 0 && step === undefined) return;
  await inTransaction(db, async (tx, attempt) => {
    const { siteId, reservations } = batch;
    const attributed = await shareAttributing(tx, siteId, reservations?.[0]?.accountId, attributing);
    if (step !== undefined) await ('batch' in step ? moveBatch(tx, step) : moveLog(tx, step));
    await insertEvents(tx, attributed(batchOf(batch, attempt)));
  });
}

/**
 * Shares the site as `shareSite` does. Returns a function that gives the conversions of a batch the products that were found
 * there. Throws SecretsReplaced.
 */
export async function shareAttributing(
  tx: Transaction<Tables>,
  siteId: string,
  accountId: number | undefined,
  attributing: Attributing | undefined,
): Promise<(batch: EventBatch) => EventBatch> {
  const search = attributing?.search;
  const results = await shareSite(tx, siteId, accountId, searchLandings(search));
  if (attributing === undefined) return (batch) => batch;
  const found = foundLandings(search, results);
  return (batch) => {
    const { events, landings } = attributing.attribute(batch.events, found);
    // what was prepared is for conversions without products
    const prepared = events === batch.events ? batch.prepared : undefined;
    return { ...batch, events, landings, prepared };
  };
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
  const landings = insertLandings(batch.landings);
  const months = countInMonths(batch);
  const results = await pipeline(tx, [...prepared, ...landings, ...months.queries]);
  if (results[0]?.rowCount !== batch.events.length) throw new SiteGone();
  requireStored(batch.landings, results[prepared.length]);
  if (months.rows > 0 && results.at(-1)?.rowCount !== months.rows) throw new ReservationVoid();
}
