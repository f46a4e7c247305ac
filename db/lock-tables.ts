import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';

const TRIES = 600;
const SHORT_MS = 500;
/** One try in so many is long. */
const LONG_TRY = 5;
/** What a cancelled autovacuum needs to end. */
const ENDING_MS = 200;

/** Others have a lock, or wait for one of ours while we wait for theirs. */
const NOT_AVAILABLE: ReadonlySet<unknown> = new Set(['55P03', '40P01']);

/**
 * Locks tables against everybody else until the transaction of a migration ends. Everyone who comes after a lock that
 * waits must wait, too. So it waits for half a second at a time behind those who read or write, and lets the others pass
 * in between. Now and then it waits for longer than `deadlock_timeout`: only then PostgreSQL cancels an autovacuum that
 * has the lock. Later statements of the transaction wait for locks for half a second again.
 */
export async function lockTables(db: Kysely<never>, ...tables: readonly string[]): Promise<void> {
  const longMs = (await findDeadlockTimeout(db)) + ENDING_MS;
  for (let tries = 1; ; tries++) {
    await sql`savepoint unlocked`.execute(db);
    try {
      await limitWaits(db, tries % LONG_TRY === 0 ? longMs : SHORT_MS);
      await sql`lock table ${sql.join(tables.map((name) => sql.table(name)))} in access exclusive mode`.execute(
        db,
      );
      await limitWaits(db, SHORT_MS);
      return;
    } catch (error) {
      if (tries === TRIES || !NOT_AVAILABLE.has((error as { readonly code?: string }).code)) throw error;
      await sql`rollback to savepoint unlocked`.execute(db);
      await delay(200);
    }
  }
}

async function findDeadlockTimeout(db: Kysely<never>): Promise<number> {
  const { rows } = await sql<{ readonly ms: number }>`
    select setting::integer as ms from pg_settings where name = 'deadlock_timeout'`.execute(db);
  return rows[0]?.ms ?? 1_000;
}

async function limitWaits(db: Kysely<never>, waitMs: number): Promise<void> {
  await sql`set local lock_timeout = ${sql.lit(waitMs)}`.execute(db);
}
