import { type RawBuilder, sql } from 'kysely';
import type { TimeRange } from '../domain/date-range.ts';
import type { PageCount, PageOrder, PagePosition } from '../domain/page-count.ts';
import type { AccessibleSite } from '../domain/site.ts';
import { formatInstant } from '../domain/time.ts';
import type { Readable } from '../database/at-one-moment.ts';
import { rowsOf, selectColumns } from '../database/columns.ts';
import { read, readLong } from '../database/query.ts';
import { timestamptz } from '../database/sql-time.ts';
import { type Param, statement } from '../database/statement.ts';
import {
  type Days,
  coveringBlocks,
  daysOf,
  eventsOfLiveDays,
  foldedPages,
  isOfLiveDay,
  pagesOfBlocks,
} from './blocks.ts';
import { type BotFilter, type BotParts, isOneOf, partsOf } from './bot-filter.ts';
import { lateBlocks, lateEventsOfBlocks } from './late-events.ts';
import { isFound } from './path-search.ts';
import { FEWEST_PARTS, IS_NO_PART, IS_PART, LIST_PART_OF_PATH, LIST_PART_OF_ROW } from './page-parts.ts';
import { PAGE, PAGE_ARRAYS, PAGE_COUNTS, UNFOLDED_PAGES, shownBytes } from './sums.ts';

/** The counts of upkeep, with the events that they lack: as one list, or part by part; or events alone. */
export type PageSource = 'folded' | 'parts' | 'live';

export type PageFilter = {
  readonly source: PageSource;
  readonly range: TimeRange;
  readonly orderBy: PageOrder;
  /** A part of the path, as stored or as percent-decoded; undefined for all pages. */
  readonly search: string | undefined;
  /** Only the visits of these bots count; undefined for all events. */
  readonly bots: BotFilter | undefined;
  /** The last page of the list before; undefined for its start. */
  readonly after: PagePosition | undefined;
  readonly limit: number;
};

type Values = Days &
  BotParts & {
    readonly from: string;
    readonly until: string;
    readonly orderBy: PageOrder;
    /** The UTF-8 bytes in hexadecimal. */
    readonly search: string | undefined;
    readonly afterCount: number | undefined;
    readonly afterPath: string | undefined;
    readonly limit: number;
  };

type Selection = {
  readonly isFolded: (param: Param<Values>) => RawBuilder<unknown>;
  readonly isCounted: (param: Param<Values>) => RawBuilder<unknown>;
};

const ALL: Selection = { isFolded: () => sql`not by_bot`, isCounted: () => sql`true` };

const OF_BOTS: Selection = {
  isFolded: (param) => sql`by_bot and ${isOneOf(param, sql`name`, sql`company`)}`,
  isCounted: (param) => sql`type = 'bot' and ${isOneOf(param, sql`bot_name`, sql`bot_company`)}`,
};

const SUMS_OF_PAGE = sql`
  path, sum(bots) as bots, coalesce(sum(referrals), 0) as referrals, coalesce(sum(conversions), 0) as conversions,
  sum(failed) as failed, ${shownBytes(sql`sum(bytes)`)} as bytes`;

/** By their source. */
const COUNT_BY_PAGE = {
  folded: listing('count_by_page', foldedAndLive(ALL)),
  parts: listing('count_by_page_in_parts', partByPart(ALL)),
  live: listing('count_by_page_live', liveAlone(ALL)),
};

const COUNT_BY_PAGE_OF_BOTS = {
  folded: listing('count_by_page_of_bots', foldedAndLive(OF_BOTS)),
  parts: listing('count_by_page_of_bots_in_parts', partByPart(OF_BOTS)),
  live: listing('count_by_page_of_bots_live', liveAlone(OF_BOTS)),
};

function foldedAndLive({ isFolded, isCounted }: Selection): (param: Param<Values>) => RawBuilder<unknown> {
  return (param) => sql`
    ${coveringBlocks(param, foldedPages(), lateBlocks(param))},
    page as (
      select ${SUMS_OF_PAGE}
      from (
        select ${PAGE} from ${pagesOfBlocks(param, UNFOLDED_PAGES, isFolded(param))}
        union all
        select page_path, ${PAGE_COUNTS} from ${eventsOfLiveDays(param, sql`page_path, type, status, bytes`, isCounted(param))}
        group by page_path
        union all
        select page_path, ${PAGE_COUNTS} from ${lateEventsOfBlocks(isCounted(param))}
        group by page_path
      ) as sums group by path
    )`;
}

/**
 * All counts of a page are in one part. What is not folded in parts is divided into them, one row or day at a time. Of all
 * pages only the count that they are sorted by is added up, and the others of those that are listed.
 */
