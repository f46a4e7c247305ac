import { type Kysely, sql } from 'kysely';

/**
 * Creates accounts with their keys and sites, events, the two rollups that are written in the same transaction as
 * the events, and the monthly usage. db/README.md gives the reasons for the keys.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  const citus = await sql`select 1 from pg_extension where extname = 'citus'`.execute(db);
  if (citus.rows.length > 0) {
    for (const statement of CITUS_STATEMENTS) await sql.raw(statement).execute(db);
  }
}

const STATEMENTS = [
  `create table accounts (
    id bigserial primary key,
    email text not null,
    plan text not null check (plan in ('free', 'pro')),
    created_at timestamptz(3) not null,
    deleted_at timestamptz(3)
  )`,
  `create unique index accounts_living_email on accounts (lower(email)) where deleted_at is null`,
  // No foreign key to accounts: a key outlives its account and then answers USER_NOT_FOUND.
  `create table api_keys (
    id bigserial primary key,
    account_id bigint not null,
    key_hash text not null unique,
    name text not null,
    last_four text not null,
    created_at timestamptz(3) not null,
    last_used_at timestamptz(3),
    revoked_at timestamptz(3)
  )`,
  `create index api_keys_by_account on api_keys (account_id)`,
  `create table sites (
    id text primary key,
    account_id bigint not null,
    domain text not null,
    name text not null,
    created_at timestamptz(3) not null
  )`,
  `create index sites_by_account on sites (account_id, created_at, id)`,
  `create table events (
    site_id text not null,
    created_at timestamptz(3) not null,
    id bigserial not null,
    type text not null check (type in ('bot', 'referral', 'conversion')),
    page_path text not null,
    country text not null,
    bot_name text,
    bot_company text,
    source text,
    event_name text,
    event_value numeric,
    primary key (site_id, created_at, id)
  )`,
  `create index events_by_type on events (site_id, type, created_at, id)`,
  `create table site_hours (
    site_id text not null,
    hour timestamptz not null,
    slot smallint not null,
    bot_visits bigint not null,
    referrals bigint not null,
    conversions bigint not null,
    primary key (site_id, hour, slot)
  ) with (fillfactor = 70)`,
  `create table site_days (
    site_id text not null,
    day date not null,
    type text not null,
    name text not null,
    company text not null default '',
    slot smallint not null,
    count bigint not null,
    value numeric not null,
    primary key (site_id, day, type, name, company, slot)
  ) with (fillfactor = 70)`,
  `create table usage (
    account_id bigint not null,
    month date not null,
    events bigint not null,
    primary key (account_id, month)
  )`,
] as const;

/** Tables that are not read by site stay on the coordinator: what they store must not wait for every node. */
const CITUS_STATEMENTS = [
  `select create_distributed_table('events', 'site_id')`,
  `select create_distributed_table('site_hours', 'site_id', colocate_with => 'events')`,
  `select create_distributed_table('site_days', 'site_id', colocate_with => 'events')`,
] as const;
