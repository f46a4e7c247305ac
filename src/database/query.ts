import type { Kysely, Transaction } from 'kysely';
import type pg from 'pg';
import type { Readable } from './at-one-moment.ts';
import type { Database } from './database.ts';
import type { LongReader } from './reads.ts';
import { HeldConnection } from './held-connection.ts';
import type { PreparedQuery } from './statement.ts';
import type { Tables } from './tables.ts';

export type Executed<Row> = {
  readonly rows: readonly Row[];
  /** How many rows were read or written. */
  readonly rowCount: number;
};

/** The rows of a statement that takes a fraction of a millisecond. Retried once if the connection breaks. */
export async function read<Row>(db: Readable, query: PreparedQuery<Row>): Promise<readonly Row[]> {
  return (await db.reads.short(query)).rows as Row[];
}

/**
 * The rows of a statement that asks who somebody is, what they may use, or which sites there are. It does not wait for
 * reads of what a site recorded, which a Citus worker may hold up. Retried once if the connection breaks.
 */
export async function readAccess<Row>(db: Database, query: PreparedQuery<Row>): Promise<readonly Row[]> {
  return (await db.reads.access(query)).rows as Row[];
}

/**
 * The rows of a statement that would hold up short reads. Accounts take turns, so that none keeps the others waiting.
 * Retried once if the connection breaks. Throws OVERLOADED if it waits too long for its turn.
 */
export async function readLong<Row>(
  db: Readable,
  query: PreparedQuery<Row>,
  reader: LongReader,
): Promise<readonly Row[]> {
  return (await db.reads.long(query, reader)).rows as Row[];
}

/** As `readLong`, by an index that has the rows in their order, if there is one, and never by sorting more of them. */
export async function readInOrder<Row>(
  db: Database,
  query: PreparedQuery<Row>,
  reader: LongReader,
): Promise<readonly Row[]> {
  return (await db.reads.inOrder(query, reader)).rows as Row[];
}

/** As `readLong`, for what joins the elements of arrays: by hash tables. */
export async function readHashed<Row>(
  db: Database,
  query: PreparedQuery<Row>,
  reader: LongReader,
): Promise<readonly Row[]> {
  return (await db.reads.hashed(query, reader)).rows as Row[];
}

/** Runs a statement that writes or locks: in the transaction, or by itself on a connection of its own. */
export async function execute<Row>(db: Kysely<Tables>, query: PreparedQuery<Row>): Promise<Executed<Row>> {
  return onConnection(db, async (held) => executed(await held.send(query)));
}

/** Runs statements of a transaction in this order, sent without waiting for answers. Throws the first failure. */
export async function pipeline(
  tx: Transaction<Tables>,
  queries: readonly PreparedQuery[],
): Promise<readonly Executed<unknown>[]> {
  return onConnection(tx, async (held) => {
    const results = await Promise.all(queries.map((query) => held.send(query)));
    return results.map(executed);
  });
}

/** The connection that Kysely would use, after its earlier statements have finished. */
async function onConnection<Result>(
  db: Kysely<Tables>,
  work: (held: HeldConnection) => Promise<Result>,
): Promise<Result> {
  return db.getExecutor().provideConnection((connection) => {
    if (connection instanceof HeldConnection) return work(connection);
    throw new Error('statements need a connection made by openDatabase');
  });
}

function executed<Row>({ rows, rowCount }: pg.QueryResult): Executed<Row> {
  return { rows: rows as Row[], rowCount: rowCount ?? 0 };
}
