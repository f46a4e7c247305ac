import { sql } from 'kysely';
import type { TimeRange } from '../domain/date-range.ts';
import { DAY_MS, EARLIEST_MS, HOUR_MS, formatDate, formatInstant } from '../domain/time.ts';
import type { Readable } from '../database/at-one-moment.ts';
import { readLong } from '../database/query.ts';
import { epochMs, epochMsOfDay, sqlDate, timestamptz } from '../database/sql-time.ts';
import { type Param, statement } from '../database/statement.ts';

export const HOURS_OF_DAY = 24;

/** A day, how many visits of bots it has, and how many of them are judged: -1 if some were deleted since. */
export type DayOfVisits = { readonly dayMs: number; readonly visits: number; readonly judged: number };

type From = { readonly siteId: string; readonly from: string; readonly fromDay: string };

const FIND_UNJUDGED_DAYS = statement(
  'find_unjudged_days',
  (_, param: Param<From>) => sql<DayOfVisits>`
    with counted as materialized (
      select (starts_at at time zone 'UTC')::date as day, sum(bot_visits) as visits from site_buckets
      where site_id = ${param('siteId')} and granularity = 'day' and starts_at >= ${timestamptz(param('from'))}
      group by 1
    ), own as materialized (
      select day, visits from judged_days
      where site_id = ${param('siteId')} and day >= ${sqlDate(param('fromDay'))}
    )
    select ${epochMsOfDay(sql.ref('day'))} as "dayMs", coalesce(counted.visits, 0)::bigint as visits,
           coalesce(own.visits, 0) as judged
    from counted full join own using (day)
    where coalesce(counted.visits, 0) <> coalesce(own.visits, 0)
    order by day`,
);

/** The days from one on that have more visits of bots than are judged, or fewer; oldest first. */
export async function findUnjudgedDays(
  db: Readable,
  siteId: string,
  fromMs: number,
): Promise<readonly DayOfVisits[]> {
  const from = Math.max(fromMs, EARLIEST_MS);
  const values = { siteId, from: formatInstant(from), fromDay: formatDate(from) };
  return readLong(db, FIND_UNJUDGED_DAYS(values), 'service');
}

/** What of a day is judged. */
export type JudgedDay = {
  readonly dayMs: number;
  /** How many visits of each hour; -1 if some of the day were deleted since. */
  readonly hours: readonly number[];
  /** The largest id of one. */
  readonly lastId: number;
};

type Days = { readonly siteId: string; readonly from: string; readonly until: string };

type StoredDay = Omit<JudgedDay, 'hours'> & { readonly hours: string };

const LIST_JUDGED_DAYS = statement(
  'list_judged_days',
  (_, param: Param<Days>) => sql<StoredDay>`
    select ${epochMsOfDay(sql.ref('day'))} as "dayMs", array_to_string(hour_counts, ',') as hours, last_id as "lastId"
    from judged_days
    where site_id = ${param('siteId')}
      and day >= ${sqlDate(param('from'))} and day < ${sqlDate(param('until'))}
    order by day`,
);

/** What is judged of the days of a range, oldest first. */
export async function listJudgedDays(
  db: Readable,
  siteId: string,
  { fromMs, untilMs }: TimeRange,
): Promise<readonly JudgedDay[]> {
  const days = { siteId, from: formatDate(fromMs), until: formatDate(untilMs) };
  const rows = await readLong(db, LIST_JUDGED_DAYS(days), 'service');
  return rows.map(({ hours, ...day }) => ({ ...day, hours: hours.split(',').map(Number) }));
}

const COUNT_HOURS = statement(
  'count_hours_of_visits',
  (_, param: Param<Days>) => sql<{ readonly hourMs: number; readonly visits: number }>`
    select ${epochMs(sql.ref('starts_at'))} as "hourMs", sum(bot_visits)::bigint as visits from site_buckets
    where site_id = ${param('siteId')} and granularity = 'hour'
      and starts_at >= ${timestamptz(param('from'))} and starts_at < ${timestamptz(param('until'))}
    group by starts_at`,
);

/** How many visits of bots each hour of a day has. */
export async function countHoursOfVisits(
  db: Readable,
  siteId: string,
  dayMs: number,
): Promise<readonly number[]> {
  const day = { siteId, from: formatInstant(dayMs), until: formatInstant(dayMs + DAY_MS) };
  const hours = new Array<number>(HOURS_OF_DAY).fill(0);
  for (const { hourMs, visits } of await readLong(db, COUNT_HOURS(day), 'service'))
    hours[(hourMs - dayMs) / HOUR_MS] = visits;
  return hours;
}
