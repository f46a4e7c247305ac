import type { Transaction } from 'kysely';
import type { Database } from '../database/database.ts';
import { pipeline } from '../database/query.ts';
import { type Batch, prepareEvents } from './event-statements.ts';
import { type LogStep, moveLog } from './log-positions.ts';
import { shareSite } from '../database/site-lock.ts';
import type { Tables } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';

/** The site was deleted before its events could be stored. */
export class SiteGone extends Error {
  override readonly name = 'SiteGone';

  constructor() {
    super('the site was deleted');
  }
}

/**
 * Stores events and adds them to both rollups in one transaction, so that a reader sees all of it or nothing. With a
 * step, the position of their log moves in the same transaction. Throws SiteGone and LogMoved, after which nothing is
 * stored, and what `inTransaction` throws.
 */
export async function recordEvents(db: Database, batch: Batch, step?: LogStep): Promise<void> {
  if (batch.events.length === 0 && step === undefined) return;
  await inTransaction(db, async (tx) => {
    await shareSite(tx, batch.siteId);
    if (step !== undefined) await moveLog(tx, step);
    await addEvents(tx, batch);
  });
}

/**
 * Stores events in a transaction that shares the site (`shareSite`). Rollup rows are written in the order of their keys,
 * days before buckets, so that concurrent writers wait for each other and never deadlock.
 */
export async function addEvents(tx: Transaction<Tables>, batch: Batch): Promise<void> {
  if (batch.events.length === 0) return;
  const [inserted] = await pipeline(tx, batch.prepared ?? prepareEvents(batch));
  if (inserted?.rowCount !== batch.events.length) throw new SiteGone();
}
