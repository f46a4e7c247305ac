import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { FAILED_FROM } from '../domain/event.ts';

/** A rollup key whose counts differ from those of the events. */
export type Drift = {
  readonly rollup: 'site_days' | 'site_statuses' | 'site_countries' | 'site_folded_pages' | 'site_buckets';
  /** The day it belongs to, `YYYY-MM-DD`. */
  readonly day: string;
  /** What it counts, in words: the day or hour, and what else it is counted by. */
  readonly key: string;
  readonly counted: string;
  readonly rolledUp: string;
};

/** Compares a site's rollups with its events. Each rollup takes one statement, so that recorders can go on meanwhile. */
export async function findDrift(db: Database, siteId: string): Promise<readonly Drift[]> {
  const drift: Drift[] = [];
  for (const compare of [compareDays, compareStatuses, compareCountries, comparePages, compareBuckets]) {
    drift.push(...(await compare(siteId).execute(db)).rows);
  }
  return drift;
}

const DAY = sql`(created_at at time zone 'UTC')::date`;

/** What is known of the visits is told only where it differs. */
function compareDays(siteId: string): RawBuilder<Drift> {
  return sql<Drift>`
    with counted as (
      select day, type, name, company, ${COUNT_AND_VALUE} as counts, ${FACTS} as facts from (
        select ${DAY} as day, type, coalesce(bot_name, source, event_name) as name,
               coalesce(bot_company, '') as company, count(*) as count, coalesce(sum(event_value), 0) as value,
               coalesce(sum(bytes), 0) as bytes, count(bytes) as sized,
               count(*) filter (where type = 'bot' and status >= ${sql.lit(FAILED_FROM)}) as failed,
               count(*) filter (where verdict = 'verified') as verified,
               count(*) filter (where verdict = 'outside') as outside,
               count(*) filter (where verdict = 'no-list') as no_list
        from events where site_id = ${siteId} group by 1, 2, 3, 4
      ) as sums
    ), rolled as (
      select day, type, name, company, ${COUNT_AND_VALUE} as counts, ${FACTS} as facts from (
        select day, type, name, company, sum(count) as count, sum(value) as value, sum(bytes) as bytes,
               sum(sized) as sized, sum(failed) as failed, sum(verified) as verified, sum(outside) as outside,
               sum(no_list) as no_list
        from site_days where site_id = ${siteId} group by 1, 2, 3, 4
      ) as sums
    )
    select 'site_days' as rollup, to_char(day, 'YYYY-MM-DD') as day,
           concat_ws(' ', day, type, name, nullif(company, '')) as key,
           concat_ws(' with ', coalesce(c.counts, '0 worth 0'),
                     case when c.facts <> r.facts then c.facts end) as counted,
           concat_ws(' with ', coalesce(r.counts, '0 worth 0'),
                     case when c.facts <> r.facts then r.facts end) as "rolledUp"
    from counted c full join rolled r using (day, type, name, company)
    where (c.counts, c.facts) is distinct from (r.counts, r.facts)
    order by day, type, name`;
}

const COUNT_AND_VALUE = sql`concat_ws(' worth ', count, trim_scale(value))`;

const FACTS = sql`concat(bytes, ' bytes of ', sized, ', ', failed, ' failed, ', verified, ' verified, ', outside,
  ' outside, ', no_list, ' without a list')`;

function compareStatuses(siteId: string): RawBuilder<Drift> {
  return sql<Drift>`
    with counted as (
      select ${DAY} as day, bot_name as name, bot_company as company, status, count(*) as count
      from events where site_id = ${siteId} and type = 'bot' and status is not null group by 1, 2, 3, 4
    ), rolled as (
      select day, name, company, status, sum(count)::bigint as count
      from site_statuses where site_id = ${siteId} group by 1, 2, 3, 4
    )
    select 'site_statuses' as rollup, to_char(day, 'YYYY-MM-DD') as day,
           concat_ws(' ', day, name, company, status) as key,
           coalesce(c.count, 0)::text as counted, coalesce(r.count, 0)::text as "rolledUp"
    from counted c full join rolled r using (day, name, company, status)
    where c.count is distinct from r.count
    order by day, name, status`;
}

