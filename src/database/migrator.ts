import { Migrator, sql } from 'kysely';
import { INDEXES } from '../../db/indexes.ts';
import { MIGRATIONS } from '../../db/migrations/index.ts';
import { APPLIED_MIGRATIONS, ifMigrated } from './applied-migrations.ts';
import { buildIndexes } from './build-indexes.ts';
import { requireWorkers } from './cluster.ts';
import type { Database } from './database.ts';
import { validateConstraints } from './validate-constraints.ts';

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
 * Applies the missing migrations in order, under a lock, and returns their names; then checks the rows of constraints that
 * were added as NOT VALID, and builds the missing indexes of large tables. Several processes may run it at once.
 * Throws NewerDatabase, and WrongNode for a Citus cluster without workers.
 */
export async function migrate(db: Database): Promise<readonly string[]> {
  await pendingMigrations(db);
  await requireWorkers(db);
  const { error, results = [] } = await migrator(db).migrateToLatest();
  if (error instanceof Error) throw error;
  if (error !== undefined) throw new Error('migration failed', { cause: error });
  await validateConstraints(db);
  await buildIndexes(db, INDEXES);
  return results.filter(({ status }) => status === 'Success').map(({ migrationName }) => migrationName);
}

/** The names of the migrations that this program has and the database lacks. Throws NewerDatabase. */
export async function pendingMigrations(db: Database): Promise<readonly string[]> {
  const { pending, newer } = await findSchemaDifference(db);
  if (newer !== undefined) throw new NewerDatabase(newer);
  return pending;
}

/** How the schema of a database differs from that of this program. */
export type SchemaDifference = {
  /** The migrations that the database lacks. */
  readonly pending: readonly string[];
  /** The last migration that only a newer release knows; undefined if there is none. */
  readonly newer: string | undefined;
};

/** How the schema of a database differs. Throws NewerDatabase if this program cannot use it. */
export async function findSchemaDifference(db: Database): Promise<SchemaDifference> {
  return compareSchema(await appliedMigrations(db));
}

/**
 * How a schema with these migrations differs. A newer release only adds to a schema, unless the name of its migration
 * says which one a program has to know (`-needs-0014`). Throws NewerDatabase if this program does not know that.
 */
export function compareSchema(applied: readonly string[]): SchemaDifference {
  const unknown = applied.filter((name) => !(name in MIGRATIONS));
  const unusable = unknown.find((name) => Number(NEEDS.exec(name)?.[1] ?? 0) > NEWEST);
  if (unusable !== undefined) throw new NewerDatabase(unusable);
  const pending = Object.keys(MIGRATIONS).filter((name) => !applied.includes(name));
  return { pending, newer: unknown.at(-1) };
}

const NEEDS = /-needs-(\d{4})$/;
const NEWEST = Number.parseInt(Object.keys(MIGRATIONS).at(-1) ?? '', 10);

async function appliedMigrations(db: Database): Promise<readonly string[]> {
  const query = sql<{ names: readonly string[] }>`select ${APPLIED_MIGRATIONS} as names`;
  const result = await ifMigrated(() => query.execute(db));
  return result?.rows[0]?.names.toSorted() ?? [];
}

function migrator(db: Database): Migrator {
  return new Migrator({ db, provider: { getMigrations: () => Promise.resolve(MIGRATIONS) } });
}
