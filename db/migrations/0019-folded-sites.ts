import { type Kysely, sql } from 'kysely';

/**
 * Adds up to which day each site is folded, so that upkeep looks again only at the sites that have changed. Without a row, a
 * site is looked at as a whole.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(CREATE).execute(db);
  const citus = await sql`select 1 from pg_extension where extname = 'citus'`.execute(db);
  if (citus.rows.length > 0) await sql.raw(DISTRIBUTE).execute(db);
}

const CREATE = `create table folded_sites (
  site_id text primary key,
  until_day date not null,
  recorded bigint not null
)`;

const DISTRIBUTE = `select create_distributed_table('folded_sites', 'site_id', colocate_with => 'events')`;
