import { sql } from 'kysely';
import type { TimeRange } from '../domain/date-range.ts';
import { formatInstant } from '../domain/time.ts';
import type { Readable } from '../database/at-one-moment.ts';
import type { Database } from '../database/database.ts';
import { readLong } from '../database/query.ts';
import { epochMs, timestamptz } from '../database/sql-time.ts';
import { type Param, statement } from '../database/statement.ts';

/** Visits of a bot, each value at its place in each list. */
export type VisitsOfBot = {
  readonly name: string;
  readonly company: string;
  readonly ids: readonly number[];
  readonly timesMs: readonly number[];
  readonly paths: readonly string[];
  /** The rules that they are known to have broken, null for none; an empty list if none broke one. */
  readonly broken: readonly (number | null)[];
};

const SEPARATOR = '\x1f';

/** Lists as texts, which PostgreSQL writes in a third of the time of JSON. */
type Texts = {
  readonly name: string;
  readonly company: string;
  readonly ids: string;
  readonly times: string;
  /** With separators; one in a path itself is percent-encoded, which is the same to rules. */
  readonly paths: string;
  /** Null if none broke one. */
  readonly rules: string | null;
};

export type VisitsAsked = {
  readonly range: TimeRange;
  /** Only those with a larger id. */
  readonly afterId: number;
  /** The last visit of the step before. */
  readonly after: { readonly atMs: number; readonly id: number } | undefined;
  readonly limit: number;
};

type Values = {
  readonly siteId: string;
  readonly from: string;
  readonly until: string;
  readonly afterId: number;
  readonly lastId: number;
  readonly limit: number;
};

const LIST_VISITS = statement(
  'list_visits_to_judge',
  (_, param: Param<Values>) => sql<Texts>`
    select name, company, array_to_string(array_agg(id), ',') as ids, array_to_string(array_agg(at), ',') as times,
           string_agg(replace(path, ${sql.lit(SEPARATOR)}, '%1F'), ${sql.lit(SEPARATOR)}) as paths,
           case when count(rule) > 0 then array_to_string(array_agg(rule), ',', 'null') end as rules
    from (
      select id, ${epochMs(sql.ref('created_at'))} as at, bot_name as name, bot_company as company,
             page_path as path, broken_rule as rule
      from events
      where site_id = ${param('siteId')} and created_at >= ${timestamptz(param('from'))}
        and created_at < ${timestamptz(param('until'))}
        and (created_at > ${timestamptz(param('from'))} or id > ${param('lastId')}::bigint)
        and id > ${param('afterId')}::bigint and type = 'bot'
      order by created_at, id
      limit ${param('limit')}::bigint
    ) as visit
    group by name, company`,
);

/** The visits of bots in a range, oldest first, at most `limit`; in no particular order. */
export async function listVisitsToJudge(
  db: Readable,
  siteId: string,
  { range, afterId, after, limit }: VisitsAsked,
): Promise<readonly VisitsOfBot[]> {
  const values = {
    ...{ siteId, afterId, limit },
    from: formatInstant(after?.atMs ?? range.fromMs),
    until: formatInstant(range.untilMs),
    lastId: after?.id ?? -1,
  };
  return (await readLong(db, LIST_VISITS(values), 'service')).map(visitsOf);
}

function visitsOf({ name, company, ids, times, paths, rules }: Texts): VisitsOfBot {
  return {
    ...{ name, company, ids: numbersOf(ids), timesMs: numbersOf(times) },
    paths: paths.split(SEPARATOR),
    broken: rules === null ? [] : (JSON.parse(`[${rules}]`) as readonly (number | null)[]),
  };
}

function numbersOf(list: string): readonly number[] {
  return JSON.parse(`[${list}]`) as readonly number[];
}

/** Of a request of robots.txt: whether it read what was in force, or that there is none. */
export const IS_READING = sql`(status is null or status in (200, 304) or (status >= 400 and status < 500))`;

/** A request of robots.txt that read what was in force, or that there is none. */
export type StoredReading = {
  readonly name: string;
  readonly id: number;
  readonly atMs: number;
  readonly isMissing: boolean;
};

type Named = {
  readonly siteId: string;
  readonly names: readonly string[];
  readonly from: string;
  readonly until: string;
};

const LIST_READINGS = statement(
  'list_robots_readings',
  (_, param: Param<Named>) => sql<StoredReading>`
    select wanted.name, id, ${epochMs(sql.ref('created_at'))} as "atMs", coalesce(status >= 400, false) as "isMissing"
    from unnest(${param('names')}::text[]) as wanted (name) cross join lateral (
      select id, created_at, status from events
      where site_id = ${param('siteId')} and bot_name = wanted.name and page_path = '/robots.txt'
        and created_at >= ${timestamptz(param('from'))} and created_at < ${timestamptz(param('until'))}
        and ${IS_READING}
      offset 0
    ) as reading`,
);

/** The readings of bots in a range, in no particular order. */
export async function listReadings(
  db: Readable,
  siteId: string,
  names: readonly string[],
  { fromMs, untilMs }: TimeRange,
): Promise<readonly StoredReading[]> {
  if (names.length === 0) return [];
  const values = { siteId, names, from: formatInstant(fromMs), until: formatInstant(untilMs) };
  return readLong(db, LIST_READINGS(values), 'service');
}

type Judged = {
  readonly siteId: string;
  readonly name: string;
  readonly from: string;
  readonly until: string;
  readonly lastId: number;
};

const HAS_JUDGED = statement(
  'has_judged_visits',
  (_, param: Param<Judged>) => sql<{ readonly id: number }>`
    select id from events
    where site_id = ${param('siteId')} and created_at >= ${timestamptz(param('from'))}
      and created_at < ${timestamptz(param('until'))} and id <= ${param('lastId')}::bigint
      and type = 'bot' and bot_name = ${param('name')}
    order by created_at
    limit 1`,
);

/** Whether a bot has visits in a range with an id up to one. */
export async function hasVisits(
  db: Readable,
  siteId: string,
  { name, range, lastId }: { readonly name: string; readonly range: TimeRange; readonly lastId: number },
): Promise<boolean> {
  const [from, until] = [formatInstant(range.fromMs), formatInstant(range.untilMs)];
  return (await readLong(db, HAS_JUDGED({ siteId, name, from, until, lastId }), 'service')).length > 0;
}

/** A visit, and the rule that it broke; null if it broke none after all. */
export type Mark = { readonly id: number; readonly atMs: number; readonly rule: number | null };

/**
 * Marks visits with the rules that they broke. It has no name, so it is planned each time: a plan that is kept from when the site
 * was new would read all of its events.
 */
export async function markVisits(db: Database, siteId: string, marks: readonly Mark[]): Promise<void> {
  if (marks.length === 0) return;
  const ids = marks.map(({ id }) => id);
  const times = marks.map(({ atMs }) => formatInstant(atMs));
  const rules = marks.map(({ rule }) => rule);
  await sql`
    update events set broken_rule = mark.rule
    from unnest(${ids}::bigint[], ${times}::timestamptz[], ${rules}::bigint[]) as mark (id, at, rule)
    where events.site_id = ${siteId} and events.created_at = mark.at and events.id = mark.id`.execute(db);
}
