import { type Kysely, sql } from 'kysely';

/** Adds what the followers of logs have read, so that `logs status` can show it. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(CREATE).execute(db);
  const citus = await sql`select 1 from pg_extension where extname = 'citus'`.execute(db);
  if (citus.rows.length > 0) await sql.raw(DISTRIBUTE).execute(db);
}

const CREATE = `create table followed_logs (
  site_id text not null,
  path text not null,
  started_at timestamptz(3) not null,
  seen_at timestamptz(3) not null,
  bytes_behind bigint not null,
  lines bigint not null,
  events bigint not null,
  -- a JSON object: the number of lines by reason
  passed_over text not null,
  note text,
  noted_at timestamptz(3),
  primary key (site_id, path)
)`;

const DISTRIBUTE = `select create_distributed_table('followed_logs', 'site_id', colocate_with => 'events')`;
