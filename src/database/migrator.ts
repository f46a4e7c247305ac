import { Migrator, sql } from 'kysely';
import { MIGRATIONS } from '../../db/migrations/index.ts';
import { APPLIED_MIGRATIONS, ifMigrated } from './applied-migrations.ts';
import type { Database } from './database.ts';

/** The database has a migration that this program does not know. The message is one line for the operator. */
export class NewerDatabase extends Error {
  override readonly name = 'NewerDatabase';

  constructor(migration: string) {
    super(
      `the database was made by a newer release, which applied the migration ${migration}; run that release, or restore a backup`,
    );
  }
}

/**
 * Applies the missing migrations in order, under a lock, and returns their names. Several processes may run it at once.
 * Throws NewerDatabase.
 */
export async function migrate(db: Database): Promise<readonly string[]> {
  await pendingMigrations(db);
  const { error, results = [] } = await migrator(db).migrateToLatest();
  if (error instanceof Error) throw error;
  if (error !== undefined) throw new Error('migration failed', { cause: error });
  return results.filter(({ status }) => status === 'Success').map(({ migrationName }) => migrationName);
}

/** The names of the migrations that this program has and the database lacks. Throws NewerDatabase. */
export async function pendingMigrations(db: Database): Promise<readonly string[]> {
  return missingMigrations(await appliedMigrations(db));
}

/** The names of the migrations that this program has beside these. Throws NewerDatabase if it lacks one of them. */
export function missingMigrations(applied: readonly string[]): readonly string[] {
  const unknown = applied.findLast((name) => !(name in MIGRATIONS));
  if (unknown !== undefined) throw new NewerDatabase(unknown);
  return Object.keys(MIGRATIONS).filter((name) => !applied.includes(name));
}

async function appliedMigrations(db: Database): Promise<readonly string[]> {
  const query = sql<{ names: readonly string[] }>`select ${APPLIED_MIGRATIONS} as names`;
  const result = await ifMigrated(() => query.execute(db));
  return result?.rows[0]?.names.toSorted() ?? [];
}

function migrator(db: Database): Migrator {
  return new Migrator({ db, provider: { getMigrations: () => Promise.resolve(MIGRATIONS) } });
}
