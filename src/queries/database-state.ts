import { sql } from 'kysely';
import { APPLIED_MIGRATIONS, ifMigrated } from '../database/applied-migrations.ts';
import type { Database } from '../database/database.ts';
import { readAccess, readLong } from '../database/query.ts';
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

/** What a database holds. */
export type Held = { readonly events: number; readonly sites: number };

const COUNT_HELD = statement(
  'count_held',
  () => sql<Held>`
    select coalesce(sum(events), 0)::bigint as events, count(*) as sites
    from sites left join lateral (
      select sum(bot_visits + referrals + conversions) as events from site_buckets
      where site_id = sites.id and granularity = 'day'
      offset 0
    ) as held on true`,
);

/** How many events and sites the database holds. It reads all days of all sites. */
export async function countHeld(db: Database): Promise<Held> {
  const [held] = await readLong(db, COUNT_HELD({}), 'service');
  return held ?? { events: 0, sites: 0 };
}
