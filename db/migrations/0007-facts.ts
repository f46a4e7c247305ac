import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';

/**
 * Adds what is known of a response and of its client: status, bytes and verdict of each event, their sums by day and
 * bot, and counts by status and by country. Servers of the earlier release go on recording: their events have none of
 * it, and their days have no counts by country, which are then read from the events.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of CREATE) await sql.raw(statement).execute(db);
  const citus = await sql`select 1 from pg_extension where extname = 'citus'`.execute(db);
  if (citus.rows.length > 0) for (const statement of DISTRIBUTE) await sql.raw(statement).execute(db);
  await lockTables(db);
  for (const statement of ALTER) await sql.raw(statement).execute(db);
}

const CREATE = [
  `create table site_statuses (
    site_id text not null,
    day date not null,
    name text not null,
    company text not null,
    status smallint not null,
    slot smallint not null,
    count bigint not null,
    primary key (site_id, day, name, company, status, slot)
  ) with (fillfactor = 70)`,
  `create table site_countries (
    site_id text not null,
    day date not null,
    country text not null,
    slot smallint not null,
    bot_visits bigint not null,
    referrals bigint not null,
    conversions bigint not null,
    primary key (site_id, day, country, slot)
  ) with (fillfactor = 70)`,
] as const;

const DISTRIBUTE = [
  `select create_distributed_table('site_statuses', 'site_id', colocate_with => 'events')`,
  `select create_distributed_table('site_countries', 'site_id', colocate_with => 'events')`,
] as const;

/** Constant defaults are stored once for the table, so no row is rewritten. */
const ALTER = [
  `alter table events
    add column status smallint,
    add column bytes bigint,
    add column verdict text`,
  // by itself, because Citus adds no column together with a constraint; not valid, so that no row is read meanwhile
  `alter table events
    add constraint events_verdict_check check (verdict in ('verified', 'outside', 'no-list')) not valid`,
  `alter table site_days
    add column bytes bigint not null default 0,
    add column sized bigint not null default 0,
    add column failed bigint not null default 0,
    add column verified bigint not null default 0,
    add column outside bigint not null default 0,
    add column no_list bigint not null default 0`,
] as const;

const LOCK_TRIES = 600;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Everyone who comes after a lock that waits must wait, too. So it waits for half a second at a time behind those who
 * read or write, and lets the others pass in between.
 */
async function lockTables(db: Kysely<never>): Promise<void> {
  await sql`set local lock_timeout = '500ms'`.execute(db);
  for (let tries = 1; ; tries++) {
    await sql`savepoint unlocked`.execute(db);
    try {
      await sql`lock table events, site_days in access exclusive mode`.execute(db);
      return;
    } catch (error) {
      if (tries === LOCK_TRIES || (error as { readonly code?: string }).code !== LOCK_NOT_AVAILABLE)
        throw error;
      await sql`rollback to savepoint unlocked`.execute(db);
      await delay(200);
    }
  }
}
