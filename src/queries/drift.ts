import { sql } from 'kysely';
import { FAILED_FROM } from '../domain/event.ts';
import { VERDICT_COUNTS } from './sums.ts';

/** A rollup key whose counts differ from those of the events. */
export type Drift = {
  readonly rollup:
    | 'site_days'
    | 'site_statuses'
    | 'site_countries'
    | 'site_buckets'
    | 'site_block_names'
    | 'site_block_statuses'
    | 'site_block_pages';
  /** The day it belongs to, or the first of its days, `YYYY-MM-DD`. */
  readonly day: string;
  /** What it counts, in words: the day or hour, and what else it is counted by. */
  readonly key: string;
  readonly counted: string;
  readonly rolledUp: string;
};

/** The columns of a key of site_days, from events. */
export const NAME_KEY = sql`
  type, coalesce(bot_name, source, event_name) as name, coalesce(bot_company, sent_by, '') as company`;

/** What site_days counts, from events. */
export const NAME_COUNTS = sql`
  count(*) as count, coalesce(sum(event_value), 0) as value, coalesce(sum(bytes), 0) as bytes, count(bytes) as sized,
  count(*) filter (where type = 'bot' and status >= ${sql.lit(FAILED_FROM)}) as failed,
  ${VERDICT_COUNTS}`;

/** Both sides of a difference; what is known of the visits is told only where it differs. */
export const NAME_DIFFERENCE = sql`
  concat_ws(' with ', coalesce(c.counts, '0 worth 0'), case when c.facts <> r.facts then c.facts end) as counted,
  concat_ws(' with ', coalesce(r.counts, '0 worth 0'), case when c.facts <> r.facts then r.facts end) as "rolledUp"`;

export const COUNT_AND_VALUE = sql`concat_ws(' worth ', count, trim_scale(value))`;

export const FACTS = sql`concat(bytes, ' bytes of ', sized, ', ', failed, ' failed, ', signed, ' signed, ', verified, ' verified, ', outside,
  ' outside, ', no_list, ' without a list')`;
