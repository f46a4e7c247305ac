import { type RawBuilder, sql } from 'kysely';
import { type Verification, verificationOf } from '../domain/bot-facts.ts';
import { ALL_TIME, type TimeRange } from '../domain/date-range.ts';
import type { Granularity } from '../domain/granularity.ts';
import type { AccessibleSite } from '../domain/site.ts';
import { DAY_MS, formatInstant } from '../domain/time.ts';
import { rowsOf, selectColumns } from '../database/columns.ts';
import type { Readable } from '../database/at-one-moment.ts';
import { read, readLong } from '../database/query.ts';
import { epochMs } from '../database/sql-time.ts';
import { type Param, type PreparedQuery, statement } from '../database/statement.ts';
import { shownBytes } from './sums.ts';

/** A bot of a site, by its name. */
export type BotOfSite = { readonly site: AccessibleSite; readonly botName: string };

type Values = {
  readonly siteId: string;
  readonly botName: string;
  readonly from: string;
  readonly until: string;
};

/** A name is looked up day by day: as a condition on a range of days, it would read the counts of all names. */
function daysOf(param: Param<Values>): RawBuilder<unknown> {
  return sql`${slotsOf(param)} group by starts_at`;
}

/** A row for each slot of a day that has events. */
function slotsOf(param: Param<Values>): RawBuilder<unknown> {
  return sql`
    select starts_at, (starts_at at time zone 'UTC')::date as day from site_buckets
    where site_id = ${param('siteId')} and granularity = 'day'
      and starts_at >= ${param('from')}::timestamptz and starts_at < ${param('until')}::timestamptz`;
}

/** The visits of a bot in a range, in sum. */
export type VisitFacts = {
  readonly visits: number;
  readonly failed: number;
  /** Null if no visit was recorded with its bytes. */
  readonly bytes: number | null;
  readonly verification: Verification;
};

type SumRow = Omit<VisitFacts, 'verification'> & Omit<Verification, 'unknown'>;

const SUM_BOT_VISITS = statement(
  'sum_bot_visits',
  (_, param: Param<Values>) => sql<SumRow>`
    select coalesce(sum(visits), 0)::bigint as visits, coalesce(sum(failed), 0)::bigint as failed,
           case when sum(sized) > 0 then ${shownBytes(sql`sum(bytes)`)} end as bytes,
           coalesce(sum(signed), 0)::bigint as signed, coalesce(sum(verified), 0)::bigint as verified,
           coalesce(sum(outside), 0)::bigint as outside, coalesce(sum(no_list), 0)::bigint as "noList"
    from (${daysOf(param)}) as days
    cross join lateral (
      select count as visits, failed, bytes, sized, signed, verified, outside, no_list from site_days
      where site_id = ${param('siteId')} and day = days.day and type = 'bot' and name = ${param('botName')}
      offset 0
    ) as sums`,
);

/** The visits of the bot in a range of whole days, in sum. */
export async function sumBotVisits(db: Readable, bot: BotOfSite, range: TimeRange): Promise<VisitFacts> {
  const [row] = await readRange(db, bot, range, SUM_BOT_VISITS(valuesOf(bot, range)));
  const { visits, failed, bytes, ...verdicts } = row ?? NO_VISITS;
  return { visits, failed, bytes, verification: verificationOf(visits, verdicts) };
}

const NO_VISITS: SumRow = {
  ...{ visits: 0, failed: 0, bytes: null },
  ...{ signed: 0, verified: 0, outside: 0, noList: 0 },
};

type ToldStatus = { readonly status: number; readonly count: number };

const COUNT_BOT_STATUSES = statement(
  'count_bot_statuses',
  (_, param: Param<Values>) => sql<ToldStatus>`
    select status, sum(count)::bigint as count
    from (${daysOf(param)}) as days
    cross join lateral (
      select status, count from site_statuses
      where site_id = ${param('siteId')} and day = days.day and name = ${param('botName')}
      offset 0
    ) as counts
    group by status
    having sum(count) > 0
    order by 2 desc, 1`,
);

/** The visits of the bot by their status, without those that were recorded without one; the largest count first. */
export async function countBotStatuses(
  db: Readable,
  bot: BotOfSite,
  range: TimeRange,
): Promise<readonly ToldStatus[]> {
  return readRange(db, bot, range, COUNT_BOT_STATUSES(valuesOf(bot, range)));
}

/** The visits of a bot in one bucket of time. */
export type BotBucket = { readonly startMs: number; readonly botVisits: number };

const BUCKET_COLUMNS = ['startMs', 'botVisits'] as const;

