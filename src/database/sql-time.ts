import { type Expression, type RawBuilder, sql } from 'kysely';
import { formatDate, formatInstant } from '../domain/time.ts';

/** An instant as a timestamptz. */
export function sqlInstant(ms: number): RawBuilder<string> {
  return timestamptz(sql`${formatInstant(ms)}`);
}

/** A day as a date. */
export function sqlDay(ms: number): RawBuilder<string> {
  return sqlDate(sql`${formatDate(ms)}`);
}

/** A text as a timestamptz. */
export function timestamptz(text: RawBuilder<string>): RawBuilder<string> {
  return sql<string>`${text}::timestamptz`;
}

/** A text as a date. */
export function sqlDate(text: RawBuilder<string>): RawBuilder<string> {
  return sql<string>`${text}::date`;
}

/**
 * A timestamptz as whole milliseconds since 1970, independent of the session's time zone. A double is exact for all years
 * up to 9999, and takes a third of the time of `extract`, which returns a numeric.
 */
export function epochMs(column: Expression<unknown>): RawBuilder<number> {
  return sql<number>`(date_part('epoch', ${column}) * 1000)::bigint`;
}

/** Midnight of a date as whole milliseconds since 1970. */
export function epochMsOfDay(column: Expression<unknown>): RawBuilder<number> {
  return epochMs(sql`${column}::timestamp at time zone 'UTC'`);
}
