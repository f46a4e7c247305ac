import { type RawBuilder, sql } from 'kysely';
import type { TimeRange } from '../domain/date-range.ts';
import type { AccessibleSite } from '../domain/site.ts';
import { formatDate, formatInstant } from '../domain/time.ts';
import type { Readable } from '../database/at-one-moment.ts';
import { readLong } from '../database/query.ts';
import { epochMs, sqlDate, timestamptz } from '../database/sql-time.ts';
import { type Param, statement } from '../database/statement.ts';
import { IS_READING } from './visits-to-judge.ts';

/** What the visits of a bot are by robots.txt. */
export type BotSums = {
  readonly name: string;
  readonly company: string;
  readonly allowed: number;
  readonly against: number;
  readonly unknown: number;
};

type Days = { readonly siteId: string; readonly from: string; readonly until: string };

/** The months with days of the range. */
function monthsOf(param: Param<Days>): RawBuilder<unknown> {
  return sql`site_id = ${param('siteId')} and month > ${sqlDate(param('from'))} - 31 and month < ${sqlDate(param('until'))}`;
}

/** The sum of the days of a month that are in the range: that of the whole month is known. */
function sumOf(param: Param<Days>, whole: string, counts: string): RawBuilder<number> {
  const [from, until] = [sqlDate(param('from')), sqlDate(param('until'))];
  return sql<number>`
    case when month >= ${from} and (month + interval '1 month')::date <= ${until} then ${sql.ref(whole)}
         else (select coalesce(sum(n), 0) from unnest(
           ${sql.ref(counts)}[greatest(${from} - month, 0) + 1 : least(${until} - month, 31)]
         ) as of_day (n)) end`;
}

const SUM_OBEDIENCE = statement(
  'sum_obedience',
  (_, param: Param<Days>) => sql<BotSums>`
    select name, company, sum(allowed)::bigint as allowed, sum(against)::bigint as against, sum(unknown)::bigint as unknown
    from (
      select name, company, ${sumOf(param, 'allowed', 'allowed_counts')} as allowed,
             ${sumOf(param, 'against', 'against_counts')} as against,
             ${sumOf(param, 'unknown', 'unknown_counts')} as unknown
      from judged_months where ${monthsOf(param)}
      offset 0
    ) as of_month
    group by name, company
    having sum(allowed) + sum(against) + sum(unknown) > 0
    order by 4 desc, sum(allowed) + sum(against) + sum(unknown) desc, name collate "C", company collate "C"`,
);

/** The bots with visits in a range of whole days, those with most against the rules first, then those with most visits. */
export async function sumObedience(
  db: Readable,
  site: AccessibleSite<'view'>,
  range: TimeRange,
): Promise<readonly BotSums[]> {
  return readLong(db, SUM_OBEDIENCE(daysOf(site, range)), site.accountId);
}

/** How often a bot broke a rule. */
export type BrokenByBot = {
  readonly rule: number;
  readonly text: string;
  readonly group: string;
  readonly name: string;
  readonly visits: number;
  /** By all bots. */
  readonly total: number;
  /** Whether the rule is one of those that are broken most, by the bot or by all. */
  readonly isOfBot: boolean;
  readonly isOfAll: boolean;
};

/** So many rules are listed, those that are broken most. */
export const MOST_RULES = 10;

const LIST_BROKEN_RULES = statement(
  'list_broken_rules',
  (_, param: Param<Days>) => sql<BrokenByBot>`
    with of_bot as (
      select rule_id, name, sum(visits)::bigint as visits
      from (
        select rule_id, name, ${sumOf(param, 'visits', 'day_counts')} as visits from rule_months where ${monthsOf(param)}
        offset 0
      ) as of_month
      group by rule_id, name
      having sum(visits) > 0
    ), ranked as (
      select *, row_number() over (partition by name order by visits desc, rule_id) as nth,
             sum(visits) over (partition by rule_id)::bigint as total
      from of_bot
    ), most as (
      select rule_id from ranked group by rule_id, total order by total desc, rule_id limit ${sql.lit(MOST_RULES)}
    )
    select ranked.rule_id as rule, rule as text, rule_group as "group", name, visits, total,
           nth <= ${sql.lit(MOST_RULES)} as "isOfBot", most.rule_id is not null as "isOfAll"
    from ranked
    cross join lateral (
      select rule, rule_group from broken_rules
      where site_id = ${param('siteId')} and rule_id = ranked.rule_id
      offset 0
    ) as written
    left join most on most.rule_id = ranked.rule_id
    where nth <= ${sql.lit(MOST_RULES)} or most.rule_id is not null
    order by visits desc, name collate "C", ranked.rule_id`,
);

/** The rules that were broken most in a range of whole days, by each bot and by all, those of most visits first. */
export async function listBrokenRules(
  db: Readable,
  site: AccessibleSite<'view'>,
  range: TimeRange,
): Promise<readonly BrokenByBot[]> {
  return readLong(db, LIST_BROKEN_RULES(daysOf(site, range)), site.accountId);
}

