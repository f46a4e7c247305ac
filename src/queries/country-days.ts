import { sql } from 'kysely';
import type { TimeRange } from '../domain/date-range.ts';
import type { Database } from '../database/database.ts';
import { readLong } from '../database/query.ts';
import { lockSite } from '../database/site-lock.ts';
import { epochMsOfDay } from '../database/sql-time.ts';
import { type Param, statement } from '../database/statement.ts';
import { inTransaction } from '../database/transaction.ts';
import { COUNTRY_DAYS, type Days, daysOf, missingBlocks } from './blocks.ts';
import { recountCountries } from './day-rollups.ts';

const FIND_UNCOUNTED_DAYS = statement(
  'find_uncounted_days',
  (_, param: Param<Days & { readonly fewest: number }>) => sql<{ readonly dayMs: number }>`
    with ${missingBlocks(param, COUNTRY_DAYS)}
    select ${epochMsOfDay(sql.ref('first_day'))} as "dayMs" from missing order by first_day desc`,
);

/** The days, newest first, on which site_countries lacks events: an earlier release recorded them. */
export async function findUncountedDays(
  db: Database,
  siteId: string,
  range: TimeRange,
): Promise<readonly number[]> {
  const rows = await readLong(db, FIND_UNCOUNTED_DAYS({ ...daysOf(siteId, range), fewest: 1 }), 'service');
  return rows.map(({ dayMs }) => dayMs);
}

/** Counts the countries of a day again, in a transaction that keeps recorders away from the site. */
export async function recountCountryDay(db: Database, siteId: string, dayMs: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockSite(tx, siteId);
    await recountCountries(tx, siteId, dayMs);
  });
}
