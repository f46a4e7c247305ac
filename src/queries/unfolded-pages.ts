import { sql } from 'kysely';
import type { TimeRange } from '../domain/date-range.ts';
import type { Database } from '../database/database.ts';
import { readLong } from '../database/query.ts';
import { epochMsOfDay } from '../database/sql-time.ts';
import { type Param, statement } from '../database/statement.ts';
import {
  LONGER_THAN_A_DAY,
  type BlockCount,
  type Days,
  daysOf,
  foldedPages,
  missingBlocks,
} from './blocks.ts';
import { TELLS_READ_DAYS } from './read-days.ts';

/** A day and its events. */
export type DayCount = { readonly dayMs: number; readonly events: number };

type Fewest = { readonly fewest: number };

/** What an earlier release folded is folded again. */
const FINDS_LATE_EVENTS = sql`last_id is not null`;

const FIND_UNFOLDED_DAYS = statement(
  'find_unfolded_days',
  (_, param: Param<Days & Fewest>) => sql<DayCount>`
    with ${missingBlocks(param, foldedPages([1], FINDS_LATE_EVENTS))}
    select ${epochMsOfDay(sql.ref('first_day'))} as "dayMs", events::bigint as events
    from missing order by first_day desc`,
);

/** The days, newest first, with at least `fewest` events, whose pages are not folded, or not with all events. */
export async function findUnfoldedDays(
  db: Database,
  siteId: string,
  range: TimeRange,
  fewest: number,
): Promise<readonly DayCount[]> {
  return readLong(db, FIND_UNFOLDED_DAYS({ ...daysOf(siteId, range), fewest }), 'service');
}

const IS_OF_THIS_RELEASE = sql`${FINDS_LATE_EVENTS} and ${TELLS_READ_DAYS}`;

const FIND_UNFOLDED_BLOCKS = statement(
  'find_unfolded_blocks',
  (_, param: Param<Days & Fewest>) => sql<BlockCount>`
    with ${missingBlocks(param, foldedPages(LONGER_THAN_A_DAY, IS_OF_THIS_RELEASE))}
    select ${epochMsOfDay(sql.ref('first_day'))} as "firstMs", days, events::bigint as events
    from missing order by days, first_day desc`,
);

/** The blocks of the range, short ones first, with at least `fewest` events, whose pages are not folded, or not all. */
export async function findUnfoldedBlocks(
  db: Database,
  siteId: string,
  range: TimeRange,
  fewest: number,
): Promise<readonly BlockCount[]> {
  return readLong(db, FIND_UNFOLDED_BLOCKS({ ...daysOf(siteId, range), fewest }), 'service');
}
