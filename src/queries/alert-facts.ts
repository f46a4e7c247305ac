import { sql } from 'kysely';
import type { TimeRange } from '../domain/date-range.ts';
import { formatInstant } from '../domain/time.ts';
import type { Database } from '../database/database.ts';
import { readLong } from '../database/query.ts';
import { timestamptz } from '../database/sql-time.ts';
import { type Param, statement } from '../database/statement.ts';

/** The events that an alert is about. */
export type AlertEvents = TimeRange & {
  readonly siteId: string;
  readonly type: 'bot' | 'referral';
  /** Of these bots or products; of all if undefined. */
  readonly names: readonly string[] | undefined;
  /** Of the bots of this company; of all if undefined. */
  readonly company: string | undefined;
  /** Only those with a status from 400 on, or from outside the ranges of the operator. */
  readonly only: 'failed' | 'outside' | undefined;
};

/** How many have a page or a status. */
export type FactCount = { readonly what: 'page' | 'status'; readonly value: string; readonly count: number };

type Values = {
  readonly siteId: string;
  readonly from: string;
  readonly until: string;
  readonly type: string;
  readonly names: readonly string[] | null;
  readonly company: string | null;
  readonly only: string | null;
};

/** So many events, the last, show what most of them are about. */
const MOST_READ = 20_000;
const MOST_LISTED = 3;

const COUNT_ALERT_FACTS = statement(
  'count_alert_facts',
  (_, param: Param<Values>) => sql<FactCount>`
    with near as (
      select page_path, status from events
      where site_id = ${param('siteId')} and created_at >= ${timestamptz(param('from'))}
        and created_at < ${timestamptz(param('until'))} and type = ${param('type')}::text
        and (${param('names')}::text[] is null or coalesce(bot_name, source) = any(${param('names')}::text[]))
        and (${param('company')}::text is null or bot_company = ${param('company')}::text)
        and (${param('only')}::text is null or case ${param('only')}::text
          when 'failed' then status >= 400 else verdict = 'outside' end)
      order by created_at desc, id desc limit ${sql.lit(MOST_READ)}
    )
    (select 'page' as what, page_path as value, count(*) as count from near
     group by page_path order by count(*) desc, page_path limit ${sql.lit(MOST_LISTED)})
    union all
    (select 'status', status::text, count(*) from near where status >= 400
     group by status order by count(*) desc, status limit ${sql.lit(MOST_LISTED)})`,
);

/** The pages and the statuses of the events, those of most events first. */
export async function countAlertFacts(
  db: Database,
  { siteId, fromMs, untilMs, type, names, company, only }: AlertEvents,
): Promise<readonly FactCount[]> {
  const range = { from: formatInstant(fromMs), until: formatInstant(untilMs) };
  const of = { names: names ?? null, company: company ?? null, only: only ?? null };
  return readLong(db, COUNT_ALERT_FACTS({ siteId, ...range, type, ...of }), 'service');
}
