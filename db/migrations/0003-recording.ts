import { type Kysely, sql } from 'kysely';

/** Adds keys that only record, a retention for each site, the positions of logs, and the requests already recorded. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  const citus = await sql`select 1 from pg_extension where extname = 'citus'`.execute(db);
  if (citus.rows.length > 0) {
    for (const statement of CITUS_STATEMENTS) await sql.raw(statement).execute(db);
  }
}

const STATEMENTS = [
  // Null: the key reads everything in its account and records nothing.
  `alter table api_keys add column collect_site_id text`,
  // Null: the plan decides.
  `alter table sites add column retention_days integer`,
  // A log is identified by its first line; copy distinguishes logs that begin with the same line.
  `create table log_positions (
    site_id text not null,
    first_line text not null,
    copy smallint not null,
    bytes bigint not null,
    digest text not null,
    reader_state text,
    path text not null,
    modified_at timestamptz(3) not null,
    primary key (site_id, first_line, copy)
  )`,
  `create table collected_requests (
    site_id text not null,
    key_hash text not null,
    body_hash text not null,
    recorded integer not null,
    passed_over integer not null,
    created_at timestamptz(3) not null,
    primary key (site_id, key_hash)
  )`,
  `create index collected_requests_by_time on collected_requests (created_at)`,
] as const;

const CITUS_STATEMENTS = [
  `select create_distributed_table('log_positions', 'site_id', colocate_with => 'events')`,
  `select create_distributed_table('collected_requests', 'site_id', colocate_with => 'events')`,
] as const;
