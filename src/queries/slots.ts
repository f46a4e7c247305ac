import { type RawBuilder, sql } from 'kysely';
import type { TimeRange } from '../domain/date-range.ts';
import { GRANULARITIES } from '../domain/granularity.ts';
import { DAY_MS, formatDate, formatInstant } from '../domain/time.ts';
import type { Database } from '../database/database.ts';
import { execute, readLong } from '../database/query.ts';
import { shareSite } from '../database/site-lock.ts';
import { epochMs, sqlDate, timestamptz } from '../database/sql-time.ts';
import { type Param, statement } from '../database/statement.ts';
import { inTransaction } from '../database/transaction.ts';
import type { DayCount } from './unfolded-pages.ts';
import { NAME_SUMS, TYPE_SUMS, columnList, sums } from './sums.ts';

type Range = Readonly<Record<'siteId' | 'from' | 'until', string>>;

const FIND_SPLIT_DAYS = statement(
  'find_split_days',
  (_, param: Param<Range>) => sql<DayCount>`
    select ${epochMs(sql.ref('starts_at'))} as "dayMs", sum(bot_visits + referrals + conversions)::bigint as events
    from site_buckets
    where site_id = ${param('siteId')} and granularity = 'day' and ${isWithin(param)}
    group by starts_at having count(*) > 1
    order by starts_at desc`,
);

/** The days, newest first, whose counts are in several slots. */
export async function findSplitDays(
  db: Database,
  siteId: string,
  range: TimeRange,
): Promise<readonly DayCount[]> {
  return readLong(db, FIND_SPLIT_DAYS(valuesOf(siteId, range)), 'service');
}

/** Some days, and the span that they are in. */
type Values = Range &
  Readonly<Record<'firstDay' | 'afterDay', string>> & { readonly days: readonly string[] };

const OF_DAYS = (param: Param<Values>) => sql`day = any(${param('days')}::date[])
  and day >= ${sqlDate(param('firstDay'))} and day < ${sqlDate(param('afterDay'))}`;

/** In the order in which recorders write them. */
const JOIN_SLOTS = [
  joining('site_days', {
    isOfDays: OF_DAYS,
    key: ['day', 'type', 'name', 'company'],
    sums: NAME_SUMS,
  }),
  joining('site_statuses', { isOfDays: OF_DAYS, key: ['day', 'name', 'company', 'status'], sums: ['count'] }),
  joining('site_countries', { isOfDays: OF_DAYS, key: ['day', 'country'], sums: TYPE_SUMS }),
  joining('site_buckets', {
    isOfDays: (param) =>
      sql`granularity in (${sql.join(GRANULARITIES.map((each) => sql.lit(each)))}) and ${isWithin(param)}
        and (starts_at at time zone 'UTC')::date = any(${param('days')}::date[])`,
    key: ['granularity', 'starts_at'],
    sums: TYPE_SUMS,
  }),
];

type Slotted = {
  readonly isOfDays: (param: Param<Values>) => RawBuilder<unknown>;
  readonly key: readonly string[];
  readonly sums: readonly string[];
};

function joining(table: string, { isOfDays, key, sums: summed }: Slotted) {
  const added = summed.map(
    (sum) => sql`${sql.ref(sum)} = ${sql.ref(`${table}.${sum}`)} + ${sql.ref(`excluded.${sum}`)}`,
  );
  return statement(
    `join_slots_of_${table}`,
    (_, param: Param<Values>) => sql`
      with taken as (
        delete from ${sql.table(table)} where site_id = ${param('siteId')} and ${isOfDays(param)} and slot > 0
        returning ${columnList([...key, ...summed])}
      )
      insert into ${sql.table(table)} (site_id, ${columnList(key)}, slot, ${columnList(summed)})
      select ${param('siteId')}, ${columnList(key)}, 0, ${sums(summed)}
      from taken group by ${columnList(key)}
      on conflict (site_id, ${columnList(key)}, slot) do update set ${sql.join(added)}`,
  );
}

function isWithin(param: Param<Range>): RawBuilder<unknown> {
  return sql`starts_at >= ${timestamptz(param('from'))} and starts_at < ${timestamptz(param('until'))}`;
}

/**
 * Joins the slots of some days, so that each key has one row. Recorders go on meanwhile: they and this wait for each other's
 * rows. As the rows are deleted in no particular order, one of both may have to be repeated.
 */
export async function joinSlots(db: Database, siteId: string, daysMs: readonly number[]): Promise<void> {
  const span = { fromMs: Math.min(...daysMs), untilMs: Math.max(...daysMs) + DAY_MS };
  const values = {
    ...valuesOf(siteId, span),
    firstDay: formatDate(span.fromMs),
    afterDay: formatDate(span.untilMs),
    days: daysMs.map(formatDate),
  };
  await inTransaction(db, async (tx) => {
    await shareSite(tx, siteId);
    for (const join of JOIN_SLOTS) await execute(tx, join(values));
  });
}

function valuesOf(siteId: string, { fromMs, untilMs }: TimeRange): Range {
  return { siteId, from: formatInstant(fromMs), until: formatInstant(untilMs) };
}
