import { type RawBuilder, sql } from 'kysely';
import { MOST_BYTES } from '../domain/bot-facts.ts';
import { FAILED_FROM } from '../domain/event.ts';

/** What is counted by day and name. */
export const NAME_SUMS = [
  'count',
  'value',
  'bytes',
  'sized',
  'failed',
  'signed',
  'verified',
  'outside',
  'no_list',
] as const;

/** What is counted by type of event. */
export const TYPE_SUMS = ['bot_visits', 'referrals', 'conversions'] as const;

/** These columns, from events. */
export const TYPE_COUNTS = sql`
  count(*) filter (where type = 'bot') as bot_visits, count(*) filter (where type = 'referral') as referrals,
  count(*) filter (where type = 'conversion') as conversions`;

/** What is counted by verdict, from events; a release before signatures reads a signed visit as one of an unknown address. */
export const VERDICT_COUNTS = sql`
  count(*) filter (where signature = 'signed') as signed, count(*) filter (where verdict = 'verified') as verified,
  count(*) filter (where verdict = 'outside') as outside, count(*) filter (where verdict = 'no-list') as no_list`;

/** What is counted by page. */
export const PAGE = sql`path, bots, referrals, conversions, failed, bytes`;

/** The arrays of site_block_pages: an element for each page. */
export const PAGE_ARRAYS = sql`paths, visit_counts, referral_counts, conversion_counts, failed_counts, byte_sums`;

/** What is counted by page, from those arrays; without the path, from events. */
export const UNFOLDED_PAGES = sql`
  unnest(paths) as path, unnest(visit_counts) as bots, unnest(referral_counts) as referrals,
  unnest(conversion_counts) as conversions, unnest(failed_counts) as failed, unnest(byte_sums) as bytes`;

export const PAGE_COUNTS = sql`
  count(*) filter (where type = 'bot') as bots, count(*) filter (where type = 'referral') as referrals,
  count(*) filter (where type = 'conversion') as conversions,
  count(*) filter (where type = 'bot' and status >= ${sql.lit(FAILED_FROM)}) as failed, sum(bytes)::bigint as bytes`;

/** The sum of sizes that is shown. Null stays null, which `least` would skip. */
export function shownBytes(bytes: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when ${bytes} > ${sql.lit(MOST_BYTES)} then ${sql.lit(MOST_BYTES)} else ${bytes} end::bigint`;
}

/** The names as a list of columns. */
export function columnList(names: readonly string[]): RawBuilder<unknown> {
  return sql.join(names.map((name) => sql.ref(name)));
}

/** The sums of the columns. */
export function sums(names: readonly string[]): RawBuilder<unknown> {
  return sql.join(names.map((name) => sql`sum(${sql.ref(name)})`));
}
