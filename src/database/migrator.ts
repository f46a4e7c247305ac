import { Migrator } from 'kysely';
import { MIGRATIONS } from '../../db/migrations/index.ts';
import type { Database } from './database.ts';

/** Applies missing migrations in order and returns their names. A lock makes it safe from several processes at once. */
export async function migrate(db: Database): Promise<readonly string[]> {
  const { error, results = [] } = await migrator(db).migrateToLatest();
  if (error instanceof Error) throw error;
  if (error !== undefined) throw new Error('migration failed', { cause: error });
  return results.filter(({ status }) => status === 'Success').map(({ migrationName }) => migrationName);
}

/** The names of the migrations that this program has and the database lacks. */
export async function pendingMigrations(db: Database): Promise<readonly string[]> {
  const migrations = await migrator(db).getMigrations();
  return migrations.filter(({ executedAt }) => executedAt === undefined).map(({ name }) => name);
}

function migrator(db: Database): Migrator {
  return new Migrator({ db, provider: { getMigrations: () => Promise.resolve(MIGRATIONS) } });
}
