import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { Drift } from './drift.ts';

/** Days of a site, from the first to before the last: `YYYY-MM-DD`, or `-infinity` and `infinity`. */
export type Span = { readonly siteId: string; readonly fromDay: string; readonly untilDay: string };

/** Compares what is counted in a span with the events, in one statement, which sees both at one moment. */
export type Comparison = (db: Kysely<Tables>, span: Span) => Promise<readonly Drift[]>;

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
