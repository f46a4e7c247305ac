import { sql } from 'kysely';
import type { TimeRange } from '../domain/date-range.ts';
import type { EventCounts } from '../domain/event-counts.ts';
import { formatInstant } from '../domain/time.ts';
import type { Database } from '../database/database.ts';
import { readLong } from '../database/query.ts';
import type { LongReader } from '../database/reads.ts';
import { timestamptz } from '../database/sql-time.ts';
import { type Param, statement } from '../database/statement.ts';

/** The events of a site in a period and in the one before. */
export type PeriodTotals = { readonly counts: EventCounts; readonly before: EventCounts };

/** A period of whole days, and where the one before begins. */
export type ComparedDays = TimeRange & { readonly beforeMs: number };

type Values = {
  readonly siteIds: readonly string[];
  readonly before: string;
  readonly from: string;
  readonly until: string;
};

type Row = EventCounts & {
  readonly siteId: string;
  readonly botBefore: number;
  readonly referralBefore: number;
  readonly conversionBefore: number;
};

const COUNT_PERIOD_TOTALS = statement('count_period_totals', (_, param: Param<Values>) => {
  const from = timestamptz(param('from'));
  const sum = (column: 'bot_visits' | 'referrals' | 'conversions', side: 'within' | 'before') =>
    sql`coalesce(sum(${sql.ref(column)}) filter (where ${side === 'within' ? sql`starts_at >= ${from}` : sql`starts_at < ${from}`}), 0)::bigint`;
  return sql<Row>`
    select site_id as "siteId", ${sum('bot_visits', 'within')} as bot, ${sum('bot_visits', 'before')} as "botBefore",
           ${sum('referrals', 'within')} as referral, ${sum('referrals', 'before')} as "referralBefore",
           ${sum('conversions', 'within')} as conversion, ${sum('conversions', 'before')} as "conversionBefore"
    from site_buckets
    where site_id = any(${param('siteIds')}::text[]) and granularity = 'day'
      and starts_at >= ${timestamptz(param('before'))} and starts_at < ${timestamptz(param('until'))}
    group by site_id`;
});

/** The events of many sites in a period and in the one before, by site, without those that have none in both. */
export async function countPeriodTotals(
  db: Database,
  siteIds: readonly string[],
  { beforeMs, fromMs, untilMs }: ComparedDays,
  reader: LongReader,
): Promise<ReadonlyMap<string, PeriodTotals>> {
  const instants = {
    before: formatInstant(beforeMs),
    from: formatInstant(fromMs),
    until: formatInstant(untilMs),
  };
  const rows = await readLong(db, COUNT_PERIOD_TOTALS({ siteIds, ...instants }), reader);
  return new Map(
    rows.map(({ siteId, bot, referral, conversion, botBefore, referralBefore, conversionBefore }) => [
      siteId,
      {
        counts: { bot, referral, conversion },
        before: { bot: botBefore, referral: referralBefore, conversion: conversionBefore },
      },
    ]),
  );
}
