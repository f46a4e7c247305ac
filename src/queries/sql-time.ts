import { type Expression, type RawBuilder, sql } from 'kysely';
import { formatDate } from '../domain/time.ts';

/** An instant as a timestamptz. Years beyond 9999 lose the sign that JavaScript gives them and SQL refuses. */
export function instant(ms: number): RawBuilder<string> {
  return sql<string>`${instantText(ms)}::timestamptz`;
}

/** The text of an instant, for arrays of them. */
export function instantText(ms: number): string {
  return new Date(ms).toISOString().replace(/^\+0*/, '');
}

/** A timestamptz as whole milliseconds since 1970: the same in every session's time zone. */
export function epochMs(column: Expression<unknown>): RawBuilder<number> {
  return sql<number>`(extract(epoch from ${column}) * 1000)::bigint`;
}

/** A day as a date; the day after 9999-12-31 is one too. */
export function day(ms: number): RawBuilder<string> {
  return sql<string>`${instantText(ms).split('T')[0] ?? formatDate(ms)}::date`;
}
