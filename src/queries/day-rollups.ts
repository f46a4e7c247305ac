import { type RawBuilder, type Transaction, sql } from 'kysely';
import { GRANULARITIES } from '../domain/granularity.ts';
import { DAY_MS } from '../domain/time.ts';
import { day, instant } from '../database/sql-time.ts';
import type { Tables } from '../database/tables.ts';
import { type DayEvents, isOfDay } from './day-events.ts';

/** Adds the counts of the events to both rollups, or subtracts them, in a transaction that holds the site (`lockSite`). */
export async function addToRollups(tx: Transaction<Tables>, events: DayEvents, sign: 1 | -1): Promise<void> {
  const signed = sql`${sign}::integer`;
  await sql`
    insert into site_days (site_id, day, type, name, company, slot, count, value)
    select site_id, ${day(events.dayMs)}, type, coalesce(bot_name, source, event_name), coalesce(bot_company, ''), 0,
           ${signed} * count(*), ${signed} * coalesce(sum(event_value), 0)
    from events where ${isOfDay(events)}
    group by site_id, type, coalesce(bot_name, source, event_name), coalesce(bot_company, '')
    on conflict (site_id, day, type, name, company, slot)
    do update set count = site_days.count + excluded.count, value = site_days.value + excluded.value`.execute(
    tx,
  );
  await sql`
    insert into site_buckets (site_id, granularity, starts_at, slot, bot_visits, referrals, conversions)
    select site_id, granularity, date_trunc(granularity, created_at, 'UTC'), 0,
           ${signed} * count(*) filter (where type = 'bot'),
           ${signed} * count(*) filter (where type = 'referral'),
           ${signed} * count(*) filter (where type = 'conversion')
    from events cross join (values ('day'), ('hour')) as granularities (granularity)
    where ${isOfDay(events)}
    group by site_id, granularity, date_trunc(granularity, created_at, 'UTC')
    on conflict (site_id, granularity, starts_at, slot)
    do update set bot_visits = site_buckets.bot_visits + excluded.bot_visits,
                  referrals = site_buckets.referrals + excluded.referrals,
                  conversions = site_buckets.conversions + excluded.conversions`.execute(tx);
}

/** Deletes what a day has in both rollups. */
export async function deleteDayRollups(
  tx: Transaction<Tables>,
  siteId: string,
  dayMs: number,
): Promise<void> {
  await tx.deleteFrom('site_days').where('site_id', '=', siteId).where('day', '=', day(dayMs)).execute();
  await tx.deleteFrom('site_buckets').where(isBucketOfDay(siteId, dayMs)).execute();
}

/** Deletes those rows of a day's rollups that count nothing, in sum over the slots: no event has their key. */
export async function deleteEmptyRollups(
  tx: Transaction<Tables>,
  siteId: string,
  dayMs: number,
): Promise<void> {
  const ofDay = sql`site_id = ${siteId} and day = ${day(dayMs)}`;
  await sql`
    delete from site_days where ${ofDay} and (type, name, company) in (
      select type, name, company from site_days where ${ofDay} group by type, name, company having sum(count) = 0
    )`.execute(tx);
  await sql`
    delete from site_buckets where ${isBucketOfDay(siteId, dayMs)} and (granularity, starts_at) in (
      select granularity, starts_at from site_buckets where ${isBucketOfDay(siteId, dayMs)}
      group by granularity, starts_at having sum(bot_visits + referrals + conversions) = 0
    )`.execute(tx);
}

function isBucketOfDay(siteId: string, dayMs: number): RawBuilder<boolean> {
  return sql<boolean>`site_id = ${siteId} and granularity in (${sql.join(GRANULARITIES)})
    and starts_at >= ${instant(dayMs)} and starts_at < ${instant(dayMs + DAY_MS)}`;
}
