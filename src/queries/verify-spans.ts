import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import type { Drift } from './drift.ts';

/** Days of a site, from the first to before the last: `YYYY-MM-DD`, or `-infinity` and `infinity`. */
export type Span = { readonly siteId: string; readonly fromDay: string; readonly untilDay: string };

/** Compares what is counted in a span with the events, in one statement, which sees both at one moment. */
export type Comparison = (db: Kysely<Tables>, span: Span) => Promise<readonly Drift[]>;

/** What a comparison has in memory grows with the events of its span. */
const EVENTS_PER_SPAN = 25_000;

/** Spans that follow each other, of about as many events each, but for a single day with more. All time is in one of them. */
export async function findSpans(
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

/** Whether a row is of the span: by its site, and a column with its day. */
export function isOfSpan({ siteId, fromDay, untilDay }: Span, day: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(site_id = ${siteId} and ${day} >= ${fromDay}::date and ${day} < ${untilDay}::date)`;
}

/** Whether a row is of the span: by its site, and a column with its instant. */
export function isDuringSpan(
  { siteId, fromDay, untilDay }: Span,
  instant: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`(site_id = ${siteId} and ${instant} >= ${fromDay}::date::timestamp at time zone 'UTC'
    and ${instant} < ${untilDay}::date::timestamp at time zone 'UTC')`;
}
