import { type Kysely, sql } from 'kysely';
import { lockTables } from '../lock-tables.ts';

/**
 * Adds what alerts are found by, the counts of 70 days by hour and name, and the alerts themselves, with what their owners
 * decide about them, and notes. Share links may show both.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of CREATE) await sql.raw(statement).execute(db);
  const citus = await sql`select 1 from pg_extension where extname = 'citus'`.execute(db);
  if (citus.rows.length > 0)
    for (const table of ['alert_days', 'alert_sites'])
      await sql`select create_distributed_table(${sql.lit(table)}, 'site_id', colocate_with => 'events')`.execute(
        db,
      );
  await lockTables(db, 'share_links');
  await sql`
    alter table share_links
      add column shows_alerts boolean not null default false, add column shows_notes boolean not null default false
  `.execute(db);
}

const CREATE = [
  // Each array has the 24 hours of the day; null stands for zeros.
  `create table alert_days (
    site_id text not null,
    day date not null,
    type text not null,
    name text not null,
    company text not null,
    visits integer[] not null,
    bursts integer[],
    failed integer[],
    outside integer[],
    primary key (site_id, day, type, name, company)
  ) with (
    fillfactor = 70,
    autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 10000, autovacuum_analyze_scale_factor = 0.02
  )`,
  // Sites whose last weeks are counted.
  `create table alert_sites (
    site_id text primary key,
    learned_at timestamptz(3) not null,
    -- JSON: the most that is known of each series
    learned text not null,
    -- when the first of the sources will have been silent for too long
    silence_due_at timestamptz(3)
  )`,
  `create table alerts (
    id bigserial primary key,
    account_id bigint not null,
    alert_site_id text,
    kind text not null,
    subject_kind text not null,
    subject text not null,
    subjects text[] not null,
    event_type text,
    raised_at timestamptz(3) not null,
    from_at timestamptz(3) not null,
    until_at timestamptz(3),
    unit text not null,
    seen double precision,
    usual double precision[] not null,
    page text,
    title text not null,
    detail text not null,
    expected_at timestamptz(3)
  )`,
  `create unique index alerts_ongoing on alerts (alert_site_id, kind, subject_kind, subject) where until_at is null`,
  `create unique index alerts_of_month on alerts (account_id, from_at, subject) where kind = 'quota'`,
  `create index alerts_of_account on alerts (account_id, raised_at, id)`,
  `create index alerts_of_site on alerts (alert_site_id, raised_at, id)`,
  `create table alert_rules (
    account_id bigint not null,
    -- empty for that of the account
    rule_site_id text not null,
    kind text not null,
    sensitivity text not null,
    primary key (account_id, rule_site_id, kind)
  )`,
  `create index alert_rules_of_site on alert_rules (rule_site_id) where rule_site_id <> ''`,
  `create table mutes (
    muted_site_id text not null,
    subject_kind text not null,
    subject text not null,
    -- empty for all kinds
    kind text not null,
    since timestamptz(3) not null,
    until_at timestamptz(3),
    primary key (muted_site_id, subject_kind, subject, kind)
  )`,
  `create table notes (
    id bigserial primary key,
    noted_site_id text not null,
    day date not null,
    text text not null,
    made_by text not null
  )`,
  `create index notes_of_site on notes (noted_site_id, day, id)`,
] as const;
