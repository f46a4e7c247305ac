import { sql } from 'kysely';

/** The names of the migrations that a database has, in no particular order, as a column of a query. */
export const APPLIED_MIGRATIONS = sql<readonly string[]>`array(select name::text from kysely_migration)`;

const UNDEFINED_TABLE = '42P01';

/** The result of a query for APPLIED_MIGRATIONS; undefined if the database was never migrated. */
export async function ifMigrated<Result>(query: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await query();
  } catch (error) {
    if ((error as { readonly code?: string }).code === UNDEFINED_TABLE) return undefined;
    throw error;
  }
}
