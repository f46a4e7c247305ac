import { sql } from 'kysely';
import type { StatusCount } from '../domain/bot-facts.ts';
import type { TimeRange } from '../domain/date-range.ts';
import type { AccessibleSite } from '../domain/site.ts';
import { DAY_MS, formatDate, formatInstant } from '../domain/time.ts';
import type { Database } from '../database/database.ts';
import { read, readLong } from '../database/query.ts';
import { date, timestamptz } from '../database/sql-time.ts';
import { type Param, statement } from '../database/statement.ts';

type Values = Readonly<Record<'siteId' | 'from' | 'until' | 'fromDay' | 'untilDay', string>>;

/** One statement sees one state of the database, so the visits of a status are never more than all. */
const COUNT_BY_STATUS = statement(
  'count_by_status',
  (_, param: Param<Values>) => sql<StatusCount>`
    with counted as (
      select status, sum(count)::bigint as count from site_statuses
      where site_id = ${param('siteId')} and day >= ${date(param('fromDay'))} and day < ${date(param('untilDay'))}
      group by status
    ), visits as (
      select coalesce(sum(bot_visits), 0)::bigint as count from site_buckets
      where site_id = ${param('siteId')} and granularity = 'day'
        and starts_at >= ${timestamptz(param('from'))} and starts_at < ${timestamptz(param('until'))}
    )
    select status, count from (
      select status, count from counted
      union all
      select null, visits.count - (select coalesce(sum(count), 0)::bigint from counted) from visits
    ) as statuses
    where count > 0
    order by count desc, status`,
);

/** A day of a site has about ten names with a few statuses each; more days than this are a long read. */
const SHORT_READ_DAYS = 100;

/** The bot visits of whole days by status: by count descending, then by status, those without one last. */
export async function countByStatus(
  db: Database,
  site: AccessibleSite,
  { fromMs, untilMs }: TimeRange,
): Promise<readonly StatusCount[]> {
  const query = COUNT_BY_STATUS({
    siteId: site.id,
    from: formatInstant(fromMs),
    until: formatInstant(untilMs),
    fromDay: formatDate(fromMs),
    untilDay: formatDate(untilMs),
  });
  return (untilMs - fromMs) / DAY_MS <= SHORT_READ_DAYS ? read(db, query) : readLong(db, query);
}
