import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { mapSeveral } from '../database/several.ts';
import { type Drift, FACTS, COUNT_AND_VALUE, NAME_KEY, NAME_COUNTS, NAME_DIFFERENCE } from './drift.ts';
import { BLOCK_COMPARISONS } from './verify-blocks.ts';
import { type Comparison, type Span, isDuringSpan, isOfSpan } from './verify-spans.ts';

/** How many spans are compared at a time: PostgreSQL does most of the work, so each keeps about one of its cores busy. */
const SPANS_AT_ONCE = 2;

/**
 * Compares a site's rollups with its events, a few days at a time. Each rollup takes a statement, so that recorders can go
 * on meanwhile. The differences come by rollup.
 */
export async function findDrift(
  db: Database,
  siteId: string,
  eventsPerSpan?: number,
): Promise<readonly Drift[]> {
  const spans = await findSpans(db, siteId, eventsPerSpan);
  const found = await mapSeveral(spans, SPANS_AT_ONCE, (span) => compareSpan(db, span));
  return COMPARISONS.flatMap((_, at) => found.flatMap((ofSpan) => ofSpan[at] ?? []));
}

/** The differences in a span, by comparison. Its events are read from memory after the first. */
async function compareSpan(db: Database, span: Span): Promise<readonly (readonly Drift[])[]> {
  return db.transaction().execute(async (tx) => {
    await sql`select set_config('work_mem', ${WORK_MEM}, true)`.execute(tx);
    const found: (readonly Drift[])[] = [];
    for (const compare of COMPARISONS) found.push(await compare(tx, span));
    return found;
  });
}

/** Enough for the pages of a block, mostly, which would be written to files several times otherwise. */
const WORK_MEM = '32MB';

/** What a comparison has in memory grows with the events of its span. */
const EVENTS_PER_SPAN = 25_000;

/** Spans that follow each other, of about as many events each, but for a single day with more. All time is in one of them. */
async function findSpans(
  db: Database,
  siteId: string,
  eventsPerSpan = EVENTS_PER_SPAN,
): Promise<readonly Span[]> {
  const { rows } = await sql<{ day: string; events: number }>`
    select to_char(starts_at at time zone 'UTC', 'YYYY-MM-DD') as day, sum(bot_visits + referrals + conversions) as events
    from site_buckets where site_id = ${siteId} and granularity = 'day' group by starts_at order by starts_at`.execute(
    db,
  );
  const firstDays = ['-infinity'];
  let sum = 0;
  for (const { day, events } of rows) {
    if (sum > 0 && sum + events > eventsPerSpan) {
      firstDays.push(day);
      sum = 0;
    }
    sum += events;
  }
  return firstDays.map((fromDay, at) => ({ siteId, fromDay, untilDay: firstDays[at + 1] ?? 'infinity' }));
}

const DAY_COMPARISONS = [compareDays, compareStatuses, compareCountries, compareBuckets].map(
  (compare): Comparison =>
    async (db, span) =>
      (await compare(span).execute(db)).rows,
);

const COMPARISONS = [...DAY_COMPARISONS, ...BLOCK_COMPARISONS];

const CREATED_AT = sql`created_at`;
const DAY = sql`(created_at at time zone 'UTC')::date`;
const DAY_COLUMN = sql`day`;

function compareDays(span: Span): RawBuilder<Drift> {
  return sql<Drift>`
    with counted as (
      select day, type, name, company, ${COUNT_AND_VALUE} as counts, ${FACTS} as facts from (
        select ${DAY} as day, ${NAME_KEY}, ${NAME_COUNTS} from events where ${isDuringSpan(span, CREATED_AT)} group by 1, 2, 3, 4
      ) as sums
    ), rolled as (
      select day, type, name, company, ${COUNT_AND_VALUE} as counts, ${FACTS} as facts from (
        select day, type, name, company, sum(count) as count, sum(value) as value, sum(bytes) as bytes,
               sum(sized) as sized, sum(failed) as failed, sum(signed) as signed, sum(verified) as verified,
               sum(outside) as outside, sum(no_list) as no_list
        from site_days where ${isOfSpan(span, DAY_COLUMN)} group by 1, 2, 3, 4
      ) as sums
    )
    select 'site_days' as rollup, to_char(day, 'YYYY-MM-DD') as day,
           concat_ws(' ', day, type, name, nullif(company, '')) as key, ${NAME_DIFFERENCE}
    from counted c full join rolled r using (day, type, name, company)
    where (c.counts, c.facts) is distinct from (r.counts, r.facts)
    order by day, type, name`;
}

