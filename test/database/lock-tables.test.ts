import { type Kysely, Migrator, sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { lockTables } from '../../db/lock-tables.ts';
import type { Database } from '../../src/database/database.ts';
import { watchQueries } from '../support/asked-queries.ts';
import { atEnd } from '../support/at-end.ts';
import { freshDatabase, onCitus, onPostgres, openPool } from '../support/fresh-database.ts';
import { PATIENTLY } from '../support/patience.ts';
import { findPostgres } from '../support/postgres-programs.ts';
import { startPostgres } from '../support/postgres-server.ts';

describe.runIf(onPostgres && !onCitus && findPostgres() !== undefined)(
  'locking a table that is vacuumed',
  () => {
    it('cancels the autovacuum, for which PostgreSQL wants a wait of more than a second', async () => {
      const server = await startPostgres(['autovacuum_naptime=1s']);
      atEnd(server.stop);
      const db = openPool({ url: server.url }, 2);
      // vacuumed for at least 20 seconds
      await sql`create table busy (n integer)
      with (fillfactor = 10, autovacuum_vacuum_cost_delay = 100, autovacuum_vacuum_cost_limit = 1)`.execute(
        db,
      );
      await sql`insert into busy select generate_series(1, 5000)`.execute(db);
      const vacuums = sql`select from pg_stat_progress_vacuum where relid = 'busy'::regclass`;
      await vi.waitUntil(async () => (await vacuums.execute(db)).rows.length > 0, PATIENTLY);

      expect(await migrateUnderLock(db, 'busy')).toEqual({ lock_timeout: '500ms' });

      const { rows } =
        await sql`select autovacuum_count from pg_stat_user_tables where relname = 'busy'`.execute(db);
      expect(rows).toEqual([{ autovacuum_count: 0 }]);
    });
  },
);

describe.runIf(onPostgres && !onCitus)('locking tables that others use', () => {
  it('lets others go first whom it would deadlock with', async () => {
    const connection = await freshDatabase();
    const [other, watcher] = [openPool(connection, 1), openPool(connection, 1)];
    let tries = 0;
    const { db } = watchQueries({
      connection,
      poolSize: 1,
      onQuery(text) {
        if (text.startsWith('lock table')) tries++;
      },
    });

    const migrated = await other.transaction().execute(async (tx) => {
      // only the migration notices the deadlock
      await sql`set local deadlock_timeout = '10min'`.execute(tx);
      await sql`lock table sites in access share mode`.execute(tx);
      const migrating = migrateUnderLock(db, 'accounts', 'sites');
      const waits = sql`select from pg_locks where relation = 'sites'::regclass and not granted`;
      const isLongTry = async () => tries === 5 && (await waits.execute(watcher)).rows.length > 0;
      await vi.waitUntil(isLongTry, PATIENTLY);
      await sql`lock table accounts in access share mode`.execute(tx);
      return { migrating };
    });

    expect(await migrated.migrating).toEqual({ lock_timeout: '500ms' });
    expect(tries).toBeGreaterThan(5);
  });
});

/** Runs a migration that locks the tables. Returns how long it waits for further locks. */
async function migrateUnderLock(db: Database, ...tables: readonly string[]): Promise<unknown> {
  let limit: unknown;
  const up = async (tx: Kysely<never>) => {
    await lockTables(tx, ...tables);
    [limit] = (await sql`show lock_timeout`.execute(tx)).rows;
  };
  const provider = { getMigrations: () => Promise.resolve({ '0001-locks': { up } }) };
  const { error } = await new Migrator({
    db,
    provider,
    migrationTableName: 'made_up_migration',
    migrationLockTableName: 'made_up_migration_lock',
  }).migrateToLatest();
  expect(error).toBeUndefined();
  return limit;
}
