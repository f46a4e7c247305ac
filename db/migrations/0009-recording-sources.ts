import { type Kysely, sql } from 'kysely';

/** Adds when each source of a site recorded last. Logs are known already, by their positions. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(CREATE).execute(db);
  const citus = await sql`select 1 from pg_extension where extname = 'citus'`.execute(db);
  if (citus.rows.length > 0) await sql.raw(DISTRIBUTE).execute(db);
}

const CREATE = `create table recording_sources (
  site_id text not null,
  kind text not null,
  -- empty where a site has one source of the kind
  name text not null,
  last_recorded_at timestamptz(3) not null,
  primary key (site_id, kind, name)
)`;

const DISTRIBUTE = `select create_distributed_table('recording_sources', 'site_id', colocate_with => 'events')`;