const COUNT_BOT_VISITS_BY_DAY = statement('count_bot_visits_by_day', (_, param: Param<Values>) =>
  selectColumns(
    sql<BotBucket>`
      select ${epochMs(sql.ref('days.starts_at'))} as "startMs", visits as "botVisits"
      from (${daysOf(param)}) as days
      cross join lateral (
        select sum(count)::bigint as visits from site_days
        where site_id = ${param('siteId')} and day = days.day and type = 'bot' and name = ${param('botName')}
        offset 0
      ) as counts
      where visits > 0`,
    BUCKET_COLUMNS,
  ),
);

const COUNT_BOT_VISITS_BY_HOUR = statement('count_bot_visits_by_hour', (_, param: Param<Values>) =>
  selectColumns(
    sql<BotBucket>`
      select ${epochMs(sql`date_trunc('hour', created_at, 'UTC')`)} as "startMs", count(*) as "botVisits"
      from events
      where site_id = ${param('siteId')} and type = 'bot' and bot_name = ${param('botName')}
        and created_at >= ${param('from')}::timestamptz and created_at < ${param('until')}::timestamptz
      group by 1`,
    BUCKET_COLUMNS,
  ),
);

/** The buckets of a range of whole days in which the bot came, in no particular order. Hours are counted from events. */
export async function countBotVisits(
  db: Readable,
  bot: BotOfSite,
  range: TimeRange,
  granularity: Granularity,
): Promise<readonly BotBucket[]> {
  const values = valuesOf(bot, range);
  if (granularity === 'hour')
    return rowsOf(await readLong(db, COUNT_BOT_VISITS_BY_HOUR(values), bot.site.accountId));
  return rowsOf(await readRange(db, bot, range, COUNT_BOT_VISITS_BY_DAY(values)));
}

/** A visit of a bot: when, and the company it was recorded with. */
export type BotSighting = { readonly createdAtMs: number; readonly company: string };

const FIRST_BOT_VISIT = sighting('first_bot_visit', sql`asc`);
const LAST_BOT_VISIT = sighting('last_bot_visit', sql`desc`);

/**
 * Finds the day first, so that only the events of one day are read; a day has 24 hours in UTC. Its slots are not grouped:
 * to group them, the database would read all days before the first.
 */
function sighting(name: string, direction: RawBuilder<unknown>) {
  return statement(
    name,
    (_, param: Param<Values>) => sql<BotSighting>`
      select ${epochMs(sql.ref('created_at'))} as "createdAtMs", bot_company as company
      from (
        select days.starts_at from (${slotsOf(param)}) as days
        cross join lateral (
          select sum(count) as visits from site_days
          where site_id = ${param('siteId')} and day = days.day and type = 'bot' and name = ${param('botName')}
          offset 0
        ) as counts
        where visits > 0
        order by starts_at ${direction}
        limit 1
      ) as found
      cross join lateral (
        select created_at, bot_company from events
        where site_id = ${param('siteId')} and type = 'bot' and bot_name = ${param('botName')}
          and created_at >= found.starts_at and created_at < found.starts_at + interval '24 hours'
        order by created_at ${direction}, id ${direction}
        limit 1
      ) as visit`,
  );
}

/** The first visit of the bot ever; undefined if it never came. */
export async function findFirstBotVisit(db: Readable, bot: BotOfSite): Promise<BotSighting | undefined> {
  return (await readLong(db, FIRST_BOT_VISIT(valuesOf(bot, ALL_TIME)), bot.site.accountId))[0];
}

/** The last visit of the bot ever; undefined if it never came. */
export async function findLastBotVisit(db: Readable, bot: BotOfSite): Promise<BotSighting | undefined> {
  return (await readLong(db, LAST_BOT_VISIT(valuesOf(bot, ALL_TIME)), bot.site.accountId))[0];
}

/** The cost is a few rows a day; more days than this are a long read. */
const SHORT_READ_DAYS = 100;

function readRange<Row>(
  db: Readable,
  { site }: BotOfSite,
  { fromMs, untilMs }: TimeRange,
  query: PreparedQuery<Row>,
): Promise<readonly Row[]> {
  const isShort = (untilMs - fromMs) / DAY_MS <= SHORT_READ_DAYS;
  return isShort ? read(db, query) : readLong(db, query, site.accountId);
}

function valuesOf({ site, botName }: BotOfSite, { fromMs, untilMs }: TimeRange): Values {
  return { siteId: site.id, botName, from: formatInstant(fromMs), until: formatInstant(untilMs) };
}
