import { type RawBuilder, type Transaction, sql } from 'kysely';
import type { Position } from '../domain/cursor.ts';
import { FAILED_FROM } from '../domain/event.ts';
import { GRANULARITIES } from '../domain/granularity.ts';
import { DAY_MS, formatDate, formatInstant } from '../domain/time.ts';
import { execute, pipeline } from '../database/query.ts';
import { sqlDate, timestamptz } from '../database/sql-time.ts';
import { type Param, statement } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';
import { prepareBlockDeletion } from './block-statements.ts';
import { NAME_SUMS, TYPE_COUNTS, TYPE_SUMS, VERDICT_COUNTS, columnList } from './sums.ts';

/** A part of a day of a site: the events from an instant on that are older than one of this day. */
export type PartOfDay = { readonly siteId: string; readonly fromMs: number; readonly before: Position };

type Part = { readonly siteId: string; readonly from: string; readonly until: string; readonly id: number };

/** What deleted events counted, each as a JSON array of rows, which only the database reads. */
export type DeletedCounts = Readonly<Record<'names' | 'statuses' | 'countries' | 'buckets', string>>;

type Deleted = DeletedCounts & { readonly events: number };

/**
 * The planner takes the comparison of rows to hold for a third of all events, so in a large table it would read all of
 * them: the bound on the column alone shows it how few there are.
 */
const DELETE_PART = statement(
  'delete_part_of_day',
  (_, param: Param<Part>) => sql<Deleted>`
    with gone as (
      delete from events
      where site_id = ${param('siteId')} and created_at >= ${timestamptz(param('from'))}
        and created_at <= ${timestamptz(param('until'))}
        and (created_at, id) < (${timestamptz(param('until'))}, ${param('id')}::bigint)
      returning created_at, type, coalesce(bot_name, source, event_name) as name, coalesce(bot_company, sent_by, '') as company,
                country, event_value, status, bytes, verdict, signature
    )
    select (select count(*) from gone)::integer as events,
           ${asJson(sql`
             select type, name, company, count(*), coalesce(sum(event_value), 0) as value,
                    coalesce(sum(bytes), 0) as bytes, count(bytes) as sized,
                    count(*) filter (where type = 'bot' and status >= ${sql.lit(FAILED_FROM)}) as failed,
                    ${VERDICT_COUNTS}
             from gone group by type, name, company`)} as names,
           ${asJson(sql`
             select name, company, status, count(*) from gone
             where type = 'bot' and status is not null group by name, company, status`)} as statuses,
           ${asJson(sql`select country, ${TYPE_COUNTS} from gone group by country`)} as countries,
           ${asJson(sql`
             select granularity, date_trunc(granularity, created_at, 'UTC') as starts_at, ${TYPE_COUNTS}
             from gone cross join (values ('day'), ('hour')) as granularities (granularity)
             group by granularity, date_trunc(granularity, created_at, 'UTC')`)} as buckets`,
);

function asJson(rows: RawBuilder<unknown>): RawBuilder<string> {
  return sql`(select coalesce(json_agg(counts), '[]')::text from (${rows}) as counts)`;
}

/** Deletes a part of a day from the events alone. The transaction has to subtract what they counted. */
export async function deletePartOfDay(
  tx: Transaction<Tables>,
  { siteId, fromMs, before }: PartOfDay,
): Promise<Deleted> {
  const part = {
    siteId,
    from: formatInstant(fromMs),
    until: formatInstant(before.createdAtMs),
    id: before.id,
  };
  const [deleted] = (await execute(tx, DELETE_PART(part))).rows;
  if (deleted === undefined) throw new Error('a deletion returned no counts');
  return deleted;
}

type OfDay = DeletedCounts & Readonly<Record<'siteId' | 'day' | 'from' | 'until', string>>;

/** A rollup, and the columns of a key beside the site and the day, with their types. */
type Rollup = {
  readonly counts: keyof DeletedCounts;
  readonly isOfDay: (param: Param<OfDay>) => RawBuilder<unknown>;
  readonly key: Readonly<Record<string, string>>;
  readonly sums: readonly string[];
  /** What an event counts in: their sum is zero for a key without events. */
  readonly events: RawBuilder<unknown>;
};

const OF_DAY = (param: Param<OfDay>) => sql`site_id = ${param('siteId')} and day = ${sqlDate(param('day'))}`;

const BY_NAME = { isOfDay: OF_DAY, events: sql`count` };
const BY_TYPE = { sums: TYPE_SUMS, events: sql`bot_visits + referrals + conversions` };

