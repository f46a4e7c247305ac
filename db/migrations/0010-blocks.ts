import { type Kysely, sql } from 'kysely';

/**
 * Counts of blocks of closed days, for long ranges: by name, by status and by page, of all events and of each bot. Upkeep
 * fills them in: nothing else writes them, and days without a block are counted by themselves. The folded pages of days
 * have moved to `site_block_pages`, in another form; upkeep folds them again.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of CREATE) await sql.raw(statement).execute(db);
  const citus = await sql`select 1 from pg_extension where extname = 'citus'`.execute(db);
  if (citus.rows.length > 0) for (const table of TABLES) await sql.raw(distribute(table)).execute(db);
}

const TABLES = ['site_blocks', 'site_block_names', 'site_block_statuses', 'site_block_pages'] as const;

const CREATE = [
  `create table site_blocks (
    site_id text not null,
    first_day date not null,
    days smallint not null,
    bot_visits bigint not null,
    referrals bigint not null,
    conversions bigint not null,
    primary key (site_id, first_day, days)
  )`,
  `create table site_block_names (
    site_id text not null,
    first_day date not null,
    days smallint not null,
    type text not null check (type in ('bot', 'referral', 'conversion')),
    name text not null,
    company text not null,
    count bigint not null,
    value numeric not null,
    bytes bigint not null,
    sized bigint not null,
    failed bigint not null,
    verified bigint not null,
    outside bigint not null,
    no_list bigint not null,
    primary key (site_id, first_day, days, type, name, company)
  )`,
  `create table site_block_statuses (
    site_id text not null,
    first_day date not null,
    days smallint not null,
    status smallint not null,
    count bigint not null,
    primary key (site_id, first_day, days, status)
  )`,
  // the paths are no part of a key: one may be longer than an index can hold
  `create table site_block_pages (
    site_id text not null,
    by_bot boolean not null,
    first_day date not null,
    days smallint not null,
    name text not null,
    company text not null,
    part smallint not null,
    bot_visits bigint not null,
    referrals bigint not null,
    conversions bigint not null,
    paths text[] not null,
    visit_counts integer[] not null,
    referral_counts integer[],
    conversion_counts integer[],
    failed_counts integer[] not null,
    byte_sums bigint[] not null,
    primary key (site_id, by_bot, first_day, days, name, company, part)
  )`,
  'drop table site_folded_pages',
] as const;

function distribute(table: string): string {
  return `select create_distributed_table('${table}', 'site_id', colocate_with => 'events')`;
}
