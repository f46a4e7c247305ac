import { type Kysely, sql } from 'kysely';
import { lockTables } from '../lock-tables.ts';

/**
 * Adds which LLM product sent the visitor of a conversion, and what that is found by: the landings of the last minutes.
 * These are unlogged, so that they are in no write-ahead log and no physical backup, and are gone after a crash. They are
 * not distributed: their key has no site in it.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of CREATE) await sql.raw(statement).execute(db);
  await lockTables(db, 'events');
  await sql`alter table events add column sent_by text`.execute(db);
}

const CREATE = [
  // What keeps a client from being recognised on another day. The id tells it from one that a crash has taken.
  `create unlogged table visitor_secrets (
    day date primary key,
    id uuid not null default gen_random_uuid(),
    secret text not null
  )`,
  // A row takes about 90 bytes with its index: 64 bits of the hash, the milliseconds of its day, and the minute in which
  // it ends, counted from 1970. Which day that is only the secret shows.
  `create unlogged table landings (
    client bigint not null,
    landed_ms integer not null,
    ends_minute integer not null,
    source text not null,
    primary key (client, landed_ms)
  ) with (
    autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 10000,
    autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02
  )`,
  // One row: since when conversions are looked up, null while they are not.
  `create table attribution (
    is_only boolean primary key default true check (is_only),
    since timestamptz(3)
  )`,
] as const;
