import { type Kysely, sql } from 'kysely';
import { formatDate, formatInstant } from '../domain/time.ts';
import type { TimeRange } from '../domain/date-range.ts';
import type { Database } from '../database/database.ts';
import { execute, readLong } from '../database/query.ts';
import { epochMs, epochMsOfDay, sqlDate } from '../database/sql-time.ts';
import { type Param, statement } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';

export const HOURS_OF_DAY = 24;

/** A bot, or an LLM product that sends visitors. */
export type CountedName = {
  readonly siteId: string;
  readonly type: 'bot' | 'referral';
  readonly name: string;
  /** Empty of a product. */
  readonly company: string;
};

/** What is counted of a name in an hour. */
export const COUNTS_OF_HOUR = ['visits', 'bursts', 'failed', 'outside'] as const;

/** What of a name was counted in an hour. */
export type HourCount = CountedName & {
  readonly hourMs: number;
  readonly visits: number;
  /** Visits that follow none of the same bot within ten minutes. */
  readonly bursts: number;
  readonly failed: number;
  readonly outside: number;
};

/** The same of the hours of a day; null stands for 24 zeros. */
export type DayCounts = CountedName & {
  readonly dayMs: number;
  readonly visits: readonly number[];
  readonly bursts: readonly number[] | null;
  readonly failed: readonly number[] | null;
  readonly outside: readonly number[] | null;
};

type Hours = { readonly siteIds: readonly string[]; readonly hours: readonly string[] };

/**
 * A burst begins with a visit that follows none of the same bot within ten minutes. Minutes are counted first: within one
 * only its first visit can begin a burst, and there are far fewer minutes than visits to put in order.
 */
const COUNT_HOURS = statement(
  'count_hours_by_name',
  (_, param: Param<Hours>) => sql<HourCount>`
    select s.site_id as "siteId", ${epochMs(sql`wanted.hour`)} as "hourMs", of_hour.*
    from placed_sites as s
    join unnest(${param('siteIds')}::text[], ${param('hours')}::timestamptz[]) as wanted (site_id, hour)
      on wanted.site_id = s.site_id
    cross join lateral (
      select type, name, company, sum(visits)::bigint as visits,
             count(*) filter (where type = 'bot' and (before is null or first > before + interval '10 minutes')) as bursts,
             sum(failed)::bigint as failed, sum(outside)::bigint as outside
      from (
        select *, lag(last) over (partition by type, name, company order by first) as before
        from (
          select type, coalesce(bot_name, source) as name, coalesce(bot_company, '') as company, count(*) as visits,
                 min(created_at) as first, max(created_at) as last, count(*) filter (where status >= 400) as failed,
                 count(*) filter (where verdict = 'outside') as outside
          from events
          where site_id = s.site_id and type in ('bot', 'referral')
            and created_at >= wanted.hour - interval '10 minutes' and created_at < wanted.hour + interval '1 hour'
          group by 1, 2, 3, floor(date_part('epoch', created_at at time zone 'UTC') / 60)
          offset 0
        ) as minute
      ) as follows
      where first >= wanted.hour
      group by type, name, company
    ) as of_hour
    where s.site_id = any(${param('siteIds')}::text[])`,
);

/** Counts single hours of sites by name. */
export async function countHours(
  db: Database,
  hours: readonly { readonly siteId: string; readonly hourMs: number }[],
): Promise<readonly HourCount[]> {
  if (hours.length === 0) return [];
  const query = COUNT_HOURS({
    siteIds: hours.map(({ siteId }) => siteId),
    hours: hours.map(({ hourMs }) => formatInstant(hourMs)),
  });
  return readLong(db, query, 'service');
}

type StoredDay = CountedName & {
  readonly dayMs: number;
  readonly visits: string;
  readonly bursts: string | null;
  readonly failed: string | null;
  readonly outside: string | null;
};

const LIST_ALERT_DAYS = statement(
  'list_alert_days',
  (_, param: Param<{ siteIds: readonly string[]; from: string; until: string }>) => sql<StoredDay>`
    select site_id as "siteId", ${epochMsOfDay(sql.ref('day'))} as "dayMs", type, name, company,
           visits::text, bursts::text, failed::text, outside::text
    from alert_days
    where site_id = any(${param('siteIds')}::text[])
      and day >= ${sqlDate(param('from'))} and day < ${sqlDate(param('until'))}`,
);

