import { type Kysely, sql } from 'kysely';

/** Adds how far each batch of a drain is recorded, so that a repeat of it goes on from there. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of CREATE) await sql.raw(statement).execute(db);
  const citus = await sql`select 1 from pg_extension where extname = 'citus'`.execute(db);
  if (citus.rows.length > 0) await sql.raw(DISTRIBUTE).execute(db);
}

const CREATE = [
  `create table drain_batches (
    site_id text not null,
    batch_key text not null,
    records_done integer not null,
    created_at timestamptz(3) not null,
    primary key (site_id, batch_key)
  )`,
  // By the hash of the site, as that of collected_requests: no look-up of a key uses it.
  `create index drain_batches_by_age on drain_batches (hashtextextended(site_id, 0), created_at)`,
] as const;

const DISTRIBUTE = `select create_distributed_table('drain_batches', 'site_id', colocate_with => 'events')`;
