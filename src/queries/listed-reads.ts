import { type RawBuilder, sql } from 'kysely';
import type { Param } from '../database/statement.ts';
import { type BotParts, isOneOf } from './bot-filter.ts';
import { type Days, coveringBlocks, eventsOfLiveDays, foldedPages, pagesOfBlocks } from './blocks.ts';
import { lateBlocks, lateEventsOfBlocks } from './late-events.ts';
import { isUnusual, normalPath } from './normal-path.ts';
import { DAYS_OF_COUNT, FIRST_DAY, IS_READ, TELLS_READ_DAYS, daysBefore } from './read-days.ts';

export type Reading = Days & BotParts;

/** Which bots are counted, and whether each by itself. */
export type Readers = {
  readonly isFolded: (param: Param<BotParts>) => RawBuilder<unknown>;
  readonly isCounted: (param: Param<BotParts>) => RawBuilder<unknown>;
};

/** What is folded of all events has the visits of all bots. */
export const ALL_BOTS: Readers = { isFolded: () => sql`not by_bot`, isCounted: () => IS_READ };

export const SOME_BOTS: Readers = {
  isFolded: (param) => sql`by_bot and ${isOneOf(param, sql`name`, sql`company`)}`,
  isCounted: (param) => sql`${IS_READ} and ${isOneOf(param, sql`bot_name`, sql`bot_company`)}`,
};

/**
 * Common table expressions with `visit`: how often a page was read in a block or on a day, and on which days of it. It has
 * the pages as they were recorded.
 */
export function visits(param: Param<Reading>, { isFolded, isCounted }: Readers): RawBuilder<unknown> {
  const ofEvents = (day: RawBuilder<unknown>, events: RawBuilder<unknown>) => sql`
    select ${day} as first_day, page_path as path, count(*)::integer as visits, ${FIRST_DAY} as read_days
    from ${events} group by ${day}, page_path`;
  const columns = sql`unnest(paths) as path, unnest(visit_counts) as bots, unnest(failed_counts) as failed,
    unnest(read_days) as read_days`;
  return sql`
    ${readableBlocks(param)},
    visit as (
      select first_day, path, bots - failed as visits, ${DAYS_OF_COUNT} as read_days
      from ${pagesOfBlocks(param, columns, isFolded(param))}
      where bots > failed
      union all
      ${ofEvents(sql`live.day`, eventsOfLiveDays(param, COLUMNS_OF_VISIT, isCounted(param)))}
      union all
      ${ofEvents(sql`late.day`, lateEventsOfBlocks(isCounted(param)))}
    )`;
}

/** Common table expressions with the blocks that tell on which days a page was read, and the other days. */
export function readableBlocks(param: Param<Days>): RawBuilder<unknown> {
  return coveringBlocks(param, foldedPages(undefined, TELLS_READ_DAYS), lateBlocks(param));
}

export const COLUMNS_OF_VISIT = sql`page_path, bot_name, bot_company`;

/** Common table expressions with the pages of the site's list, `listed`, and `spelled`, as its sitemap writes them, too. */
export function listedPages(param: Param<Days>): RawBuilder<unknown> {
  return sql`
    listed as materialized (
      select (part::integer << 16) + nth as page, path, spelling, modified_on
      from (
        select part, generate_subscripts(paths, 1) as nth, unnest(paths) as path, unnest(spellings) as spelling,
               unnest(modified_on) as modified_on
        from sitemap_pages where site_id = ${param('siteId')}
      ) as of_part
    ),
    spelled as (
      select path, page, modified_on from listed
      union all
      select spelling, page, modified_on from listed where spelling is not null
    )`;
}

/**
 * The visits with the page of the list that they are of, null without one. Only a path that is not in the list as it was
 * recorded is normalised, because that takes longer.
 */
export const VISITS_OF_PAGES = sql`
  visit left join spelled as direct using (path)
  left join listed as other on other.path = case
    when direct.page is null and ${isUnusual(sql`visit.path`)} then ${normalPath(sql`visit.path`)}
  end`;

export const PAGE_OF_VISIT = sql`coalesce(direct.page, other.page)`;

const MODIFIED_ON = sql`coalesce(direct.modified_on, other.modified_on)`;

/** The days from the last change of the page to the first of these visits that came on that day or later; null without. */
export function daysToRead(modifiedOn: RawBuilder<unknown> = MODIFIED_ON): RawBuilder<unknown> {
  const since = sql`(read_days >> least(greatest(${modifiedOn} - first_day, 0), 63))`;
  return sql`case when ${modifiedOn} < first_day + 64 then greatest(first_day - ${modifiedOn}, 0) + ${daysBefore(since)} end`;
}

/** Of a page of which `is_read` tells that bots read it at all, and `days_to_read` since its change. */
export const STATE = sql`
  case when is_read is null then 'unread' when modified_on is null or days_to_read is not null then 'read' else 'stale' end`;

/** Whether a page was changed on a day of the range. */
export function isOfRange(param: Param<Days>): RawBuilder<unknown> {
  return sql`modified_on >= (${param('firstDays')}::date[])[1] and modified_on < (${param('afterDays')}::date[])[1]`;
}
