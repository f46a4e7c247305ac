import { sql } from 'kysely';
import type { BotSums } from '../domain/bot-facts.ts';
import type { TimeRange } from '../domain/date-range.ts';
import type { EventType } from '../domain/event.ts';
import type { AccessibleSite } from '../domain/site.ts';
import { DAY_MS, formatDate } from '../domain/time.ts';
import { rowsOf, selectColumns } from '../database/columns.ts';
import type { Database } from '../database/database.ts';
import { read, readLong } from '../database/query.ts';
import { type Param, statement } from '../database/statement.ts';

/** The part of an answer that a span of whole days counts for; several spans may count for one. */
export type Span<Part extends string> = TimeRange & { readonly part: Part };

/** The events of one part, type and name, with what is known of bot visits. */
export type NameFacts<Part extends string = string> = BotSums & {
  readonly part: Part;
  readonly type: EventType;
  readonly name: string;
  /** The bot's company; empty for the other types. */
  readonly company: string;
  /** The exact decimal sum of the conversion values; 0 if none was set. */
  readonly value: number;
};

type SpanValues = {
  readonly siteId: string;
  readonly parts: readonly string[];
  readonly froms: readonly string[];
  readonly untils: readonly string[];
};

/** `offset 0` lets each span be looked up by itself; joined, the whole site could be read instead. */
const COUNT_FACTS_BY_NAME = statement('count_facts_by_name', (db, param: Param<SpanValues>) => {
  const ofSpan = db
    .selectFrom('site_days')
    .select(['type', 'name', 'company', 'count', 'value'])
    .select(['bytes', 'sized', 'failed', 'verified', 'outside', 'no_list'])
    .where('site_id', '=', param('siteId'))
    .where('day', '>=', sql<string>`from_day`)
    .where('day', '<', sql<string>`until_day`)
    .offset(sql.lit(0));
  const facts = sql<NameFacts>`
    select part, type, name collate "C" as name, company collate "C" as company,
           sum(count)::bigint as count, sum(value) as value, sum(bytes)::bigint as bytes, sum(sized)::bigint as sized,
           sum(failed)::bigint as failed, sum(verified)::bigint as verified, sum(outside)::bigint as outside,
           sum(no_list)::bigint as "noList"
    from unnest(${param('parts')}::text[], ${param('froms')}::date[], ${param('untils')}::date[])
           as span (part, from_day, until_day)
    cross join lateral (${ofSpan}) as counted
    group by 1, 2, 3, 4
    order by 5 desc, 3, 4`;
  return selectColumns(facts, [
    ...(['part', 'type', 'name', 'company', 'count', 'value'] as const),
    ...(['bytes', 'sized', 'failed', 'verified', 'outside', 'noList'] as const),
  ]);
});

/** The cost is days times names; more days than this are a long read. */
const SHORT_READ_DAYS = 100;

/** The counts of spans by part, type and name, sorted by count descending, then name and company by code point. */
export async function countFactsByName<Part extends string>(
  db: Database,
  site: AccessibleSite,
  spans: readonly Span<Part>[],
): Promise<readonly NameFacts<Part>[]> {
  const query = COUNT_FACTS_BY_NAME({
    siteId: site.id,
    parts: spans.map(({ part }) => part),
    froms: spans.map(({ fromMs }) => formatDate(fromMs)),
    untils: spans.map(({ untilMs }) => formatDate(untilMs)),
  });
  const rows = await (daysOf(spans) <= SHORT_READ_DAYS ? read(db, query) : readLong(db, query));
  // the parts are those of the spans
  return rowsOf(rows) as readonly NameFacts<Part>[];
}

function daysOf(spans: readonly TimeRange[]): number {
  return spans.reduce((days, { fromMs, untilMs }) => days + (untilMs - fromMs) / DAY_MS, 0);
}
