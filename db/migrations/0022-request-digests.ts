import { type Kysely, sql } from 'kysely';

/** Adds which requests of a site are recorded, by digests of the ids that its host made for them, so that each counts once. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  const citus = await sql`select 1 from pg_extension where extname = 'citus'`.execute(db);
  if (citus.rows.length > 0) await sql.raw(DISTRIBUTE).execute(db);
}

const STATEMENTS = [
  // An eighth of its rows is deleted each day: vacuumed like the tables of 0021.
  `create table request_digests (
    site_id text not null,
    digest uuid not null,
    day date not null,
    recorded_on date not null,
    primary key (site_id, digest)
  ) with (
    autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 10000,
    autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02
  )`,
  // By the hash of the site, so that no look-up of a digest uses it. Rows of one day share an entry.
  `create index request_digests_by_age on request_digests (hashtextextended(site_id, 0), recorded_on)`,
] as const;

const DISTRIBUTE = `select create_distributed_table('request_digests', 'site_id', colocate_with => 'events')`;
