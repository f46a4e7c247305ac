import { type RawBuilder, type Transaction, sql } from 'kysely';
import type { TimeRange } from '../domain/date-range.ts';
import { FAILED_FROM } from '../domain/event.ts';
import { GRANULARITIES } from '../domain/granularity.ts';
import { DAY_MS, formatDate, formatInstant } from '../domain/time.ts';
import type { Database } from '../database/database.ts';
import { pipeline } from '../database/query.ts';
import { lockSite } from '../database/site-lock.ts';
import { sqlDate, sqlDay, timestamptz } from '../database/sql-time.ts';
import { type Param, statement } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { BLOCK_TABLES, prepareBlockDeletion } from './block-statements.ts';
import type { Block } from './blocks.ts';
import { isOfDay } from './day-events.ts';
import { TYPE_COUNTS, VERDICT_COUNTS } from './sums.ts';

/** Counts the events of a day in its rollups, which have nothing of it, in a transaction that holds the site (`lockSite`). */
async function countDay(tx: Transaction<Tables>, siteId: string, dayMs: number): Promise<void> {
  const failedFrom = sql.lit(FAILED_FROM);
  const ofDay = isOfDay(siteId, dayMs);
  await sql`
    insert into site_days (site_id, day, type, name, company, slot, count, value,
                           bytes, sized, failed, signed, verified, outside, no_list)
    select site_id, ${sqlDay(dayMs)}, type, coalesce(bot_name, source, event_name), coalesce(bot_company, sent_by, ''), 0,
           count(*), coalesce(sum(event_value), 0), coalesce(sum(bytes), 0),
           count(bytes), count(*) filter (where type = 'bot' and status >= ${failedFrom}),
           ${VERDICT_COUNTS}
    from events where ${ofDay}
    group by site_id, type, coalesce(bot_name, source, event_name), coalesce(bot_company, sent_by, '')`.execute(
    tx,
  );
  await sql`
    insert into site_statuses (site_id, day, name, company, status, slot, count)
    select site_id, ${sqlDay(dayMs)}, bot_name, bot_company, status, 0, count(*)
    from events where ${ofDay} and type = 'bot' and status is not null
    group by site_id, bot_name, bot_company, status`.execute(tx);
  await countCountries(tx, siteId, dayMs);
  await sql`
    insert into site_buckets (site_id, granularity, starts_at, slot, bot_visits, referrals, conversions)
    select site_id, granularity, date_trunc(granularity, created_at, 'UTC'), 0, ${TYPE_COUNTS}
    from events cross join (values ('day'), ('hour')) as granularities (granularity)
    where ${ofDay}
    group by site_id, granularity, date_trunc(granularity, created_at, 'UTC')`.execute(tx);
}

async function countCountries(tx: Transaction<Tables>, siteId: string, dayMs: number): Promise<void> {
  await sql`
    insert into site_countries (site_id, day, country, slot, bot_visits, referrals, conversions)
    select site_id, ${sqlDay(dayMs)}, country, 0, ${TYPE_COUNTS}
    from events where ${isOfDay(siteId, dayMs)}
    group by site_id, country`.execute(tx);
}

/** Recounts the countries of a day, in a transaction that holds the site (`lockSite`). */
export async function recountCountries(
  tx: Transaction<Tables>,
  siteId: string,
  dayMs: number,
): Promise<void> {
  await tx
    .deleteFrom('site_countries')
    .where('site_id', '=', siteId)
    .where('day', '=', sqlDay(dayMs))
    .execute();
  await countCountries(tx, siteId, dayMs);
}

/** Deletes what is counted of blocks by name and status. */
export async function deleteBlocks(
  tx: Transaction<Tables>,
  siteId: string,
  blocks: readonly Block[],
): Promise<void> {
  for (const table of BLOCK_TABLES) {
    await sql`
      delete from ${sql.table(table)}
      where site_id = ${siteId} and (first_day, days) in (${listed(blocks)})`.execute(tx);
  }
}

/** Deletes the folded pages of blocks. */
export async function deletePagesOfBlocks(
  tx: Transaction<Tables>,
  siteId: string,
  blocks: readonly Block[],
): Promise<void> {
  // a column of the key that is left out would make all blocks be read
  await sql`
    delete from site_block_pages
    where site_id = ${siteId} and by_bot in (false, true) and (first_day, days) in (${listed(blocks)})`.execute(
    tx,
  );
}

function listed(blocks: readonly Block[]): RawBuilder<unknown> {
  return sql.join(blocks.map(({ firstMs, days }) => sql`(${sqlDay(firstMs)}, ${sql.lit(days)})`));
}

type Values = Readonly<Record<'siteId' | 'firstDay' | 'afterDay' | 'from' | 'until', string>>;

const OF_DAYS = (param: Param<Values>) => sql`
  site_id = ${param('siteId')} and day >= ${sqlDate(param('firstDay'))} and day < ${sqlDate(param('afterDay'))}`;

/** The rollups by day, each with a column that no index has, and the condition of the rows of some days. */
const ROLLUPS = [
  { table: 'site_days', column: 'count', isOfDays: OF_DAYS },
  { table: 'site_statuses', column: 'count', isOfDays: OF_DAYS },
  { table: 'site_countries', column: 'bot_visits', isOfDays: OF_DAYS },
  {
    table: 'site_buckets',
    column: 'bot_visits',
    isOfDays: (param: Param<Values>) => sql`
      site_id = ${param('siteId')} and granularity in (${sql.join(GRANULARITIES.map((each) => sql.lit(each)))})
      and starts_at >= ${timestamptz(param('from'))} and starts_at < ${timestamptz(param('until'))}`,
  },
];

const READ = ROLLUPS.map(({ table, column, isOfDays }) =>
  statement(
    `read_days_of_${table}`,
    (_, param: Param<Values>) =>
      sql`select sum(${sql.ref(column)}) from ${sql.table(table)} where ${isOfDays(param)}`,
  ),
);

const DELETE = ROLLUPS.map(({ table, isOfDays }) =>
  statement(
    `delete_days_of_${table}`,
    (_, param: Param<Values>) => sql`delete from ${sql.table(table)} where ${isOfDays(param)}`,
  ),
);

/**
 * Reads what `deleteDayRollups` will delete. The rows of old days may be on the disk, each on a page of its own, and
 * recorders should not wait until they are in memory.
 */
export async function readDayRollups(
  tx: Transaction<Tables>,
  siteId: string,
  days: TimeRange,
): Promise<void> {
  const values = valuesOf(siteId, days);
  await pipeline(
    tx,
    READ.map((prepare) => prepare(values)),
  );
}

/** Deletes what whole days have in the rollups. */
export async function deleteDayRollups(
  tx: Transaction<Tables>,
  siteId: string,
  days: TimeRange,
): Promise<void> {
  const values = valuesOf(siteId, days);
  await pipeline(tx, [...DELETE.map((prepare) => prepare(values)), ...prepareBlockDeletion(siteId, days)]);
}

function valuesOf(siteId: string, { fromMs, untilMs }: TimeRange): Values {
  return {
    ...{ siteId, firstDay: formatDate(fromMs), afterDay: formatDate(untilMs) },
    ...{ from: formatInstant(fromMs), until: formatInstant(untilMs) },
  };
}

/** Recounts one day of a site's rollups from its events, in a transaction that keeps recorders away from the site. */
export async function rebuildDay(db: Database, siteId: string, dayMs: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockSite(tx, siteId);
    await deleteDayRollups(tx, siteId, { fromMs: dayMs, untilMs: dayMs + DAY_MS });
    await countDay(tx, siteId, dayMs);
  });
}
