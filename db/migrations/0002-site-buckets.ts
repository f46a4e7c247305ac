import { type Kysely, sql } from 'kysely';

/**
 * Stores counts per day beside the counts per hour, in one table. A series is read without conversion, and a daily series
 * reads a 24th of the rows.
 */
export async function up(db: Kysely<never>): Promise<void> {
  // Recorders of the earlier release wait here and then fail. Without this lock, counts that they commit after
  // site_hours is copied and before it is dropped would be lost.
  await sql`lock table site_hours in access exclusive mode`.execute(db);
  await sql.raw(CREATE).execute(db);
  const citus = await sql`select 1 from pg_extension where extname = 'citus'`.execute(db);
  if (citus.rows.length > 0) await sql.raw(DISTRIBUTE).execute(db);
  for (const statement of FILL) await sql.raw(statement).execute(db);
}

const CREATE = `create table site_buckets (
    site_id text not null,
    granularity text not null check (granularity in ('day', 'hour')),
    starts_at timestamptz not null,
    slot smallint not null,
    bot_visits bigint not null,
    referrals bigint not null,
    conversions bigint not null,
    primary key (site_id, granularity, starts_at, slot)
  ) with (fillfactor = 70)`;

const DISTRIBUTE = `select create_distributed_table('site_buckets', 'site_id', colocate_with => 'events')`;

const FILL = [
  `insert into site_buckets (site_id, granularity, starts_at, slot, bot_visits, referrals, conversions)
    select site_id, 'hour', hour, slot, bot_visits, referrals, conversions from site_hours`,
  `insert into site_buckets (site_id, granularity, starts_at, slot, bot_visits, referrals, conversions)
    select site_id, 'day', date_trunc('day', hour, 'UTC'), slot,
           sum(bot_visits), sum(referrals), sum(conversions)
    from site_hours group by 1, 3, 4`,
  `drop table site_hours`,
] as const;
