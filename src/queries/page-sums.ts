import { sql } from 'kysely';
import { FAILED_FROM } from '../domain/event.ts';

/** What is counted by page. */
export const PAGE = sql`path, bots, referrals, conversions, failed, bytes`;

/** These columns, from the arrays of site_block_pages; without the path, from events. */
export const UNFOLDED_PAGES = sql`
  unnest(paths) as path, unnest(visit_counts) as bots, unnest(referral_counts) as referrals,
  unnest(conversion_counts) as conversions, unnest(failed_counts) as failed, unnest(byte_sums) as bytes`;

export const PAGE_COUNTS = sql`
  count(*) filter (where type = 'bot') as bots, count(*) filter (where type = 'referral') as referrals,
  count(*) filter (where type = 'conversion') as conversions,
  count(*) filter (where type = 'bot' and status >= ${sql.lit(FAILED_FROM)}) as failed, sum(bytes)::bigint as bytes`;
