import { type RawBuilder, sql } from 'kysely';
import type { TimeRange } from '../domain/date-range.ts';
import { formatDate, formatInstant } from '../domain/time.ts';
import { date, timestamptz } from '../database/sql-time.ts';
import type { Param } from '../database/statement.ts';

/** The days of a site, as instants and as dates. */
export type Days = {
  readonly siteId: string;
  readonly from: string;
  readonly until: string;
  readonly firstDay: string;
  readonly afterDay: string;
};

export function daysOf(siteId: string, { fromMs, untilMs }: TimeRange): Days {
  return {
    siteId,
    from: formatInstant(fromMs),
    until: formatInstant(untilMs),
    firstDay: formatDate(fromMs),
    afterDay: formatDate(untilMs),
  };
}

/**
 * Common table expressions for a rollup that may lack events of a day: `valid` has the days for which it counts as many
 * events of each type as site_buckets does, `live` the other days with events. `rolledUp` selects the day and how many
 * `bots`, `referrals` and `conversions` it counts. Recorders only add events, and a deletion takes the rollup of its day
 * with it or subtracts from it. So equal numbers mean the same events.
 */
export function validDays(param: Param<Days>, rolledUp: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    counted as (${countedDays(param)}),
    rolled_up as materialized (${rolledUp}),
    valid as (select day from counted join rolled_up using (day, bots, referrals, conversions)),
    live as (select day from counted except select day from valid)`;
}

/** The days with events, and how many of each type they have. */
export function countedDays(param: Param<Days>): RawBuilder<unknown> {
  return sql`
    select (starts_at at time zone 'UTC')::date as day, sum(bot_visits) as bots, sum(referrals) as referrals,
           sum(conversions) as conversions
    from site_buckets
    where site_id = ${param('siteId')} and granularity = 'day'
      and starts_at >= ${timestamptz(param('from'))} and starts_at < ${timestamptz(param('until'))}
    group by 1`;
}

/** What site_countries counts on each day. */
export function countryDays(param: Param<Days>): RawBuilder<unknown> {
  return sql`
    select day, sum(bot_visits) as bots, sum(referrals) as referrals, sum(conversions) as conversions
    from site_countries where ${isWithin(param)} group by day`;
}

/** What site_folded_pages counts on each day. A day whose parts are of two lengths counts some events twice. */
export function foldedDays(param: Param<Days>): RawBuilder<unknown> {
  return sql`
    select day, coalesce(sum(events) filter (where type = 'bot'), 0) as bots,
           coalesce(sum(events) filter (where type = 'referral'), 0) as referrals,
           coalesce(sum(events) filter (where type = 'conversion'), 0) as conversions
    from site_folded_pages where ${isWithin(param)} and not by_bot
    group by day having min(hours) = max(hours)`;
}

/** The condition that a row of a rollup by day is of the site and the days. */
function isWithin(param: Param<Days>): RawBuilder<boolean> {
  return sql<boolean>`site_id = ${param('siteId')}
    and day >= ${date(param('firstDay'))} and day < ${date(param('afterDay'))}`;
}

/** The condition that a row of a rollup by day is of a day of `valid`. Days in an array are looked up in the key. */
export function isOfValidDay(param: Param<Days>): RawBuilder<boolean> {
  return sql<boolean>`site_id = ${param('siteId')} and day = any(array(select day from valid))`;
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

function isOfLiveDay(param: Param<Days>): RawBuilder<boolean> {
  return sql<boolean>`site_id = ${param('siteId')} and created_at >= live.day::timestamp at time zone 'UTC'
    and created_at < live.day::timestamp at time zone 'UTC' + interval '24 hours'`;
}
