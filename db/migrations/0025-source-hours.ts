import { type Kysely, sql } from 'kysely';

/**
 * Adds what each source of a site sent last, and what became of it by the hour. `recording_sources`, which a release before
 * this one writes, is read beside them until it can be dropped.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const citus = await sql`select 1 from pg_extension where extname = 'citus'`.execute(db);
  for (const [table, definition] of Object.entries(TABLES)) {
    await sql.raw(`create table ${table} (${definition})`).execute(db);
    if (citus.rows.length > 0) await sql.raw(distribute(table)).execute(db);
  }
}

const TABLES = {
  site_sources: `
    site_id text not null,
    -- made from the kind, the name, the key and the sender
    source_id text not null,
    kind text not null,
    -- the path of a log; empty for the other kinds
    name text not null,
    key_id bigint,
    sender text,
    -- when it last sent anything, refused or not
    heard_at timestamptz(3) not null,
    last_recorded_at timestamptz(3),
    batch_at timestamptz(3),
    batch_records bigint,
    batch_bytes bigint,
    -- codes, separated by spaces; null if no batch has shown any yet
    limits text,
    refused_at timestamptz(3),
    refused_status smallint,
    refused_reason text,
    primary key (site_id, source_id)`,
  source_hours: `
    site_id text not null,
    hour timestamptz(3) not null,
    source_id text not null,
    -- "event", "repeat", or the reason why a record became no event
    outcome text not null,
    count bigint not null,
    -- of the first such record, masked
    sample text,
    primary key (site_id, hour, source_id, outcome)`,
};

function distribute(table: string): string {
  return `select create_distributed_table('${table}', 'site_id', colocate_with => 'events')`;
}
