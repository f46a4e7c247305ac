import { type RawBuilder, sql } from 'kysely';
import { COUNT_AND_VALUE, type Drift, FACTS, NAME_KEY, NAME_COUNTS, NAME_DIFFERENCE } from './drift.ts';
import { IS_IN_ITS_PART } from './page-parts.ts';
import { DAYS_OF_COUNT, NO_DAY, daysOfEvents, shifted } from './read-days.ts';
import { NAME_SUMS, PAGE, PAGE_COUNTS, UNFOLDED_PAGES, columnList } from './sums.ts';
import { type Comparison, type Span, isOfSpan } from './verify-spans.ts';

/** What a block is compared with: the events of all its days, or its parts, and the events of days without any. */
type Against = 'events' | 'parts';

/**
 * Comparisons of the blocks that begin in a span. To compare a block with the days or shorter blocks that it is made of
 * takes a fraction of the time, and shows the same: they are compared themselves. If a block differs from them, either can be
 * wrong, so the differences from the events are returned.
 */
export const BLOCK_COMPARISONS: readonly Comparison[] = [compareNames, compareStatuses, comparePages].map(
  (compare) => async (db, span) => {
    const { rows } = await compare(span, 'parts').execute(db);
    return rows.length === 0 ? rows : (await compare(span, 'events').execute(db)).rows;
  },
);

