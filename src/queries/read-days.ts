import { type RawBuilder, sql } from 'kysely';
import { FAILED_FROM } from '../domain/event.ts';

/**
 * The days of a block, of at most 64, on which bots read a page, as the bits of a number: the lowest is the first day. So what
 * is shifted to the right has the days from a later one on; a sign that is shifted in only adds days above the last.
 */
export const FIRST_DAY = sql`1::bigint`;
export const NO_DAY = sql`0::bigint`;

/** Whether a bot got the page by an event, or its host did not tell. */
export const IS_READ = sql`type = 'bot' and (status is null or status < ${sql.lit(FAILED_FROM)})`;

/** What an earlier release made of several days does not tell on which of them a page was read. */
export const TELLS_READ_DAYS = sql`(days = 1 or read_days is not null)`;

/** The days on which a page was read in a block of one day, which stores no bits. */
export const DAY_OF_COUNT = sql`case when bots > failed then ${FIRST_DAY} else ${NO_DAY} end`;

/** The days on which a page was read in any block. */
export const DAYS_OF_COUNT = sql`coalesce(read_days, ${DAY_OF_COUNT})`;

/** Of the events of a page, by the columns of the events and their day. */
export function daysOfEvents(day: RawBuilder<unknown>, firstDay: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`bit_or(${shifted(FIRST_DAY, day, firstDay)}) filter (where ${IS_READ})`;
}

/** The days of a block that begins on `day`, in a longer one that began on `firstDay`. */
export function shifted(
  days: RawBuilder<unknown>,
  day: RawBuilder<unknown>,
  firstDay: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`((${days}) << (${day} - ${firstDay}))`;
}

/** How many days come before the first of these; null without any. The lowest bit is looked at by itself: no number overflows. */
export function daysBefore(days: RawBuilder<unknown>): RawBuilder<unknown> {
  const others = sql`((${days}) >> 1)`;
  return sql`case when (${days}) & 1 = 1 then 0 when (${days}) <> 0 then
    1 + bit_count((~${others} & (${others} - 1))::bit(64))::integer end`;
}

/** The last day of a visit's days. */
export const LAST_DAY = sql`first_day + 64 - position('1' in read_days::bit(64)::text)`;
