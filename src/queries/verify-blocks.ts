import { type RawBuilder, sql } from 'kysely';
import { COUNT_AND_VALUE, type Drift, FACTS, NAME_KEY, NAME_COUNTS, NAME_DIFFERENCE } from './drift.ts';
import { IS_IN_ITS_PART } from './page-parts.ts';
import { PAGE_COUNTS, UNFOLDED_PAGES } from './sums.ts';

/** Comparisons of what is counted in blocks with the events of those blocks. */
export const BLOCK_COMPARISONS = [compareNames, compareStatuses, comparePages];

function compareNames(siteId: string): RawBuilder<Drift> {
  return sql<Drift>`
    with ${validNameBlocks(siteId)},
    counted as (
      select first_day, days, type, name, company, ${COUNT_AND_VALUE} as counts, ${FACTS} as facts
      from ${countedInBlocks(siteId, sql`select ${NAME_KEY}, ${NAME_COUNTS}`, sql`group by 1, 2, 3`)}
    ), rolled as (
      select first_day, days, type, name, company, ${COUNT_AND_VALUE} as counts, ${FACTS} as facts
      from site_block_names join valid using (first_day, days) where site_id = ${siteId}
    )
    select 'site_block_names' as rollup, ${BLOCK}, concat_ws(' ', ${DAYS}, type, name, nullif(company, '')) as key,
           ${NAME_DIFFERENCE}
    from counted c full join rolled r using (first_day, days, type, name, company)
    where (c.counts, c.facts) is distinct from (r.counts, r.facts)
    order by first_day, days, type, name`;
}

function compareStatuses(siteId: string): RawBuilder<Drift> {
  return sql<Drift>`
    with ${validNameBlocks(siteId)},
    counted as (
      select first_day, days, status, count
      from ${countedInBlocks(siteId, sql`select status, count(*) as count`, sql`and type = 'bot' and status is not null group by 1`)}
    ), rolled as (
      select first_day, days, status, count
      from site_block_statuses join valid using (first_day, days) where site_id = ${siteId}
    )
    select 'site_block_statuses' as rollup, ${BLOCK}, concat_ws(' ', ${DAYS}, status) as key,
           coalesce(c.count, 0)::text as counted, coalesce(r.count, 0)::text as "rolledUp"
    from counted c full join rolled r using (first_day, days, status)
    where c.count is distinct from r.count
    order by first_day, days, status`;
}

function comparePages(siteId: string): RawBuilder<Drift> {
  return sql<Drift>`
    with ${validBlocks(
      siteId,
      sql`
        select first_day, days, sum(bot_visits + referrals + conversions) as events from site_block_pages
        where site_id = ${siteId} and not by_bot group by 1, 2 having min(part) > 0 or max(part) = 0`,
    )},
    counted as (
      select first_day, days, by_bot, name, company, path, ${COUNTS_OF_PAGE} as counts
      from ${countedInBlocks(
        siteId,
        sql`select grouping(bot_name) = 0 as by_bot, coalesce(bot_name, '') as name, coalesce(bot_company, '') as company,
                   page_path as path, ${PAGE_COUNTS}`,
        sql`group by grouping sets ((page_path), (bot_name, bot_company, page_path))
            having grouping(bot_name) = 1 or bot_name is not null`,
      )}
    ), rolled as (
      select first_day, days, by_bot, name, company, path, ${COUNTS_OF_PAGE} as counts from (
        select first_day, days, by_bot, name, company, path, sum(bots) as bots, coalesce(sum(referrals), 0) as referrals,
               coalesce(sum(conversions), 0) as conversions, sum(failed) as failed, sum(bytes) as bytes
        from (
          select first_day, days, by_bot, name, company, part, ${UNFOLDED_PAGES}
          from site_block_pages join valid using (first_day, days) where site_id = ${siteId}
        ) as unfolded where ${IS_IN_ITS_PART} group by 1, 2, 3, 4, 5, 6
      ) as sums
    )
    select 'site_block_pages' as rollup, ${BLOCK},
           concat_ws(' ', ${DAYS}, nullif(name, ''), nullif(company, ''), path) as key,
           coalesce(c.counts, 'nothing') as counted, coalesce(r.counts, 'nothing') as "rolledUp"
    from counted c full join rolled r using (first_day, days, by_bot, name, company, path)
    where c.counts is distinct from r.counts
    order by first_day, days, by_bot, name, path collate "C"`;
}

const BLOCK = sql`to_char(first_day, 'YYYY-MM-DD') as day`;
const DAYS = sql`first_day, case when days > 1 then concat('for ', days, ' days') end`;

const COUNTS_OF_PAGE = sql`concat(bots, ' + ', referrals, ' + ', conversions, ', ', failed, ' failed, ',
  coalesce(bytes::text, 'unknown'), ' bytes')`;

function validNameBlocks(siteId: string): RawBuilder<unknown> {
  return validBlocks(
    siteId,
    sql`select first_day, days, bot_visits + referrals + conversions as events from site_blocks where site_id = ${siteId}`,
  );
}

/** Those that count as many events as site_buckets. A block that lacks events is right: its days are counted instead. */
function validBlocks(siteId: string, blocks: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`valid as (
    select first_day, days from (${blocks}) as block
    where events = (
      select sum(bot_visits + referrals + conversions) from site_buckets
      where site_id = ${siteId} and granularity = 'day' and starts_at >= first_day::timestamp at time zone 'UTC'
        and starts_at < (first_day + days)::timestamp at time zone 'UTC'
    )
  )`;
}

function countedInBlocks(
  siteId: string,
  select: RawBuilder<unknown>,
  rest: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`valid cross join lateral (
    ${select} from events
    where site_id = ${siteId} and created_at >= first_day::timestamp at time zone 'UTC'
      and created_at < (first_day + days)::timestamp at time zone 'UTC' ${rest}
  ) as counted_block`;
}
