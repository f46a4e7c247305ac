// Converts rows to the types of the GraphQL schema.
import { type Position, encodeCursor } from './cursor.ts';
import { type BucketCounts, type DateRange, type Granularity, fillBuckets } from './dates.ts';
import { Refusal, invalidParameter } from './refusal.ts';

type NameCount = {
  readonly type: 'bot' | 'referral' | 'conversion';
  readonly name: string;
  readonly company: string;
  readonly count: number;
  readonly value: number;
};

export function toStats({ start, end }: DateRange, counts: readonly NameCount[]) {
  const bots = counts.filter(({ type }) => type === 'bot');
  const referrals = counts.filter(({ type }) => type === 'referral');
  const conversions = counts.filter(({ type }) => type === 'conversion');
  return {
    period: { start, end },
    totals: { botVisits: sum(bots), referrals: sum(referrals), conversions: sum(conversions) },
    botBreakdown: bots.map(({ name, company, count }) => ({ botName: name, botCompany: company, count })),
    referralBreakdown: referrals.map(({ name, count }) => ({ source: name, count })),
    conversionBreakdown: conversions.map(({ name, count, value }) => ({ eventName: name, count, value })),
  };
}

function sum(counts: readonly NameCount[]): number {
  return counts.reduce((total, { count }) => total + count, 0);
}

export function toTimeseries(range: DateRange, granularity: Granularity, rows: readonly BucketCounts[]) {
  const daily = granularity === 'day';
  const data = fillBuckets(range, granularity, rows).map(({ label, ...counts }) => ({
    date: daily ? label : null,
    datetime: daily ? null : label,
    ...counts,
  }));
  return { granularity: daily ? 'DAY' : 'HOUR', data };
}

export type EventRow = {
  readonly id: number;
  readonly type: 'bot' | 'referral' | 'conversion';
  readonly page_path: string;
  readonly country: string;
  readonly created_at: Date;
  readonly bot_name: string | null;
  readonly bot_company: string | null;
  readonly source: string | null;
  readonly event_name: string | null;
  readonly event_value: number | null;
};

const TYPE_NAMES = { bot: 'BotVisit', referral: 'Referral', conversion: 'Conversion' } as const;

/** A page of events, from rows with one extra row at the end. */
export function toConnection(rows: readonly EventRow[], limit: number) {
  const last = rows[limit - 1];
  const hasNextPage = rows.length > limit;
  return {
    nodes: rows.slice(0, limit).map((row) => ({
      __typename: TYPE_NAMES[row.type],
      eventId: row.id,
      type: row.type.toUpperCase(),
      pagePath: row.page_path,
      country: row.country,
      createdAt: row.created_at,
      botName: row.bot_name,
      botCompany: row.bot_company,
      source: row.source,
      eventName: row.event_name,
      eventValue: row.event_value,
    })),
    pageInfo: { hasNextPage, endCursor: last && hasNextPage ? encodeCursor(positionOf(last)) : null },
  };
}

function positionOf({ created_at, id }: EventRow): Position {
  return { createdAt: created_at, id };
}

export function parseFirst(first: number | null | undefined): number {
  const limit = first ?? 100;
  if (limit >= 1 && limit <= 1000) return limit;
  throw invalidParameter('first', String(limit), 'a whole number from 1 to 1000');
}

export function requirePro(plan: 'free' | 'pro'): void {
  if (plan === 'pro') return;
  const message =
    'Hourly granularity requires the Pro plan. Use granularity: DAY, or ask support for Pro. If you run the service yourself: site-traffic account set-plan EMAIL pro.';
  throw new Refusal('PLAN_REQUIRED', message);
}
