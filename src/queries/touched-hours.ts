import { sql } from 'kysely';
import type { TimeRange } from '../domain/date-range.ts';
import { DAY_MS, HOUR_MS, formatDate, formatInstant } from '../domain/time.ts';
import type { Database } from '../database/database.ts';
import { readLong } from '../database/query.ts';
import { epochMs, epochMsOfDay, sqlDate, timestamptz } from '../database/sql-time.ts';
import { type Param, statement } from '../database/statement.ts';

/** A stretch of whole hours of a site, and how many events it has. */
export type StretchOfSite = TimeRange & { readonly siteId: string; readonly events: number };

type Times = Readonly<Record<'from' | 'until' | 'firstDay' | 'lastDay', string>>;

type Sites = Times & { readonly siteIds: readonly string[] };

type Stretch = { readonly siteId: string; readonly fromMs: number; readonly events: number };

/** What is deleted is counted no more, but what was counted of it stays. */
const DIFFERS = sql`(recorded.bots, recorded.referrals)
      <> (coalesce(own.bots, 0), coalesce(own.referrals, 0))`;

const FIND_TOUCHED_HOURS = statement(
  'find_touched_hours',
  (_, param: Param<Sites>) => sql<Stretch>`
    with recorded as materialized (
      select s.site_id, b.starts_at, sum(b.bot_visits) as bots, sum(b.referrals) as referrals
      from placed_sites as s cross join lateral (
        select starts_at, bot_visits, referrals from site_buckets
        where site_id = s.site_id and granularity = 'hour'
          and starts_at >= ${timestamptz(param('from'))} and starts_at < ${timestamptz(param('until'))}
        offset 0
      ) as b
      where s.site_id = any(${param('siteIds')}::text[])
      group by s.site_id, b.starts_at
    ), own as materialized (
      select s.site_id, d.starts_at, sum(d.visits) filter (where d.type = 'bot') as bots,
             sum(d.visits) filter (where d.type = 'referral') as referrals
      from placed_sites as s cross join lateral (
        select type, (day + (hour - 1) * interval '1 hour') at time zone 'UTC' as starts_at, count as visits
        from alert_days cross join unnest(visits) with ordinality as of_hour (count, hour)
        where site_id = s.site_id and day >= ${sqlDate(param('firstDay'))} and day <= ${sqlDate(param('lastDay'))}
        offset 0
      ) as d
      where s.site_id = any(${param('siteIds')}::text[])
      group by s.site_id, d.starts_at
    )
    select site_id as "siteId", ${epochMs(sql.ref('starts_at'))} as "fromMs",
           (recorded.bots + recorded.referrals)::bigint as events
    from recorded left join own using (site_id, starts_at)
    where ${DIFFERS}`,
);

/** The hours of a range in which the sites have more events, or fewer, than are counted by name, in no particular order. */
export async function findTouchedHours(
  db: Database,
  siteIds: readonly string[],
  range: TimeRange,
): Promise<readonly StretchOfSite[]> {
  const found = await readLong(db, FIND_TOUCHED_HOURS({ siteIds, ...texts(range) }), 'service');
  return found.map((hour) => ({ ...hour, untilMs: hour.fromMs + HOUR_MS }));
}

const FIND_TOUCHED_DAYS = statement(
  'find_touched_days',
  (_, param: Param<Times & { siteId: string }>) => sql<Stretch>`
    with recorded as materialized (
      select (starts_at at time zone 'UTC')::date as day, sum(bot_visits) as bots, sum(referrals) as referrals
      from site_buckets
      where site_id = ${param('siteId')} and granularity = 'day'
        and starts_at >= ${timestamptz(param('from'))} and starts_at < ${timestamptz(param('until'))}
      group by 1
    ), own as materialized (
      select day, sum(count) filter (where type = 'bot') as bots,
             sum(count) filter (where type = 'referral') as referrals
      from alert_days cross join unnest(visits) as of_hour (count)
      where site_id = ${param('siteId')}
        and day >= ${sqlDate(param('firstDay'))} and day <= ${sqlDate(param('lastDay'))}
      group by 1
    )
    select ${param('siteId')}::text as "siteId", ${epochMsOfDay(sql.ref('day'))} as "fromMs",
           (recorded.bots + recorded.referrals)::bigint as events
    from recorded left join own using (day)
    where ${DIFFERS}
    order by day`,
);

/** The same of the whole days of a range, of one site, oldest first. */
export async function findTouchedDays(
  db: Database,
  siteId: string,
  range: TimeRange,
): Promise<readonly StretchOfSite[]> {
  const found = await readLong(db, FIND_TOUCHED_DAYS({ siteId, ...texts(range) }), 'service');
  return found.map((day) => ({ ...day, untilMs: day.fromMs + DAY_MS }));
}

function texts({ fromMs, untilMs }: TimeRange): Times {
  const days = { firstDay: formatDate(fromMs), lastDay: formatDate(untilMs - 1) };
  return { from: formatInstant(fromMs), until: formatInstant(untilMs), ...days };
}
