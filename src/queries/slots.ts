import { type RawBuilder, sql } from 'kysely';
import type { TimeRange } from '../domain/date-range.ts';
import { GRANULARITIES } from '../domain/granularity.ts';
import { DAY_MS, formatDate, formatInstant } from '../domain/time.ts';
import type { Database } from '../database/database.ts';
import { execute, readLong } from '../database/query.ts';
import { shareSite } from '../database/site-lock.ts';
import { sqlDate, epochMs, timestamptz } from '../database/sql-time.ts';
import { type Param, statement } from '../database/statement.ts';
import { inTransaction } from '../database/transaction.ts';
import { NAME_SUMS, TYPE_SUMS, columnList, sums } from './sums.ts';

type Values = Readonly<Record<'siteId' | 'day' | 'from' | 'until', string>>;

const FIND_SPLIT_DAYS = statement(
  'find_split_days',
  (_, param: Param<Values>) => sql<{ readonly dayMs: number }>`
    select ${epochMs(sql.ref('starts_at'))} as "dayMs" from site_buckets
    where site_id = ${param('siteId')} and granularity = 'day' and ${isWithin(param)}
    group by starts_at having count(*) > 1
    order by starts_at desc`,
);

/** The days, newest first, whose counts are in several slots. */
export async function findSplitDays(
  db: Database,
  siteId: string,
  range: TimeRange,
): Promise<readonly number[]> {
  const rows = await readLong(db, FIND_SPLIT_DAYS(valuesOf(siteId, range)), 'service');
  return rows.map(({ dayMs }) => dayMs);
}

const OF_DAY = (param: Param<Values>) => sql`day = ${sqlDate(param('day'))}`;

/** In the order in which recorders write them. */
const JOIN_SLOTS = [
  joining('site_days', {
    isOfDay: OF_DAY,
    key: ['day', 'type', 'name', 'company'],
    sums: NAME_SUMS,
  }),
  joining('site_statuses', { isOfDay: OF_DAY, key: ['day', 'name', 'company', 'status'], sums: ['count'] }),
  joining('site_countries', { isOfDay: OF_DAY, key: ['day', 'country'], sums: TYPE_SUMS }),
  joining('site_buckets', {
    isOfDay: (param) =>
      sql`granularity in (${sql.join(GRANULARITIES.map((each) => sql.lit(each)))}) and ${isWithin(param)}`,
    key: ['granularity', 'starts_at'],
    sums: TYPE_SUMS,
  }),
];

type Slotted = {
  readonly isOfDay: (param: Param<Values>) => RawBuilder<unknown>;
  readonly key: readonly string[];
  readonly sums: readonly string[];
};

function joining(table: string, { isOfDay, key, sums: summed }: Slotted) {
  const added = summed.map(
    (sum) => sql`${sql.ref(sum)} = ${sql.ref(`${table}.${sum}`)} + ${sql.ref(`excluded.${sum}`)}`,
  );
  return statement(
    `join_slots_of_${table}`,
    (_, param: Param<Values>) => sql`
      with taken as (
        delete from ${sql.table(table)} where site_id = ${param('siteId')} and ${isOfDay(param)} and slot > 0
        returning ${columnList([...key, ...summed])}
      )
      insert into ${sql.table(table)} (site_id, ${columnList(key)}, slot, ${columnList(summed)})
      select ${param('siteId')}, ${columnList(key)}, 0, ${sums(summed)}
      from taken group by ${columnList(key)}
      on conflict (site_id, ${columnList(key)}, slot) do update set ${sql.join(added)}`,
  );
}

function isWithin(param: Param<Values>): RawBuilder<unknown> {
  return sql`starts_at >= ${timestamptz(param('from'))} and starts_at < ${timestamptz(param('until'))}`;
}

/**
 * Joins the slots of a day, so that each key has one row. Recorders go on meanwhile: they and this wait for each other's
 * rows. As the rows are deleted in no particular order, one of both may have to be repeated.
 */
export async function joinSlots(db: Database, siteId: string, dayMs: number): Promise<void> {
  const values = valuesOf(siteId, { fromMs: dayMs, untilMs: dayMs + DAY_MS });
  await inTransaction(db, async (tx) => {
    await shareSite(tx, siteId);
    for (const join of JOIN_SLOTS) await execute(tx, join(values));
  });
}

function valuesOf(siteId: string, { fromMs, untilMs }: TimeRange): Values {
  return { siteId, day: formatDate(fromMs), from: formatInstant(fromMs), until: formatInstant(untilMs) };
}
