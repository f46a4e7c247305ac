import { sql } from 'kysely';
import type { Database } from '../database/database.ts';

/** A rollup key whose count or value differs from that of the events. */
export type Drift = {
  readonly rollup: 'site_days' | 'site_buckets';
  /** The day it belongs to, `YYYY-MM-DD`. */
  readonly day: string;
  /** What it counts, in words: the day or hour, and the type and name. */
  readonly key: string;
  readonly counted: string;
  readonly rolledUp: string;
};

/** Compares a site's rollups with its events. Each rollup takes one statement, so that recorders can go on meanwhile. */
export async function findDrift(db: Database, siteId: string): Promise<readonly Drift[]> {
  const days = await sql<Drift>`
    with counted as (
      select (created_at at time zone 'UTC')::date as day, type,
             coalesce(bot_name, source, event_name) as name, coalesce(bot_company, '') as company,
             count(*) as count, coalesce(sum(event_value), 0) as value
      from events where site_id = ${siteId} group by 1, 2, 3, 4
    ), rolled as (
      select day, type, name, company, sum(count)::bigint as count, sum(value) as value
      from site_days where site_id = ${siteId} group by 1, 2, 3, 4
    )
    select 'site_days' as rollup, to_char(day, 'YYYY-MM-DD') as day,
           concat_ws(' ', day, type, name, nullif(company, '')) as key,
           concat_ws(' worth ', coalesce(c.count, 0), coalesce(c.value, 0)) as counted,
           concat_ws(' worth ', coalesce(r.count, 0), coalesce(r.value, 0)) as "rolledUp"
    from counted c full join rolled r using (day, type, name, company)
    where (c.count, c.value) is distinct from (r.count, r.value)
    order by day, type, name`.execute(db);
  const buckets = await sql<Drift>`
    with counted as (
      select granularity, date_trunc(granularity, created_at at time zone 'UTC') as starts_at,
             count(*) filter (where type = 'bot') as bots,
             count(*) filter (where type = 'referral') as referrals,
             count(*) filter (where type = 'conversion') as conversions
      from events cross join (values ('day'), ('hour')) as granularities (granularity)
      where site_id = ${siteId} group by 1, 2
    ), rolled as (
      select granularity, starts_at at time zone 'UTC' as starts_at, sum(bot_visits)::bigint as bots,
             sum(referrals)::bigint as referrals, sum(conversions)::bigint as conversions
      from site_buckets where site_id = ${siteId} group by 1, 2
    )
    select 'site_buckets' as rollup, to_char(starts_at, 'YYYY-MM-DD') as day,
           concat_ws(' ', granularity, to_char(starts_at, 'YYYY-MM-DD HH24:MI')) as key,
           concat_ws(' + ', coalesce(c.bots, 0), coalesce(c.referrals, 0), coalesce(c.conversions, 0)) as counted,
           concat_ws(' + ', coalesce(r.bots, 0), coalesce(r.referrals, 0), coalesce(r.conversions, 0)) as "rolledUp"
    from counted c full join rolled r using (granularity, starts_at)
    where (c.bots, c.referrals, c.conversions) is distinct from (r.bots, r.referrals, r.conversions)
    order by granularity, starts_at`.execute(db);
  return [...days.rows, ...buckets.rows];
}