function partByPart({ isFolded, isCounted }: Selection): (param: Param<Values>) => RawBuilder<unknown> {
  const divided = (pages: RawBuilder<unknown>) => sql`lateral (
    select ${LIST_PART_OF_PATH} as part, array_agg(path) as paths, array_agg(bots::integer) as visit_counts,
           array_agg(referrals::integer) as referral_counts, array_agg(conversions::integer) as conversion_counts,
           array_agg(failed::integer) as failed_counts, array_agg(bytes) as byte_sums
    from (${pages}) as page group by 1
  ) as divided`;
  return (param) => sql`
    ${coveringBlocks(param, foldedPages(), lateBlocks(param))},
    in_part as materialized (
      select ${LIST_PART_OF_ROW} as part, ${PAGE_ARRAYS}
      from ${pagesOfBlocks(param, sql`part, ${PAGE_ARRAYS}`, sql`${IS_PART} and ${isFolded(param)}`)}
      union all
      select divided.*
      from ${pagesOfBlocks(param, PAGE_ARRAYS, sql`${IS_NO_PART} and ${isFolded(param)}`)}
      cross join ${divided(sql`select ${UNFOLDED_PAGES}`)}
      union all
      select divided.*
      from live cross join ${divided(sql`
        select page_path as path, ${PAGE_COUNTS} from events
        where ${isOfLiveDay(param)} and ${isCounted(param)} group by page_path`)}
      union all
      select divided.*
      from ${divided(sql`
        select page_path as path, ${PAGE_COUNTS} from ${lateEventsOfBlocks(isCounted(param))} group by page_path`)}
    ),
    listed as materialized (
      select path from generate_series(0, ${sql.lit(FEWEST_PARTS - 1)}) as list (part) cross join lateral (
        select * from (
          select path, coalesce(sum(count), 0) as ordered_by
          from (
            select unnest(paths) as path, unnest(${countsOfOrder(param)}) as count from in_part
            where in_part.part = list.part
          ) as counts
          group by path
        ) as of_part
        where ${isFound(param)} and ${isAfter(param)}
        order by ordered_by desc, path collate "C"
        limit ${param('limit')}
      ) as first_of_part
      order by ordered_by desc, path collate "C"
      limit ${param('limit')}
    ),
    page as (
      select ${SUMS_OF_PAGE} from (select ${UNFOLDED_PAGES} from in_part) as sums
      where path in (select path from listed)
      group by path
    )`;
}

/** One range of events is counted in half the time of its days one by one, since it can be read in parallel. */
function liveAlone({ isCounted }: Selection): (param: Param<Values>) => RawBuilder<unknown> {
  return (param) => sql`
    page as (
      select page_path as path, ${PAGE_COUNTS} from events
      where site_id = ${param('siteId')} and created_at >= ${timestamptz(param('from'))}
        and created_at < ${timestamptz(param('until'))} and ${isCounted(param)}
      group by page_path
    )`;
}

function listing(name: string, pages: (param: Param<Values>) => RawBuilder<unknown>) {
  return statement(name, (_, param: Param<Values>) =>
    selectColumns(
      sql<PageCount>`
          with ${pages(param)}
          select path as "pagePath", bots as "botVisits", referrals, conversions, failed,
                 ${shownBytes(sql.ref('bytes'))} as bytes
          from (select *, ${orderedBy(param)} as ordered_by from page where ${isFound(param)}) as ordered
          where ${isAfter(param)}
          order by ordered_by desc, path collate "C"
          limit ${param('limit')}`,
      ['pagePath', 'botVisits', 'referrals', 'conversions', 'failed', 'bytes'],
    ),
  );
}

function orderedBy(param: Param<Values>): RawBuilder<unknown> {
  return sql`case ${param('orderBy')}::text when 'referrals' then referrals when 'conversions' then conversions
    when 'failed' then failed else bots end`;
}

/** The array of `orderedBy`. */
function countsOfOrder(param: Param<Values>): RawBuilder<unknown> {
  return sql`case ${param('orderBy')}::text when 'referrals' then referral_counts when 'conversions' then conversion_counts
    when 'failed' then failed_counts else visit_counts end`;
}

function isAfter(param: Param<Values>): RawBuilder<unknown> {
  const count = sql`${param('afterCount')}::bigint`;
  return sql`(${count} is null or ordered_by < ${count}
    or ordered_by = ${count} and path collate "C" > ${param('afterPath')}::text)`;
}

/** Decides only how to count: a fold that comes or goes meanwhile makes no difference to the counts. */
const FIND_FOLDED = statement(
  'find_folded',
  (_, param: Param<Days>) => sql<{ readonly isFolded: boolean; readonly isInParts: boolean }>`
    select count(*) > 0 as "isFolded", coalesce(bool_or(${IS_PART}), false) as "isInParts" from site_block_pages
    where site_id = ${param('siteId')} and not by_bot and first_day >= (${param('firstDays')}::date[])[1]
      and first_day < (${param('afterDays')}::date[])[1]`,
);

/** How the pages of a range are counted fastest. Each way counts the same. */
export async function findPageSource(
  db: Readable,
  site: AccessibleSite<'view'>,
  range: TimeRange,
): Promise<PageSource> {
  const [found] = await read(db, FIND_FOLDED(daysOf(site.id, range)));
  if (found?.isFolded !== true) return 'live';
  return found.isInParts ? 'parts' : 'folded';
}

/** The pages with events of the range, largest count first, then by path in code point order; at most `limit`. */
export async function countByPage(
  db: Readable,
  site: AccessibleSite<'view'>,
  { source, range, orderBy, search, bots, after, limit }: PageFilter,
): Promise<readonly PageCount[]> {
  const count = bots === undefined ? COUNT_BY_PAGE : COUNT_BY_PAGE_OF_BOTS;
  const listed = await readLong(
    db,
    count[source]({
      ...daysOf(site.id, range),
      from: formatInstant(range.fromMs),
      until: formatInstant(range.untilMs),
      orderBy,
      search: search === undefined ? undefined : Buffer.from(search).toString('hex'),
      ...partsOf(bots),
      afterCount: after?.count,
      afterPath: after?.pagePath,
      limit,
    }),
    site.accountId,
  );
  return rowsOf(listed);
}
