import { type RawBuilder, sql } from 'kysely';
import type { TimeRange } from '../domain/date-range.ts';
import { DAY_MS, EARLIEST_MS, formatDate } from '../domain/time.ts';
import type { Param } from '../database/statement.ts';

/** Spans of whole days of a site, each by its first day and the day after its last. They may overlap. */
export type Days = {
  readonly siteId: string;
  readonly firstDays: readonly string[];
  readonly afterDays: readonly string[];
};

export function daysOf(siteId: string, ...spans: readonly TimeRange[]): Days {
  return {
    siteId,
    firstDays: spans.map(({ fromMs }) => formatDate(fromMs)),
    afterDays: spans.map(({ untilMs }) => formatDate(untilMs)),
  };
}

/**
 * How many days a block has. The blocks of a length follow each other from 0001-01-01 on, so each lies within one of the
 * next length, and any range is a few blocks.
 */
export const LONGER_THAN_A_DAY = [4, 16, 64] as const;
const BLOCK_LENGTHS = [1, ...LONGER_THAN_A_DAY] as const;

/** Of the block of `days` days that `day` is in. */
const FIRST_DAY = sql`day - mod(day - date '0001-01-01', days)`;

export type Block = { readonly firstMs: number; readonly days: number };

/** A block and its events. */
export type BlockCount = Block & { readonly events: number };

export function rangeOf({ firstMs, days }: Block): TimeRange {
  return { fromMs: firstMs, untilMs: firstMs + days * DAY_MS };
}

/** The block of each length that a day is in. */
export function blocksWith(dayMs: number): readonly Block[] {
  return BLOCK_LENGTHS.map((days) => ({ firstMs: dayMs - ((dayMs - EARLIEST_MS) % (days * DAY_MS)), days }));
}

/** The first day of the longest block that a day is in. */
export function firstDayOfBlock(dayMs: number): number {
  return Math.min(...blocksWith(dayMs).map(({ firstMs }) => firstMs));
}

/** What counts events by the day, or by blocks. */
export type Rollup = {
  readonly lengths: readonly number[];
  /** Selects nth (the span), first_day and days of what there is, and the `bots`, `referrals` and `conversions` it counts. */
  readonly counts: (param: Param<Days>) => RawBuilder<unknown>;
};

/**
 * Common table expressions for a rollup that may lack events. What it has is valid if it counts as many events of each
 * type as site_buckets does: recorders only add events, and a deletion takes what is rolled up of its day with it, or
 * subtracts from it. So equal numbers mean the same events. `block` has the longest valid blocks (a day may be one), by
 * the `nth` of the span, and `live` the other days with events. A block of which is known which events it lacks is as good
 * as valid (`lateBlocks`).
 */
export function coveringBlocks(
  param: Param<Days>,
  { lengths, counts }: Rollup,
  lateBlocks = NO_LATE_BLOCKS,
): RawBuilder<unknown> {
  return sql`
    ${countedBlocks(param, lengths)},
    rolled_up as (${counts(param)}),
    ${lateBlocks},
    valid as (
      select nth, first_day, days from (
        select ${COUNTS} from rolled_up
        union all
        select ${COUNTS} from counted_block
      ) as counts
      group by ${COUNTS} having count(*) = 2
      union all
      select nth, first_day, days from late_block
    ),
    covered as (
      select nth, first_day + n as day, max(days) as days from valid cross join lateral generate_series(0, days - 1) as n
      group by 1, 2
    ),
    block as (select distinct nth, days, ${FIRST_DAY} as first_day from covered),
    live as (select nth, day from counted except select nth, day from covered)`;
}

const NO_LATE_BLOCKS = sql`late_block (nth, first_day, days) as (select null::bigint, null::date, null::integer where false)`;

/** Common table expressions with `missing`, the blocks with at least `fewest` events that are not valid. */
export function missingBlocks(
  param: Param<Days & { readonly fewest: number }>,
  { lengths, counts }: Rollup,
): RawBuilder<unknown> {
  return sql`
    ${countedBlocks(param, lengths)},
    missing as (
      select first_day, days, bots + referrals + conversions as events
      from (select ${COUNTS} from counted_block except select ${COUNTS} from (${counts(param)}) as rolled_up) as lacking
      where bots + referrals + conversions >= ${param('fewest')}
    )`;
}

const COUNTS = sql`nth, first_day, days, bots, referrals, conversions`;