/** What is counted of the days of a range, in no particular order. */
export async function listAlertDays(
  db: Database,
  siteIds: readonly string[],
  { fromMs, untilMs }: TimeRange,
): Promise<readonly DayCounts[]> {
  if (siteIds.length === 0) return [];
  const days = { siteIds, from: formatDate(fromMs), until: formatDate(untilMs) };
  const stored = await readLong(db, LIST_ALERT_DAYS(days), 'service');
  return stored.map(({ visits, bursts, failed, outside, ...name }) => ({
    ...name,
    visits: numbersOf(visits),
    bursts: bursts === null ? null : numbersOf(bursts),
    failed: failed === null ? null : numbersOf(failed),
    outside: outside === null ? null : numbersOf(outside),
  }));
}

function numbersOf(array: string): readonly number[] {
  return array.slice(1, -1).split(',').map(Number);
}

type DayColumns = {
  readonly siteIds: readonly string[];
  readonly days: readonly string[];
  readonly types: readonly string[];
  readonly names: readonly string[];
  readonly companies: readonly string[];
  readonly visits: readonly string[];
  readonly bursts: readonly (string | null)[];
  readonly failed: readonly (string | null)[];
  readonly outside: readonly (string | null)[];
};

const SAVE_ALERT_DAYS = statement(
  'save_alert_days',
  (_, param: Param<DayColumns>) => sql`
    insert into alert_days (site_id, day, type, name, company, visits, bursts, failed, outside)
    select p.site_id, day, type, name, company, visits::integer[], bursts::integer[], failed::integer[], outside::integer[]
    from placed_sites as p join unnest(
      ${param('siteIds')}::text[], ${param('days')}::date[], ${param('types')}::text[], ${param('names')}::text[],
      ${param('companies')}::text[], ${param('visits')}::text[], ${param('bursts')}::text[], ${param('failed')}::text[],
      ${param('outside')}::text[]
    ) as noted (site_id, day, type, name, company, visits, bursts, failed, outside) on noted.site_id = p.site_id
    where p.site_id = any(${param('siteIds')}::text[])
    order by p.site_id, day, type, name, company
    on conflict (site_id, day, type, name, company)
    do update set visits = excluded.visits, bursts = excluded.bursts, failed = excluded.failed,
                  outside = excluded.outside`,
);

/** Stores what was counted of days, in place of what was stored of them. Does nothing for a site that is gone. */
export async function saveAlertDays(db: Kysely<Tables>, days: readonly DayCounts[]): Promise<void> {
  if (days.length === 0) return;
  const text = (counts: readonly number[] | null) => counts && `{${counts.join(',')}}`;
  const query = SAVE_ALERT_DAYS({
    siteIds: days.map(({ siteId }) => siteId),
    days: days.map(({ dayMs }) => formatDate(dayMs)),
    types: days.map(({ type }) => type),
    names: days.map(({ name }) => name),
    companies: days.map(({ company }) => company),
    visits: days.map(({ visits }) => `{${visits.join(',')}}`),
    bursts: days.map(({ bursts }) => text(bursts)),
    failed: days.map(({ failed }) => text(failed)),
    outside: days.map(({ outside }) => text(outside)),
  });
  await execute(db, query);
}

const LIST_SITES_WITH_OLD_ALERT_DAYS = statement(
  'list_sites_with_old_alert_days',
  (_, param: Param<{ siteIds: readonly string[]; before: string }>) => sql<{ readonly siteId: string }>`
    select s.site_id as "siteId"
    from placed_sites as s cross join lateral (
      select from alert_days where site_id = s.site_id and day < ${sqlDate(param('before'))} limit 1
    ) as old
    where s.site_id = any(${param('siteIds')}::text[])`,
);

/** Which of the sites have counts of days before one, in no particular order. */
export async function listSitesWithOldAlertDays(
  db: Database,
  siteIds: readonly string[],
  beforeMs: number,
): Promise<readonly string[]> {
  const query = LIST_SITES_WITH_OLD_ALERT_DAYS({ siteIds, before: formatDate(beforeMs) });
  return (await readLong(db, query, 'service')).map(({ siteId }) => siteId);
}

const DELETE_ALERT_DAYS = statement(
  'delete_alert_days',
  (_, param: Param<{ siteIds: readonly string[]; before: string }>) => sql`
    delete from alert_days where site_id = any(${param('siteIds')}::text[]) and day < ${sqlDate(param('before'))}`,
);

/** Deletes what is counted of the sites on the days before one. */
export async function deleteAlertDays(
  db: Database,
  siteIds: readonly string[],
  beforeMs: number,
): Promise<void> {
  await execute(db, DELETE_ALERT_DAYS({ siteIds, before: formatDate(beforeMs) }));
}
