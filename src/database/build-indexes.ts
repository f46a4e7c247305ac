import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Index } from '../../db/indexes.ts';
import type { Database } from './database.ts';
import type { Tables } from './tables.ts';

const PAUSE_MS = 200;

/**
 * Builds the indexes that are missing, one after the other, while others read and write. Several processes may do so at
 * once. A build that fails leaves nothing behind; what a killed one has left is replaced.
 */
export async function buildIndexes(db: Database, indexes: readonly Index[]): Promise<void> {
  if (await areBuilt(db, indexes)) return;
  await db.connection().execute(async (session) => {
    // not by waiting within a statement: a build waits for the snapshots of all statements before it
    while (!(await lock(session))) await delay(PAUSE_MS);
    try {
      for (const index of indexes) await buildIndex(session, index);
    } finally {
      await sql`select pg_advisory_unlock(${KEY})`.execute(session);
    }
  });
}

async function areBuilt(db: Kysely<Tables>, indexes: readonly Index[]): Promise<boolean> {
  for (const { name } of indexes) if (!(await isValid(db, name))) return false;
  return true;
}

const KEY = sql`hashtextextended('build_indexes', 0)`;

/** Of the session: a build is no part of a transaction. The embedded database, a single session, locks nobody out. */
async function lock(session: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_lock(${KEY}) as locked`.execute(
    session,
  );
  return rows[0]?.locked === true;
}

async function buildIndex(session: Kysely<Tables>, { name, on }: Index): Promise<void> {
  if (await isValid(session, name)) return;
  const drop = sql`drop index concurrently if exists ${sql.ref(name)}`;
  await drop.execute(session);
  try {
    await sql`create index concurrently if not exists ${sql.ref(name)} ${sql.raw(on)}`.execute(session);
  } catch (error) {
    await drop.execute(session);
    throw error;
  }
}

/** Whether there is such an index, complete. One that is being built, or whose build was cut off, is not valid. */
async function isValid(db: Kysely<Tables>, name: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pg_index join pg_class on pg_class.oid = indexrelid
    where relname = ${name} and relnamespace = current_schema()::regnamespace and indisvalid`.execute(db);
  return rows.length > 0;
}