/** Common table expressions with the days of each span that have events, and the blocks that lie in it. */
function countedBlocks(param: Param<Days>, lengths: readonly number[]): RawBuilder<unknown> {
  const length = sql.join(lengths.map((days) => sql`(${sql.lit(days)})`));
  return sql`
    span as (
      select * from unnest(${param('firstDays')}::date[], ${param('afterDays')}::date[])
        with ordinality as span (from_day, until_day, nth)
    ),
    counted as (
      select nth, (starts_at at time zone 'UTC')::date as day, sum(bot_visits) as bots, sum(referrals) as referrals,
             sum(conversions) as conversions
      from ${inSpan(sql`
        select starts_at, bot_visits, referrals, conversions from site_buckets
        where site_id = ${param('siteId')} and granularity = 'day'
          and starts_at >= from_day::timestamp at time zone 'UTC' and starts_at < until_day::timestamp at time zone 'UTC'`)}
      group by 1, 2
    ),
    counted_block as (
      select nth, first_day, days, sum(bots) as bots, sum(referrals) as referrals, sum(conversions) as conversions
      from (select *, ${FIRST_DAY} as first_day from counted cross join (values ${length}) as length (days)) as in_block
      join span using (nth)
      where first_day >= from_day and first_day + days <= until_day
      group by nth, first_day, days
    )`;
}

/** What a query finds in each span. `offset 0` lets each be looked up by itself; joined, the whole site could be read. */
function inSpan(query: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`span cross join lateral (${query} offset 0) as found`;
}

/** The blocks that are counted by name and by status. */
export const NAME_BLOCKS: Rollup = {
  lengths: LONGER_THAN_A_DAY,
  counts: (param) => sql`
    select nth, first_day, days, bot_visits as bots, referrals, conversions
    from ${inSpan(sql`
      select * from site_blocks
      where site_id = ${param('siteId')} and first_day >= from_day and first_day < until_day`)}`,
};

/** The days whose countries are counted. */
export const COUNTRY_DAYS: Rollup = {
  lengths: [1],
  counts: (param) => sql`
    select nth, day as first_day, 1 as days, sum(bot_visits) as bots, sum(referrals) as referrals,
           sum(conversions) as conversions
    from ${inSpan(sql`
      select day, bot_visits, referrals, conversions from site_countries
      where site_id = ${param('siteId')} and day >= from_day and day < until_day`)}
    group by nth, day`,
};

/**
 * The blocks of these lengths whose pages are folded, with the largest id of an event that they count, null if it is not
 * known. A day that is folded whole and by the hour counts events twice.
 */
export function foldedPages(
  lengths: readonly number[] = BLOCK_LENGTHS,
  isFolded: RawBuilder<unknown> = sql`true`,
): Rollup {
  return {
    lengths,
    counts: (param) => sql`
      select nth, first_day, days, sum(bot_visits) as bots, sum(referrals) as referrals, sum(conversions) as conversions,
             case when bool_and(last_id is not null) then max(last_id) end as last_id
      from ${inSpan(sql`
        select first_day, days, part, bot_visits, referrals, conversions, last_id from site_block_pages
        where site_id = ${param('siteId')} and not by_bot and first_day >= from_day and first_day < until_day
          and days in (${sql.join(lengths.map((days) => sql.lit(days)))}) and ${isFolded}`)}
      group by 1, 2, 3 having min(part) > 0 or max(part) = 0`,
  };
}

/** The columns of those rows of site_block_pages that count the valid blocks. */
export function pagesOfBlocks(
  param: Param<Days>,
  columns: RawBuilder<unknown>,
  isCounted: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> {
  return sql`block cross join lateral (
    select ${columns} from site_block_pages
    where site_id = ${param('siteId')} and by_bot in (false, true) and first_day = block.first_day and days = block.days
      and ${isCounted}
    offset 0
  ) as of_block`;
}

/**
 * The events of the days of `live`, by the columns and the condition. `offset 0` makes the planner go from the days to
 * their events, and not through all events of the table.
 */
export function eventsOfLiveDays(
  param: Param<Days>,
  columns: RawBuilder<unknown>,
  isCounted: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> {
  return sql`live cross join lateral (
    select ${columns} from events where ${isOfLiveDay(param)} and ${isCounted} offset 0
  ) as of_day`;
}

export function isOfLiveDay(param: Param<Days>): RawBuilder<unknown> {
  return sql`site_id = ${param('siteId')} and created_at >= live.day::timestamp at time zone 'UTC'
    and created_at < live.day::timestamp at time zone 'UTC' + interval '24 hours'`;
}
