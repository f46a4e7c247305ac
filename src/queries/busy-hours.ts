import { sql } from 'kysely';
import type { TimeRange } from '../domain/date-range.ts';
import type { BusyHour } from '../domain/gaps.ts';
import type { AccessibleSite } from '../domain/site.ts';
import { HOUR_MS, formatInstant } from '../domain/time.ts';
import { rowsOf, selectColumns } from '../database/columns.ts';
import type { Readable } from '../database/at-one-moment.ts';
import { readLong } from '../database/query.ts';
import { epochMs } from '../database/sql-time.ts';
import { type Param, statement } from '../database/statement.ts';

type Bounds = { readonly siteId: string; readonly from: string; readonly until: string };

const LIST_BUSY_HOURS = statement('list_busy_hours', (_, param: Param<Bounds>) =>
  selectColumns(
    sql<BusyHour>`
      select ${epochMs(sql.ref('starts_at'))} as "startMs",
             sum(bot_visits + referrals + conversions)::bigint as events
      from site_buckets
      where site_id = ${param('siteId')} and granularity = 'hour'
        and starts_at >= ${param('from')}::timestamptz and starts_at < ${param('until')}::timestamptz
      group by starts_at
      having sum(bot_visits + referrals + conversions) > 0
      order by starts_at`,
    ['startMs', 'events'],
  ),
);

/** The hours of a range in which something was recorded, oldest first, with the number of events of any type. */
export async function listBusyHours(
  db: Readable,
  site: AccessibleSite<'view'>,
  { fromMs, untilMs }: TimeRange,
): Promise<readonly BusyHour[]> {
  const bounds = { siteId: site.id, from: formatInstant(fromMs), until: formatInstant(untilMs) };
  return rowsOf(await readLong(db, LIST_BUSY_HOURS(bounds), site.accountId));
}

/** The same hours, for upkeep: no account asks for them. */
export async function listRecordedHoursOf(
  db: Readable,
  siteId: string,
  { fromMs, untilMs }: TimeRange,
): Promise<readonly (TimeRange & { readonly siteId: string; readonly events: number })[]> {
  const bounds = { siteId, from: formatInstant(fromMs), until: formatInstant(untilMs) };
  const hours = rowsOf(await readLong(db, LIST_BUSY_HOURS(bounds), 'service'));
  return hours.map(({ startMs, events }) => ({
    siteId,
    fromMs: startMs,
    untilMs: startMs + HOUR_MS,
    events,
  }));
}
