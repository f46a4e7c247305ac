import { type Kysely, sql } from 'kysely';

/**
 * Counts of the pages of closed days, as arrays. Upkeep fills them in: nothing else writes them, and a day without them
 * is counted from its events.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(CREATE).execute(db);
  const citus = await sql`select 1 from pg_extension where extname = 'citus'`.execute(db);
  if (citus.rows.length > 0) await sql.raw(DISTRIBUTE).execute(db);
}

/** The paths are no part of a key: one may be longer than an index can hold. */
const CREATE = `create table site_folded_pages (
  site_id text not null,
  by_bot boolean not null,
  day date not null,
  type text not null check (type in ('bot', 'referral', 'conversion')),
  name text not null,
  company text not null,
  hours smallint not null,
  from_hour smallint not null,
  events bigint not null,
  paths text[] not null,
  counts integer[] not null,
  failed integer[] not null,
  bytes bigint[] not null,
  primary key (site_id, by_bot, day, type, name, company, hours, from_hour)
)`;

const DISTRIBUTE = `select create_distributed_table('site_folded_pages', 'site_id', colocate_with => 'events')`;
