import { sql } from 'kysely';
import type { TimeRange } from '../domain/date-range.ts';
import type { Database } from '../database/database.ts';
import { readLong } from '../database/query.ts';
import { lockSite } from '../database/site-lock.ts';
import { epochMs } from '../database/sql-time.ts';
import { type Param, statement } from '../database/statement.ts';
import { inTransaction } from '../database/transaction.ts';
import { recountCountries } from './day-rollups.ts';
import { type Days, countedDays, countryDays, daysOf } from './day-validity.ts';

const FIND_UNCOUNTED_DAYS = statement(
  'find_uncounted_days',
  (_, param: Param<Days>) => sql<{ readonly dayMs: number }>`
    with counted as (${countedDays(param)}), by_country as (${countryDays(param)})
    select ${epochMs(sql`day::timestamp at time zone 'UTC'`)} as "dayMs"
    from (select * from counted except select * from by_country) as uncounted
    order by day desc`,
);

/** The days, newest first, on which site_countries lacks events: an earlier release recorded them. */
export async function findUncountedDays(
  db: Database,
  siteId: string,
  range: TimeRange,
): Promise<readonly number[]> {
  const rows = await readLong(db, FIND_UNCOUNTED_DAYS(daysOf(siteId, range)));
  return rows.map(({ dayMs }) => dayMs);
}

/** Counts the countries of a day again, in a transaction that keeps recorders away from the site. */
export async function recountCountryDay(db: Database, siteId: string, dayMs: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockSite(tx, siteId);
    await recountCountries(tx, siteId, dayMs);
  });
}