/** In the order in which recorders write them. */
const ROLLUPS: Readonly<Record<string, Rollup>> = {
  site_days: {
    counts: 'names',
    key: { type: 'text', name: 'text', company: 'text' },
    sums: NAME_SUMS,
    ...BY_NAME,
  },
  site_statuses: {
    counts: 'statuses',
    key: { name: 'text', company: 'text', status: 'smallint' },
    sums: ['count'],
    ...BY_NAME,
  },
  site_countries: { counts: 'countries', isOfDay: OF_DAY, key: { country: 'text' }, ...BY_TYPE },
  site_buckets: {
    counts: 'buckets',
    isOfDay: (param) => sql`
      site_id = ${param('siteId')} and granularity in (${sql.join(GRANULARITIES.map((each) => sql.lit(each)))})
      and starts_at >= ${timestamptz(param('from'))} and starts_at < ${timestamptz(param('until'))}`,
    key: { granularity: 'text', starts_at: 'timestamptz' },
    ...BY_TYPE,
  },
};

/** Subtracts from slot 0, whose counts may become negative. */
const SUBTRACT = Object.entries(ROLLUPS).map(([table, { counts, isOfDay, key, sums }]) =>
  statement(`subtract_from_${table}`, (_, param: Param<OfDay>) => {
    const day = isOfDay === OF_DAY ? { column: sql`day,`, value: sql`${sqlDate(param('day'))},` } : undefined;
    const none = sql``;
    // an earlier release recorded the day without its countries: there is nothing to subtract from
    const isCounted =
      table === 'site_countries'
        ? sql`(select site_id from site_countries where ${OF_DAY(param)} limit 1) as counted cross join`
        : none;
    return sql`
      insert into ${sql.table(table)} (site_id, ${day?.column ?? none} ${columnList(Object.keys(key))}, slot, ${columnList(sums)})
      select ${param('siteId')}, ${day?.value ?? none} ${columnList(Object.keys(key))}, 0,
             ${sql.join(sums.map((sum) => sql`-${sql.ref(sum)}`))}
      from ${isCounted} ${rowsOf(param(counts), key, sums)}
      on conflict (site_id, ${day?.column ?? none} ${columnList(Object.keys(key))}, slot) do update set
        ${sql.join(sums.map((sum) => sql`${sql.ref(sum)} = ${sql.ref(`${table}.${sum}`)} + ${sql.ref(`excluded.${sum}`)}`))}`;
  }),
);

/**
 * Deletes, of the keys that were subtracted, those that count nothing, in sum over the slots: no event has them. They are
 * looked up once, each by itself: a day may have thousands of others.
 */
const DELETE_EMPTY = Object.entries(ROLLUPS).map(([table, { counts, isOfDay, key, events }]) =>
  statement(`delete_empty_of_${table}`, (_, param: Param<OfDay>) => {
    const columns = Object.keys(key);
    const isOfKey = columns.map(
      (column) => sql`${sql.ref(`${table}.${column}`)} = ${sql.ref(`gone.${column}`)}`,
    );
    return sql`
      with empty as materialized (
        select ${sql.join(columns.map((column) => sql.ref(`gone.${column}`)))}
        from ${rowsOf(param(counts), key)} cross join lateral (
          select sum(${events}) as events from ${sql.table(table)}
          where ${isOfDay(param)} and ${sql.join(isOfKey, sql` and `)}
        ) as left_over
        where left_over.events = 0
      )
      delete from ${sql.table(table)}
      where ${isOfDay(param)} and (${columnList(columns)}) in (select ${columnList(columns)} from empty)`;
  }),
);

/** The rows of a JSON array, as a table `gone`. */
function rowsOf(
  json: RawBuilder<string>,
  key: Rollup['key'],
  sums: readonly string[] = [],
): RawBuilder<unknown> {
  const columns = [...Object.entries(key), ...sums.map((sum) => [sum, 'numeric'] as const)];
  const typed = columns.map(([column, type]) => sql`${sql.ref(column)} ${sql.raw(type)}`);
  return sql`json_to_recordset(${json}::json) as gone (${sql.join(typed)})`;
}

/**
 * Subtracts from the rollups of a day what events counted that are deleted from it, in a transaction that holds the site
 * (`lockSite`). What counts the day by blocks is deleted: single events cannot be subtracted from it.
 */
export async function subtractFromDay(
  tx: Transaction<Tables>,
  { siteId, dayMs }: { readonly siteId: string; readonly dayMs: number },
  counts: DeletedCounts,
): Promise<void> {
  const range = { fromMs: dayMs, untilMs: dayMs + DAY_MS };
  const { fromMs, untilMs } = range;
  const ofDay = {
    ...counts,
    siteId,
    day: formatDate(dayMs),
    from: formatInstant(fromMs),
    until: formatInstant(untilMs),
  };
  await pipeline(tx, [
    ...[...SUBTRACT, ...DELETE_EMPTY].map((prepare) => prepare(ofDay)),
    ...prepareBlockDeletion(siteId, range),
  ]);
}
