import { type RawBuilder, sql } from 'kysely';
import type { TimeRange } from '../domain/date-range.ts';
import { DAY_MS } from '../domain/time.ts';
import type { Param } from '../database/statement.ts';
import type { Days } from './blocks.ts';
import { columnList } from './sums.ts';

/** The rows of the valid blocks, and of the days that are in none, with the `nth` of their span. */
export function namesInBlocks(param: Param<Days>, sums: readonly string[]): RawBuilder<unknown> {
  const counted = sql`type, name, company, ${columnList(sums)}`;
  return sql`
    select nth, ${counted} from block cross join lateral (
      select ${counted} from site_block_names
      where site_id = ${param('siteId')} and first_day = block.first_day and days = block.days
      offset 0
    ) as of_block
    union all
    select nth, ${counted} from live cross join lateral (
      select ${counted} from site_days where site_id = ${param('siteId')} and day = live.day
      offset 0
    ) as of_day`;
}

/** In a shorter span there are too few blocks to be worth looking for. */
const FEWEST_DAYS = 16;

/** Whether names are counted in blocks. */
export function useBlocks(spans: readonly TimeRange[]): boolean {
  return spans.some((span) => daysIn([span]) >= FEWEST_DAYS);
}

/** The cost is days times names where there are no blocks; more days than this are a long read. */
const SHORT_READ_DAYS = 100;

export function isShortRead(spans: readonly TimeRange[]): boolean {
  return daysIn(spans) <= SHORT_READ_DAYS;
}

function daysIn(spans: readonly TimeRange[]): number {
  return spans.reduce((days, { fromMs, untilMs }) => days + (untilMs - fromMs) / DAY_MS, 0);
}
