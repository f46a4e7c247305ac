import { sql } from 'kysely';
import type { TimeRange } from '../domain/date-range.ts';
import type { EventCounts } from '../domain/event-counts.ts';
import type { Granularity } from '../domain/granularity.ts';
import type { AccessibleSite } from '../domain/site.ts';
import { DAY_MS, formatInstant, startOfDay } from '../domain/time.ts';
import type { Readable } from '../database/at-one-moment.ts';
import { read, readLong } from '../database/query.ts';
import { type Param, statement } from '../database/statement.ts';

/** Spans of each side begin with a day and end with an hour. */
type Sides = Readonly<Record<Side, readonly TimeRange[]>>;
type Side = 'range' | 'previous';

type Values = {
  readonly siteId: string;
  readonly sides: readonly Side[];
  readonly granularities: readonly Granularity[];
  readonly froms: readonly string[];
  readonly untils: readonly string[];
};

type Row = { readonly side: Side } & EventCounts;

/** `offset 0` lets each span be looked up by itself; joined, the whole site could be read instead. */
const COUNT_TOTALS = statement('count_totals', (db, param: Param<Values>) => {
  const ofSpan = db
    .selectFrom('site_buckets')
    .select(['bot_visits', 'referrals', 'conversions'])
    .where('site_id', '=', param('siteId'))
    .where('granularity', '=', sql<Granularity>`unit`)
    .where('starts_at', '>=', sql<string>`from_instant`)
    .where('starts_at', '<', sql<string>`until_instant`)
    .offset(sql.lit(0));
  return sql<Row>`
    select side, sum(bot_visits)::bigint as bot, sum(referrals)::bigint as referral, sum(conversions)::bigint as conversion
    from unnest(
      ${param('sides')}::text[], ${param('granularities')}::text[],
      ${param('froms')}::timestamptz[], ${param('untils')}::timestamptz[]
    ) as span (side, unit, from_instant, until_instant)
    cross join lateral (${ofSpan}) as counted
    group by side`;
});

/** The cost is days; more than these are a long read. */
const SHORT_READ_DAYS = 400;

/** The events of both sides of a comparison. */
export async function countTotals(
  db: Readable,
  site: AccessibleSite<'view'>,
  sides: Sides,
): Promise<Readonly<Record<Side, Readonly<EventCounts>>>> {
  const spans = [...inBuckets('range', sides.range), ...inBuckets('previous', sides.previous)];
  const query = COUNT_TOTALS({
    siteId: site.id,
    sides: spans.map(({ side }) => side),
    granularities: spans.map(({ granularity }) => granularity),
    froms: spans.map(({ fromMs }) => formatInstant(fromMs)),
    untils: spans.map(({ untilMs }) => formatInstant(untilMs)),
  });
  const days = spans.reduce((sum, { fromMs, untilMs }) => sum + (untilMs - fromMs) / DAY_MS, 0);
  const rows = await (days <= SHORT_READ_DAYS ? read(db, query) : readLong(db, query, site.accountId));
  const totalsOf = (side: Side) => {
    const { bot = 0, referral = 0, conversion = 0 } = rows.find((row) => row.side === side) ?? {};
    return { bot, referral, conversion };
  };
  return { range: totalsOf('range'), previous: totalsOf('previous') };
}

/** Whole days are counted by the day, the rest by the hour. */
function inBuckets(side: Side, spans: readonly TimeRange[]) {
  return spans.flatMap(({ fromMs, untilMs }) => {
    const dayMs = startOfDay(untilMs);
    return [
      { side, granularity: 'day', fromMs, untilMs: dayMs },
      { side, granularity: 'hour', fromMs: dayMs, untilMs },
    ] as const;
  });
}
