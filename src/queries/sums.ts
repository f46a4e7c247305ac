import { type RawBuilder, sql } from 'kysely';

/** What is counted by day and name. */
export const NAME_SUMS = [
  'count',
  'value',
  'bytes',
  'sized',
  'failed',
  'verified',
  'outside',
  'no_list',
] as const;

/** What is counted by type of event. */
export const TYPE_SUMS = ['bot_visits', 'referrals', 'conversions'] as const;

/** The names as a list of columns. */
export function columnList(names: readonly string[]): RawBuilder<unknown> {
  return sql.join(names.map((name) => sql.ref(name)));
}

/** The sums of the columns. */
export function sums(names: readonly string[]): RawBuilder<unknown> {
  return sql.join(names.map((name) => sql`sum(${sql.ref(name)})`));
}
