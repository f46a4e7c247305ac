import { type Transaction, sql } from 'kysely';
import { type BatchStep, BatchMoved, type DrainedBatch } from '../domain/drained-batch.ts';
import { formatInstant } from '../domain/time.ts';
import type { Database } from '../database/database.ts';
import { execute, read, readLong } from '../database/query.ts';
import { timestamptz } from '../database/sql-time.ts';
import { type Param, statement } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';
import { HASH_OF_SITE, deleteOldRows } from './old-rows.ts';

type Moved = DrainedBatch & { readonly from: number; readonly to: number; readonly at: string };

const START_BATCH = statement(
  'start_batch',
  (_, param: Param<Moved>) => sql`
    insert into drain_batches (site_id, batch_key, records_done, created_at)
    select site_id, ${param('key')}::text, ${param('to')}::integer, ${param('at')}::timestamptz
    from placed_sites where site_id = ${param('siteId')}
    on conflict (site_id, batch_key) do nothing
    returning batch_key`,
);

const MOVE_BATCH = statement('move_batch', (db, param: Param<Moved>) =>
  db
    .updateTable('drain_batches')
    .set({ records_done: param('to') })
    .where('site_id', '=', param('siteId'))
    .where('batch_key', '=', param('key'))
    .where('records_done', '=', param('from')),
);

/**
 * Moves the position of a batch, in the transaction that records the events. A step from the start adds the batch. Throws
 * BatchMoved unless the batch is at `from`.
 */
export async function moveBatch(
  tx: Transaction<Tables>,
  { batch, from, to, atMs }: BatchStep,
): Promise<void> {
  const move = from === 0 ? START_BATCH : MOVE_BATCH;
  const { rows, rowCount } = await execute(tx, move({ ...batch, from, to, at: formatInstant(atMs) }));
  // Citus counts the rows that the SELECT of a start returns, written or not
  if ((from === 0 ? rows.length : rowCount) !== 1) throw new BatchMoved();
}

const FIND_BATCH = statement('find_batch', (db, param: Param<DrainedBatch>) =>
  db
    .selectFrom('drain_batches')
    .select('records_done as done')
    .where('site_id', '=', param('siteId'))
    .where('batch_key', '=', param('key')),
);

/** How many records of the batch are done; 0 if nothing is known of it. */
export async function findBatch(db: Database, batch: DrainedBatch): Promise<number> {
  return (await read(db, FIND_BATCH(batch)))[0]?.done ?? 0;
}

type Old = { readonly siteIds: readonly string[]; readonly before: string };

/** Reads the batches that will be deleted, and no others. */
const LIST_SITES_WITH_OLD_BATCHES = statement(
  'list_sites_with_old_batches',
  (_, param: Param<Old>) => sql<{ readonly siteId: string }>`
    select site_id as "siteId" from drain_batches
    where site_id = any(${param('siteIds')}::text[]) and created_at < ${timestamptz(param('before'))}
      and ${HASH_OF_SITE} = any(array(select hashtextextended(id, 0) from unnest(${param('siteIds')}::text[]) as id))
    group by site_id`,
);

/** Which of the sites have batches that were begun before an instant, in no particular order. */
export async function listSitesWithOldBatches(
  db: Database,
  siteIds: readonly string[],
  beforeMs: number,
): Promise<readonly string[]> {
  const old = LIST_SITES_WITH_OLD_BATCHES({ siteIds, before: formatInstant(beforeMs) });
  return (await readLong(db, old, 'service')).map(({ siteId }) => siteId);
}

/** Deletes the oldest of a site's batches that were begun before an instant. Returns how many: 0 when none are left. */
export async function deleteOldBatches(
  db: Database,
  siteId: string,
  beforeMs: number,
  limit: number,
): Promise<number> {
  return deleteOldRows(db, 'drain_batches', { siteId, beforeMs, limit });
}
