import { type Transaction, sql } from 'kysely';
import type { TimeRange } from '../domain/date-range.ts';
import { FAILED_FROM } from '../domain/event.ts';
import { DAY_MS, HOUR_MS, formatDate, formatInstant } from '../domain/time.ts';
import type { Database } from '../database/database.ts';
import { execute, readLong } from '../database/query.ts';
import { shareSite } from '../database/site-lock.ts';
import { date, day, epochMs, timestamptz } from '../database/sql-time.ts';
import { type Param, statement } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { type Days, countedDays, daysOf, foldedDays } from './day-validity.ts';

/** A day and its events. */
export type DayCount = { readonly dayMs: number; readonly events: number };

type Unfolded = Days & { readonly fewest: number };

const FIND_UNFOLDED_DAYS = statement(
  'find_unfolded_days',
  (_, param: Param<Unfolded>) => sql<DayCount>`
    with counted as (${countedDays(param)}), folded as (${foldedDays(param)})
    select ${epochMs(sql`day::timestamp at time zone 'UTC'`)} as "dayMs", (bots + referrals + conversions)::bigint as events
    from (select * from counted except select * from folded) as unfolded
    where bots + referrals + conversions >= ${param('fewest')}
    order by day desc`,
);

/** The days, newest first, with at least `fewest` events, whose pages are not folded, or not with all events. */
export async function findUnfoldedDays(
  db: Database,
  siteId: string,
  range: TimeRange,
  fewest: number,
): Promise<readonly DayCount[]> {
  return readLong(db, FIND_UNFOLDED_DAYS({ ...daysOf(siteId, range), fewest }));
}

type Part = {
  readonly siteId: string;
  readonly day: string;
  readonly hours: number;
  readonly fromHour: number;
  readonly from: string;
  readonly until: string;
};

/** All rows of a part are of one moment, because one statement makes them. */
const FOLD_PAGES = statement(
  'fold_pages',
  (_, param: Param<Part>) => sql`
    insert into site_folded_pages (site_id, by_bot, day, type, name, company, hours, from_hour,
                                   events, paths, counts, failed, bytes)
    select site_id, by_bot, ${date(param('day'))}, type, name, company,
           ${param('hours')}::smallint, ${param('fromHour')}::smallint, sum(count),
           array_agg(page_path), array_agg(count::integer), array_agg(failed::integer), array_agg(bytes)
    from (
      select site_id, grouping(bot_name) = 0 as by_bot, type, coalesce(bot_name, '') as name,
             coalesce(bot_company, '') as company, page_path, count(*) as count,
             count(*) filter (where type = 'bot' and status >= ${sql.lit(FAILED_FROM)}) as failed,
             sum(bytes)::bigint as bytes
      from events
      where site_id = ${param('siteId')} and created_at >= ${timestamptz(param('from'))}
        and created_at < ${timestamptz(param('until'))}
      group by grouping sets ((site_id, type, page_path), (site_id, type, bot_name, bot_company, page_path))
      having grouping(bot_name) = 1 or type = 'bot'
    ) as pages
    group by site_id, by_bot, type, name, company
    order by by_bot, type collate "C", name collate "C", company collate "C"
    on conflict (site_id, by_bot, day, type, name, company, hours, from_hour)
    do update set events = excluded.events, paths = excluded.paths, counts = excluded.counts,
                  failed = excluded.failed, bytes = excluded.bytes`,
);

/** A day with more events is folded by the hour, so that no statement takes long. */
const EVENTS_PER_PART = 100_000;

/**
 * Folds the pages of a day, in one transaction for each part. It shares the site with recorders, because an event that
 * they add meanwhile makes the fold invalid and not wrong, but no deletion runs at the same time.
 */
export async function foldDay(
  db: Database,
  siteId: string,
  { dayMs, events }: DayCount,
  eventsPerPart = EVENTS_PER_PART,
): Promise<void> {
  const hours = events > eventsPerPart ? 1 : 24;
  for (let fromMs = dayMs; fromMs < dayMs + DAY_MS; fromMs += hours * HOUR_MS) {
    await inTransaction(db, async (tx) => {
      await shareSite(tx, siteId);
      await deleteOtherParts(tx, { siteId, dayMs, hours });
      await execute(
        tx,
        FOLD_PAGES({
          siteId,
          day: formatDate(dayMs),
          hours,
          fromHour: (fromMs - dayMs) / HOUR_MS,
          from: formatInstant(fromMs),
          until: formatInstant(fromMs + hours * HOUR_MS),
        }),
      );
    });
  }
}

type PartLength = { readonly siteId: string; readonly dayMs: number; readonly hours: number };

/** Deletes the parts that an earlier fold of the day made of another length. */
async function deleteOtherParts(
  tx: Transaction<Tables>,
  { siteId, dayMs, hours }: PartLength,
): Promise<void> {
  await sql`
    delete from site_folded_pages where site_id = ${siteId} and by_bot in (false, true) and day = ${day(dayMs)}
      and hours <> ${hours}`.execute(tx);
}
