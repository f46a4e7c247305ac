import { type RawBuilder, sql } from 'kysely';
import type { BotSums } from '../domain/bot-facts.ts';
import type { TimeRange } from '../domain/date-range.ts';
import type { EventType } from '../domain/event.ts';
import type { AccessibleSite } from '../domain/site.ts';
import { type Columns, rowsOf, selectColumns } from '../database/columns.ts';
import type { Readable } from '../database/at-one-moment.ts';
import { read, readLong } from '../database/query.ts';
import { type Param, statement } from '../database/statement.ts';
import { type Days, NAME_BLOCKS, coveringBlocks, daysOf } from './blocks.ts';
import { isShortRead, namesInBlocks, useBlocks } from './name-sums.ts';
import { NAME_SUMS, columnList } from './sums.ts';

/** The part of an answer that a span of whole days counts for; several spans may count for one. */
export type Span<Part extends string> = TimeRange & { readonly part: Part };

/** The events of one part, type and name, with what is known of bot visits. */
export type NameFacts<Part extends string = string> = BotSums & {
  readonly part: Part;
  readonly type: EventType;
  readonly name: string;
  /** The bot's company, or the product that sent the visitors of a conversion; empty for none, and for referrals. */
  readonly company: string;
  /** The exact decimal sum of the conversion values; "0" if none was set. */
  readonly value: string;
};

type Values = Days & { readonly parts: readonly string[] };

/** `offset 0` lets each span be looked up by itself; joined, the whole site could be read instead. */
const COUNT_FACTS_BY_NAME = facts('count_facts_by_name', (param) => ({
  rows: sql`
    select nth, type, name, company, ${columnList(NAME_SUMS)}
    from unnest(${param('firstDays')}::date[], ${param('afterDays')}::date[])
           with ordinality as span (from_day, until_day, nth)
    cross join lateral (
      select * from ${sql.table('site_days')} where site_id = ${param('siteId')} and day >= from_day and day < until_day offset 0
    ) as of_span`,
}));

const COUNT_FACTS_BY_NAME_IN_BLOCKS = facts('count_facts_by_name_in_blocks', (param) => ({
  ctes: coveringBlocks(param, NAME_BLOCKS),
  rows: namesInBlocks(param, NAME_SUMS),
}));

type Source = { readonly ctes?: RawBuilder<unknown>; readonly rows: RawBuilder<unknown> };

function facts(name: string, source: (param: Param<Values>) => Source) {
  return statement(name, (_, param: Param<Values>) => {
    const { ctes, rows } = source(param);
    const sums = sql<NameFacts>`
      select part, type, name collate "C" as name, company collate "C" as company,
             sum(count)::bigint as count, sum(value)::text as value, sum(bytes) as bytes, sum(sized)::bigint as sized,
             sum(failed)::bigint as failed, sum(signed)::bigint as signed, sum(verified)::bigint as verified,
             sum(outside)::bigint as outside, sum(no_list)::bigint as "noList"
      from (${rows}) as counted
      join unnest(${param('parts')}::text[]) with ordinality as part (part, nth) using (nth)
      group by 1, 2, 3, 4
      order by 5 desc, 3, 4`;
    const page = selectColumns(sums, [
      ...(['part', 'type', 'name', 'company', 'count', 'value'] as const),
      ...(['bytes', 'sized', 'failed', 'signed', 'verified', 'outside', 'noList'] as const),
    ]);
    return ctes ? sql<Columns<NameFacts>>`with ${ctes} ${page}` : page;
  });
}

/** The counts of spans by part, type and name, sorted by count descending, then name and company by code point. */
export async function countFactsByName<Part extends string>(
  db: Readable,
  site: AccessibleSite<'view'>,
  spans: readonly Span<Part>[],
): Promise<readonly NameFacts<Part>[]> {
  const count = useBlocks(spans) ? COUNT_FACTS_BY_NAME_IN_BLOCKS : COUNT_FACTS_BY_NAME;
  const query = count({ ...daysOf(site.id, ...spans), parts: spans.map(({ part }) => part) });
  const rows = await (isShortRead(spans) ? read(db, query) : readLong(db, query, site.accountId));
  // the parts are those of the spans
  return rowsOf(rows) as readonly NameFacts<Part>[];
}
