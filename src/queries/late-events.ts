import { type RawBuilder, sql } from 'kysely';
import type { Param } from '../database/statement.ts';
import type { Days } from './blocks.ts';
import { IS_NO_PART } from './page-parts.ts';

/** Of so many events that are folded, one may be late. If more are, the days are counted instead. */
const FOLDED_PER_LATE = 10;

/**
 * Common table expressions for the blocks of `rolled_up` to which events were recorded since they were folded:
 * `late_block`, with the largest id that is folded, and `late`, the events. An event is late if its id is larger. One that
 * was recorded by a longer transaction may have a smaller id: so a block counts only if it has exactly as many late events
 * of each type as it lacks. Their hours are known, so that no others are read.
 */
export function lateBlocks(param: Param<Days>): RawBuilder<unknown> {
  return sql`
    ${STALE},
    ${lateHours(param)},
    late as materialized (
      select (starts_at at time zone 'UTC')::date as day, of_hour.*
      from late_hour cross join lateral (
        select id, type, page_path, bot_name, bot_company, status, bytes from events
        where site_id = ${param('siteId')} and created_at >= starts_at and created_at < starts_at + interval '1 hour'
          and id > late_hour.last_id
        offset 0
      ) as of_hour
    ),
    late_block as (
      select nth, first_day, days, last_id
      from (select *, first_day + n as day from stale cross join generate_series(0, days - 1) as n) as stale_day
      join late using (day)
      where id > last_id
      group by nth, first_day, days, last_id, bots, referrals, conversions
      having (count(*) filter (where type = 'bot'), count(*) filter (where type = 'referral'),
              count(*) filter (where type = 'conversion')) = (bots, referrals, conversions)
    )`;
}

/** The blocks that lack a few events. */
const STALE = sql`
    stale as (
      select nth, first_day, days, last_id, folded.bots + folded.referrals + folded.conversions as folded,
             counted.bots - folded.bots as bots, counted.referrals - folded.referrals as referrals,
             counted.conversions - folded.conversions as conversions
      from counted_block as counted join rolled_up as folded using (nth, first_day, days)
      where last_id is not null
        and (counted.bots, counted.referrals, counted.conversions) <> (folded.bots, folded.referrals, folded.conversions)
        and counted.bots + counted.referrals + counted.conversions
          <= (folded.bots + folded.referrals + folded.conversions) * ${sql.lit(1 + 1 / FOLDED_PER_LATE)}
    )`;

/** The hours in which they have events that are not folded. */
function lateHours(param: Param<Days>): RawBuilder<unknown> {
  return sql`
    folded_hour as (
      select starts_at, last_id, events
      from (
        select last_id, folded, ${startOf(sql`first_day`)} + (hour_of_part + hour - 1) * interval '1 hour' as starts_at,
               events, sum(events) over (partition by nth, first_day, days) as all_events
        from stale cross join lateral (
          select case when ${IS_NO_PART} then greatest(part - 1, 0) else 0 end as hour_of_part, hour_counts
          from site_block_pages
          where site_id = ${param('siteId')} and not by_bot and first_day = stale.first_day and days = stale.days
          offset 0
        ) as fold cross join unnest(hour_counts) with ordinality as of_hour (events, hour)
      ) as hours
      -- a program of an earlier release folds without them
      where all_events = folded
    ),
    late_hour as (
      select starts_at, min(last_id) as last_id
      from folded_hour join (
        select starts_at, sum(bot_visits + referrals + conversions) as events
        from (select distinct first_day + n as day from stale cross join generate_series(0, days - 1) as n) as stale_day
        cross join lateral (
          select starts_at, bot_visits, referrals, conversions from site_buckets
          where site_id = ${param('siteId')} and granularity = 'hour' and starts_at >= ${startOf(sql`stale_day.day`)}
            and starts_at < ${startOf(sql`stale_day.day`)} + interval '24 hours'
          offset 0
        ) as of_day
        group by starts_at
      ) as counted_hour using (starts_at)
      where counted_hour.events > folded_hour.events
      group by starts_at
    )`;
}

function startOf(day: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${day}::timestamp at time zone 'UTC'`;
}

/** The late events of the blocks of `block`, that the condition admits. */
export function lateEventsOfBlocks(isCounted: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`block join late_block using (nth, first_day, days) cross join generate_series(0, days - 1) as n
    join late on late.day = first_day + n and id > last_id and ${isCounted}`;
}