function daysOf({ id }: AccessibleSite<'view'>, { fromMs, untilMs }: TimeRange): Days {
  return { siteId: id, from: formatDate(fromMs), until: formatDate(untilMs) };
}

export type PageOfRule = {
  readonly rule: number;
  /** Null: of all bots. */
  readonly name: string | null;
  readonly pagePath: string;
  readonly visits: number;
};

/** So many pages of a rule are listed. */
const MOST_PAGES = 5;

type Pages = Days & { readonly rules: readonly number[] };

const LIST_PAGES_OF_RULES = statement('list_pages_of_rules', (_, param: Param<Pages>) =>
  pagesOf(param, sql`null::text`),
);
const LIST_PAGES_OF_RULES_BY_BOT = statement('list_pages_of_rules_by_bot', (_, param: Param<Pages>) =>
  pagesOf(param, sql.ref('bot_name')),
);

function pagesOf(param: Param<Pages>, name: RawBuilder<unknown>): RawBuilder<PageOfRule> {
  return sql<PageOfRule>`
    select rule, name, path as "pagePath", visits
    from (
      select *, row_number() over (partition by rule, name order by visits desc, path collate "C") as nth
      from (
        select broken_rule as rule, ${name} as name, page_path as path, count(*) as visits from events
        where site_id = ${param('siteId')} and created_at >= ${timestamptz(param('from'))}
          and created_at < ${timestamptz(param('until'))} and broken_rule = any(${param('rules')}::bigint[])
        group by 1, 2, 3
      ) as counted
    ) as of_rule
    where nth <= ${sql.lit(MOST_PAGES)}
    order by rule, name, nth`;
}

/** The pages on which rules were broken most, five for each rule, or for each rule and bot. */
export async function listPagesOfRules(
  db: Readable,
  site: AccessibleSite<'view'>,
  {
    range,
    rules,
    byBot,
  }: { readonly range: TimeRange; readonly rules: readonly number[]; readonly byBot: boolean },
): Promise<readonly PageOfRule[]> {
  if (rules.length === 0) return [];
  const { fromMs, untilMs } = range;
  const values = { siteId: site.id, from: formatInstant(fromMs), until: formatInstant(untilMs), rules };
  const query = (byBot ? LIST_PAGES_OF_RULES_BY_BOT : LIST_PAGES_OF_RULES)(values);
  return readLong(db, query, site.accountId);
}

/** When a bot last read robots.txt, or that there is none. */
export type LastReading = { readonly name: string; readonly atMs: number; readonly isMissing: boolean };

type Named = { readonly siteId: string; readonly names: readonly string[]; readonly until: string };

const LAST_READINGS = statement(
  'list_last_readings',
  (_, param: Param<Named>) => sql<LastReading>`
    select wanted.name, ${epochMs(sql.ref('created_at'))} as "atMs", coalesce(status >= 400, false) as "isMissing"
    from unnest(${param('names')}::text[]) as wanted (name) cross join lateral (
      select created_at, status from events
      where site_id = ${param('siteId')} and bot_name = wanted.name and page_path = '/robots.txt'
        and created_at < ${timestamptz(param('until'))}
        and ${IS_READING}
      order by created_at desc
      limit 1
    ) as reading`,
);

/** The last time that each of the bots read robots.txt before an instant, of those that did. */
export async function listLastReadings(
  db: Readable,
  site: AccessibleSite<'view'>,
  names: readonly string[],
  untilMs: number,
): Promise<readonly LastReading[]> {
  if (names.length === 0) return [];
  const values = { siteId: site.id, names, until: formatInstant(untilMs) };
  return readLong(db, LAST_READINGS(values), site.accountId);
}

type Unjudged = Days & { readonly lastId: number };

const FIRST_UNJUDGED = statement(
  'find_first_unjudged_visit',
  (_, param: Param<Unjudged>) => sql<{ readonly atMs: number }>`
    select ${epochMs(sql.ref('created_at'))} as "atMs" from events
    where site_id = ${param('siteId')} and created_at >= ${timestamptz(param('from'))}
      and created_at < ${timestamptz(param('until'))} and id > ${param('lastId')}::bigint and type = 'bot'
    order by created_at
    limit 1`,
);

/** When the first visit of a range was that has a larger id than one. */
export async function findFirstUnjudged(
  db: Readable,
  site: AccessibleSite<'view'>,
  { fromMs, untilMs }: TimeRange,
  lastId: number,
): Promise<number | undefined> {
  const values = { siteId: site.id, from: formatInstant(fromMs), until: formatInstant(untilMs), lastId };
  return (await readLong(db, FIRST_UNJUDGED(values), site.accountId))[0]?.atMs;
}