/** A day without any row is right: an earlier release recorded it, and it is read from the events. */
function compareCountries(siteId: string): RawBuilder<Drift> {
  return sql<Drift>`
    with counted as (
      select day, country, ${COUNTS_BY_TYPE} as counts from (
        select ${DAY} as day, country, ${COUNT_BY_TYPE} from events where site_id = ${siteId} group by 1, 2
      ) as counts
    ), rolled as (
      select day, country, ${COUNTS_BY_TYPE} as counts from (
        select day, country, sum(bot_visits) as bots, sum(referrals) as referrals, sum(conversions) as conversions
        from site_countries where site_id = ${siteId} group by 1, 2
      ) as sums
    )
    select 'site_countries' as rollup, to_char(day, 'YYYY-MM-DD') as day, concat_ws(' ', day, country) as key,
           coalesce(c.counts, '0 + 0 + 0') as counted, coalesce(r.counts, '0 + 0 + 0') as "rolledUp"
    from counted c full join rolled r using (day, country)
    where c.counts is distinct from r.counts and day in (select day from rolled)
    order by day, country`;
}

/** A day whose fold lacks events is right: its pages are counted from the events. */
function comparePages(siteId: string): RawBuilder<Drift> {
  return sql<Drift>`
    with valid as (
      select day from (
        select (starts_at at time zone 'UTC')::date as day, sum(bot_visits + referrals + conversions) as events
        from site_buckets where site_id = ${siteId} and granularity = 'day' group by 1
      ) as in_buckets join (
        select day, sum(events) filter (where not by_bot) as events from site_folded_pages
        where site_id = ${siteId} group by day having min(hours) = max(hours)
      ) as folded using (day, events)
    ), counted as (
      select day, by_bot, type, name, company, path, ${PAGE_COUNTS} as counts from (
        select ${DAY} as day, grouping(bot_name) = 0 as by_bot, type,
               coalesce(bot_name, '') as name, coalesce(bot_company, '') as company, page_path as path,
               count(*) as count, count(*) filter (where type = 'bot' and status >= ${sql.lit(FAILED_FROM)}) as failed,
               sum(bytes) as bytes
        from events where site_id = ${siteId} and ${DAY} in (select day from valid)
        group by grouping sets ((1, type, page_path), (1, type, bot_name, bot_company, page_path))
        having grouping(bot_name) = 1 or type = 'bot'
      ) as sums
    ), rolled as (
      select day, by_bot, type, name, company, path, ${PAGE_COUNTS} as counts from (
        select day, by_bot, type, name, company, path, sum(count) as count, sum(failed) as failed, sum(bytes) as bytes from (
          select day, by_bot, type, name, company, unnest(paths) as path, unnest(counts) as count,
                 unnest(failed) as failed, unnest(bytes) as bytes
          from site_folded_pages where site_id = ${siteId} and day in (select day from valid)
        ) as unfolded group by 1, 2, 3, 4, 5, 6
      ) as sums
    )
    select 'site_folded_pages' as rollup, to_char(day, 'YYYY-MM-DD') as day,
           concat_ws(' ', day, type, nullif(name, ''), nullif(company, ''), path) as key,
           coalesce(c.counts, 'nothing') as counted, coalesce(r.counts, 'nothing') as "rolledUp"
    from counted c full join rolled r using (day, by_bot, type, name, company, path)
    where c.counts is distinct from r.counts
    order by day, by_bot, type, name, path collate "C"`;
}

const PAGE_COUNTS = sql`concat(count, ', ', failed, ' failed, ', coalesce(bytes::text, 'unknown'), ' bytes')`;

function compareBuckets(siteId: string): RawBuilder<Drift> {
  return sql<Drift>`
    with counted as (
      select granularity, starts_at, ${COUNTS_BY_TYPE} as counts from (
        select granularity, date_trunc(granularity, created_at at time zone 'UTC') as starts_at, ${COUNT_BY_TYPE}
        from events cross join (values ('day'), ('hour')) as granularities (granularity)
        where site_id = ${siteId} group by 1, 2
      ) as counts
    ), rolled as (
      select granularity, starts_at, ${COUNTS_BY_TYPE} as counts from (
        select granularity, starts_at at time zone 'UTC' as starts_at, sum(bot_visits) as bots,
               sum(referrals) as referrals, sum(conversions) as conversions
        from site_buckets where site_id = ${siteId} group by 1, 2
      ) as sums
    )
    select 'site_buckets' as rollup, to_char(starts_at, 'YYYY-MM-DD') as day,
           concat_ws(' ', granularity, to_char(starts_at, 'YYYY-MM-DD HH24:MI')) as key,
           coalesce(c.counts, '0 + 0 + 0') as counted, coalesce(r.counts, '0 + 0 + 0') as "rolledUp"
    from counted c full join rolled r using (granularity, starts_at)
    where c.counts is distinct from r.counts
    order by granularity, starts_at`;
}

const COUNT_BY_TYPE = sql`
  count(*) filter (where type = 'bot') as bots,
  count(*) filter (where type = 'referral') as referrals,
  count(*) filter (where type = 'conversion') as conversions`;

const COUNTS_BY_TYPE = sql`concat_ws(' + ', bots, referrals, conversions)`;