function compareNames(span: Span, against: Against): RawBuilder<Drift> {
  const sums = sql.join(NAME_SUMS.map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`));
  return sql<Drift>`
    with ${daysOfNameBlocks(span, against)},
    counted as (
      select first_day, days, type, name, company, ${COUNT_AND_VALUE} as counts, ${FACTS} as facts from (
        select first_day, days, type, name, company, ${sums} from (
          select first_day, days, type, name, company, ${columnList(NAME_SUMS)}
          from complete join site_days using (day) where site_id = ${span.siteId}
          union all
          select first_day, days, type, name, company, ${columnList(NAME_SUMS)}
          from ${eventsOf(span, sql`incomplete`, {
            select: sql`select ${NAME_KEY}, ${NAME_COUNTS}`,
            rest: sql`group by 1, 2, 3`,
          })}
        ) as of_days group by 1, 2, 3, 4, 5
      ) as sums
    ), rolled as (
      select first_day, days, type, name, company, ${COUNT_AND_VALUE} as counts, ${FACTS} as facts
      from block join site_block_names using (first_day, days) where site_id = ${span.siteId}
    )
    select 'site_block_names' as rollup, ${BLOCK}, concat_ws(' ', ${DAYS}, type, name, nullif(company, '')) as key,
           ${NAME_DIFFERENCE}
    from counted c full join rolled r using (first_day, days, type, name, company)
    where (c.counts, c.facts) is distinct from (r.counts, r.facts)
    order by first_day, days, type, name`;
}

function compareStatuses(span: Span, against: Against): RawBuilder<Drift> {
  return sql<Drift>`
    with ${daysOfNameBlocks(span, against)},
    counted as (
      select first_day, days, status, sum(count)::bigint as count from (
        select first_day, days, status, count from complete join site_statuses using (day) where site_id = ${span.siteId}
        union all
        select first_day, days, status, count from ${eventsOf(span, sql`incomplete`, {
          select: sql`select status, count(*) as count`,
          rest: sql`and type = 'bot' and status is not null group by 1`,
        })}
      ) as of_days group by 1, 2, 3
    ), rolled as (
      select first_day, days, status, count
      from block join site_block_statuses using (first_day, days) where site_id = ${span.siteId}
    )
    select 'site_block_statuses' as rollup, ${BLOCK}, concat_ws(' ', ${DAYS}, status) as key,
           coalesce(c.count, 0)::text as counted, coalesce(r.count, 0)::text as "rolledUp"
    from counted c full join rolled r using (first_day, days, status)
    where c.count is distinct from r.count
    order by first_day, days, status`;
}

/** Folded pages of a day are compared with its events, those of a block with blocks of a quarter of its length. */
function comparePages(span: Span, against: Against): RawBuilder<Drift> {
  return sql<Drift>`
    with block as (${completeFolds(span.siteId, isOfSpan(span, sql`first_day`))}),
    part as (
      select block.first_day, block.days, of_part.first_day as part_day, of_part.days as part_days
      from block cross join lateral (${completeFolds(
        span.siteId,
        sql`site_id = ${span.siteId} and days = block.days / 4 and first_day >= block.first_day
          and first_day < block.first_day + block.days`,
      )} offset 0) as of_part
      where ${hasParts(against)}
    ),
    unfolded as (
      select first_day, days, day from ${DAYS_OF_BLOCK} where not exists (
        select from part where part.first_day = block.first_day and part.days = block.days
          and day >= part_day and day < part_day + part_days
      )
    ),
    page as (
      select first_day, days, true as is_folded, by_bot, name, company, ${PAGE}, ${DAYS_IF_TOLD} as read_days from (
        select first_day, days, by_bot, name, company, part, ${UNFOLDED_PAGES}, unnest(read_days) as read_days
        from block join site_block_pages using (first_day, days) where site_id = ${span.siteId}
      ) as of_block where ${IS_IN_ITS_PART}
      union all
      select block_day, block_days, false, by_bot, name, company, ${PAGE},
             ${shifted(DAYS_OF_COUNT, sql`first_day`, sql`block_day`)}
      from (
        select part.first_day as block_day, part.days as block_days, folded.first_day, folded.days, by_bot, name, company,
               ${UNFOLDED_PAGES}, unnest(read_days) as read_days
        from part join site_block_pages as folded on folded.first_day = part_day and folded.days = part_days
        where site_id = ${span.siteId}
      ) as of_part
      union all
      select first_day, days, false, by_bot, name, company, ${PAGE}, read_days
      from ${eventsOf(span, sql`unfolded`, {
        select: sql`select grouping(bot_name) = 0 as by_bot, coalesce(bot_name, '') as name,
                           coalesce(bot_company, '') as company, page_path as path, ${PAGE_COUNTS},
                           ${daysOfEvents(sql`day`, sql`first_day`)} as read_days`,
        rest: sql`group by grouping sets ((page_path), (bot_name, bot_company, page_path))
                  having grouping(bot_name) = 1 or bot_name is not null`,
      })}
    )
    select 'site_block_pages' as rollup, ${BLOCK},
           concat_ws(' ', ${DAYS}, nullif(name, ''), nullif(company, ''), path) as key,
           ${countsOfPage(sql`not is_folded`)} as counted, ${countsOfPage(sql`is_folded`)} as "rolledUp"
    from page
    group by first_day, days, by_bot, name, company, path
    having (${sumsOfPage(sql`not is_folded`)}) is distinct from (${sumsOfPage(sql`is_folded`)})
    order by first_day, days, by_bot, name, path collate "C"`;
}

const BLOCK = sql`to_char(first_day, 'YYYY-MM-DD') as day`;
const DAYS = sql`first_day, case when days > 1 then concat('for ', days, ' days') end`;

/** Null of several days that an earlier release has folded. */
const DAYS_IF_TOLD = sql`case when days = 1 or read_days is not null then ${DAYS_OF_COUNT} end`;

const DAYS_OF_BLOCK = sql`block cross join lateral (
  select first_day + nth as day from generate_series(0, days - 1) as nth
) as day_of_block`;

function hasParts(against: Against): RawBuilder<boolean> {
  return sql`${sql.lit(against === 'parts')}`;
}

/** Without any page on that side, they are null and not 0. */
function sumsOfPage(side: RawBuilder<unknown>): RawBuilder<unknown> {
  const sum = (column: string) => sql`sum(${sql.ref(column)}) filter (where ${side})`;
  const sumOrNone = (column: string) => sql`coalesce(${sum(column)}, 0)`;
  return sql`${sum('bots')}, ${sumOrNone('referrals')}, ${sumOrNone('conversions')}, ${sum('failed')}, ${sum('bytes')},
    ${daysOfPage(side)}`;
}

/** Null where the block does not tell, and the other side is not compared. */
function daysOfPage(side: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when bool_and(read_days is not null) filter (where is_folded) then
    coalesce(bit_or(read_days) filter (where ${side}), ${NO_DAY}) end`;
}

function countsOfPage(side: RawBuilder<unknown>): RawBuilder<unknown> {
  const sum = (column: string) => sql`sum(${sql.ref(column)}) filter (where ${side})`;
  return sql`case when bool_or(${side}) then concat(${sum('bots')}, ' + ', coalesce(${sum('referrals')}, 0), ' + ',
    coalesce(${sum('conversions')}, 0), ', ', ${sum('failed')}, ' failed, ', coalesce(${sum('bytes')}::text, 'unknown'),
    ' bytes', ${differentDays(side)}) else 'nothing' end`;
}

/** As bits, the first day last, where the sides do not have the same. */
function differentDays(side: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when ${daysOfPage(sql`is_folded`)} <> ${daysOfPage(sql`not is_folded`)}
    then ', read on the days ' || ${daysOfPage(side)}::bit(64)::text end`;
}

/** Common table expressions with the valid blocks, and their days: those that site_days counts completely, and others. */
function daysOfNameBlocks(span: Span, against: Against): RawBuilder<unknown> {
  return sql`
    block as (
      select first_day, days from site_blocks
      where ${isOfSpan(span, sql`first_day`)}
        and bot_visits + referrals + conversions = ${eventsFrom(span.siteId, sql`first_day`, sql`first_day + days`)}
    ),
    day_of_block as materialized (
      select first_day, days, day, ${hasParts(against)} and ${eventsFrom(span.siteId, sql`day`, sql`day + 1`)} is not distinct from (
        select sum(count) from site_days where site_id = ${span.siteId} and day = day_of_block.day
      ) as is_complete
      from ${DAYS_OF_BLOCK}
    ),
    complete as (select first_day, days, day from day_of_block where is_complete),
    incomplete as (select first_day, days, day from day_of_block where not is_complete)`;
}

/** The folded blocks that count as many events as site_buckets. One that lacks events is right: others are read instead. */
function completeFolds(siteId: string, isMeant: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select first_day, days from (
      select first_day, days, sum(bot_visits + referrals + conversions) as events from site_block_pages
      where ${isMeant} and not by_bot group by 1, 2 having min(part) > 0 or max(part) = 0
    ) as folded
    where events = ${eventsFrom(siteId, sql`first_day`, sql`first_day + days`)}`;
}

/** The number of events from a day until before another, as site_buckets counts them. */
function eventsFrom(
  siteId: string,
  fromDay: RawBuilder<unknown>,
  untilDay: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`(
    select sum(bot_visits + referrals + conversions) from site_buckets
    where site_id = ${siteId} and granularity = 'day' and starts_at >= (${fromDay})::timestamp at time zone 'UTC'
      and starts_at < (${untilDay})::timestamp at time zone 'UTC'
  )`;
}

type Counting = { readonly select: RawBuilder<unknown>; readonly rest: RawBuilder<unknown> };

/** What is counted of the events of each of these days. `offset 0` lets each be looked up by itself. */
function eventsOf(
  { siteId }: Span,
  days: RawBuilder<unknown>,
  { select, rest }: Counting,
): RawBuilder<unknown> {
  return sql`${days} cross join lateral (
    ${select} from events
    where site_id = ${siteId} and created_at >= day::timestamp at time zone 'UTC'
      and created_at < (day + 1)::timestamp at time zone 'UTC' ${rest}
    offset 0
  ) as of_day`;
}
