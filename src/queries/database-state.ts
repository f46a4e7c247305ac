import { sql } from 'kysely';
import { APPLIED_MIGRATIONS, ifMigrated } from '../database/applied-migrations.ts';
import type { Database } from '../database/database.ts';
import { readAccess } from '../database/query.ts';
import { statement } from '../database/statement.ts';

/** What shows whether the database can be used. */
export type DatabaseState = {
  /** True for a standby, and for a server that is set to refuse writes. */
  readonly isReadOnly: boolean;
  /** The names of the migrations it has. */
  readonly migrations: readonly string[];
};

const FIND_DATABASE_STATE = statement(
  'find_database_state',
  () => sql<DatabaseState>`
    select current_setting('transaction_read_only')::boolean as "isReadOnly",
           ${APPLIED_MIGRATIONS} as migrations`,
);

/** The state of the database; undefined if it was never migrated. */
export async function findDatabaseState(db: Database): Promise<DatabaseState | undefined> {
  return ifMigrated(async () => (await readAccess(db, FIND_DATABASE_STATE({})))[0]);
}