function compareStatuses(span: Span): RawBuilder<Drift> {
  return sql<Drift>`
    with counted as (
      select ${DAY} as day, bot_name as name, bot_company as company, status, count(*) as count
      from events where ${isDuringSpan(span, CREATED_AT)} and type = 'bot' and status is not null group by 1, 2, 3, 4
    ), rolled as (
      select day, name, company, status, sum(count)::bigint as count
      from site_statuses where ${isOfSpan(span, DAY_COLUMN)} group by 1, 2, 3, 4
    )
    select 'site_statuses' as rollup, to_char(day, 'YYYY-MM-DD') as day,
           concat_ws(' ', day, name, company, status) as key,
           coalesce(c.count, 0)::text as counted, coalesce(r.count, 0)::text as "rolledUp"
    from counted c full join rolled r using (day, name, company, status)
    where c.count is distinct from r.count
    order by day, name, status`;
}

/** A day without any row is right: an earlier release recorded it, and it is read from the events. */
function compareCountries(span: Span): RawBuilder<Drift> {
  return sql<Drift>`
    with counted as (
      select day, country, ${COUNTS_BY_TYPE} as counts from (
        select ${DAY} as day, country, ${COUNT_BY_TYPE} from events where ${isDuringSpan(span, CREATED_AT)} group by 1, 2
      ) as counts
    ), rolled as (
      select day, country, ${COUNTS_BY_TYPE} as counts from (
        select day, country, sum(bot_visits) as bots, sum(referrals) as referrals, sum(conversions) as conversions
        from site_countries where ${isOfSpan(span, DAY_COLUMN)} group by 1, 2
      ) as sums
    )
    select 'site_countries' as rollup, to_char(day, 'YYYY-MM-DD') as day, concat_ws(' ', day, country) as key,
           coalesce(c.counts, '0 + 0 + 0') as counted, coalesce(r.counts, '0 + 0 + 0') as "rolledUp"
    from counted c full join rolled r using (day, country)
    where c.counts is distinct from r.counts and day in (select day from rolled)
    order by day, country`;
}

function compareBuckets(span: Span): RawBuilder<Drift> {
  return sql<Drift>`
    with counted as (
      select granularity, starts_at, ${COUNTS_BY_TYPE} as counts from (
        select granularity, date_trunc(granularity, created_at at time zone 'UTC') as starts_at, ${COUNT_BY_TYPE}
        from events cross join (values ('day'), ('hour')) as granularities (granularity)
        where ${isDuringSpan(span, CREATED_AT)} group by 1, 2
      ) as counts
    ), rolled as (
      select granularity, starts_at, ${COUNTS_BY_TYPE} as counts from (
        select granularity, starts_at at time zone 'UTC' as starts_at, sum(bot_visits) as bots,
               sum(referrals) as referrals, sum(conversions) as conversions
        from site_buckets where ${isDuringSpan(span, sql`starts_at`)} group by 1, 2
      ) as sums
    )
    select 'site_buckets' as rollup, to_char(starts_at, 'YYYY-MM-DD') as day,
           concat_ws(' ', granularity, to_char(starts_at, 'YYYY-MM-DD HH24:MI')) as key,
           coalesce(c.counts, '0 + 0 + 0') as counted, coalesce(r.counts, '0 + 0 + 0') as "rolledUp"
    from counted c full join rolled r using (granularity, starts_at)
    where c.counts is distinct from r.counts
    order by granularity, starts_at`;
}

const COUNT_BY_TYPE = sql`
  count(*) filter (where type = 'bot') as bots,
  count(*) filter (where type = 'referral') as referrals,
  count(*) filter (where type = 'conversion') as conversions`;

const COUNTS_BY_TYPE = sql`concat_ws(' + ', bots, referrals, conversions)`;
