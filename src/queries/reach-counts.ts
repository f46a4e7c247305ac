import { type RawBuilder, sql } from 'kysely';
import type { ReachCount } from '../domain/sitemap.ts';
import type { AccessibleSite } from '../domain/site.ts';
import type { Database } from '../database/database.ts';
import { readHashed } from '../database/query.ts';
import { type Param, statement } from '../database/statement.ts';
import { partsOf } from './bot-filter.ts';
import { daysOf, eventsOfLiveDays, pagesOfBlocks } from './blocks.ts';
import { lateEventsOfBlocks } from './late-events.ts';
import {
  COLUMNS_OF_VISIT,
  type Reading,
  SOME_BOTS,
  daysToRead,
  isOfRange,
  listedPages,
  readableBlocks,
} from './listed-reads.ts';
import { isUnusual, normalPath } from './normal-path.ts';
import type { ReachFilter } from './reach.ts';
import { DAY_OF_COUNT, FIRST_DAY } from './read-days.ts';

/** The companies of the bots that the catalogue has; those of others are as they were recorded. */
export type CompanyOfBot = ReadonlyMap<string, string>;

export type ReadersOfPages = {
  readonly bots: readonly ReachCount[];
  readonly companies: readonly ReachCount[];
};

type Values = Reading & { readonly knownBots: readonly string[]; readonly knownCompanies: readonly string[] };

type Row = ReachCount & { readonly isBot: boolean };

/** Of pages, by the days to the first read since each was changed: 0 if it never was, null if it was not read since. */
const IS_WAIT = sql`is_changed and days is not null`;

/**
 * What the bots of a company read is looked through once, for the bots and the company. A bot that was recorded with several
 * companies is looked at by itself.
 */
const COUNT_READERS = statement(
  'count_reach_by_bot_and_company',
  (_, param: Param<Values>) => sql<Row>`
    with ${pagesOfBots(param)},
    ${listedPages(param)},
    ${respelled(param)},
    shared_bot as (select bot from pages_of_bot group by bot having count(distinct company) > 1),
    readers as (
      select distinct company, null as shared_bot from pages_of_bot
      union all
      select null, bot from shared_bot
    ),
    pages_by_days as (
      select of_readers.bot is not null as is_bot, coalesce(of_readers.bot, company) as name, days, is_changed, pages
      from readers cross join lateral (
        select bot, days, ${isOfRange(param)} as is_changed, count(*) as pages
        from (
          select bot, page, max(modified_on) as modified_on,
                 min(case when modified_on is null then 0 else ${daysToRead(sql`modified_on`)} end) as days
          from (
            select bot, first_day, unnest(paths) as path, unnest(read_days) as read_days
            from pages_of_bot where company = readers.company or bot = readers.shared_bot
          ) as visit join respelled using (path)
          where read_days <> 0
          group by grouping sets ((bot, page), page)
        ) as page
        group by 1, 2, 3
      ) as of_readers
      where case when of_readers.bot is null then company is not null
                 else company is null or of_readers.bot not in (select bot from shared_bot) end
    ),
    summed as (
      select *, (sum(pages) filter (where ${IS_WAIT}) over (partition by is_bot, name order by days))::bigint as until,
             (sum(pages) filter (where ${IS_WAIT}) over (partition by is_bot, name))::bigint as changed
      from pages_by_days
    )
    select is_bot as "isBot", name, coalesce(sum(pages) filter (where days is not null), 0)::bigint as read,
           coalesce(sum(pages) filter (where days is null), 0)::bigint as stale,
           (min(days) filter (where until >= (changed + 1) / 2) + min(days) filter (where until > changed / 2))
             / 2::double precision as "medianDaysToRead"
    from summed group by is_bot, name
    order by read desc, stale desc, name collate "C"`,
);

/** A common table expression with what bots read in blocks and on days, as arrays, after those of the blocks. */
function pagesOfBots(param: Param<Values>): RawBuilder<unknown> {
  const ofEvents = (day: RawBuilder<unknown>, events: RawBuilder<unknown>) => sql`
    select bot_name, bot_company, ${day}, true, array_agg(distinct page_path),
           array_fill(${FIRST_DAY}, array[count(distinct page_path)::integer])
    from ${events} group by bot_name, bot_company, ${day}`;
  return sql`
    ${readableBlocks(param)},
    known (name, known_company) as (
      select unnest(${param('knownBots')}::text[]), unnest(${param('knownCompanies')}::text[])
    ),
    pages_of_bot as materialized (
      select bot, coalesce(known_company, recorded.company) as company, first_day, paths, read_days, is_of_events
      from (
        select name as bot, company, first_day, false as is_of_events, paths, coalesce(read_days, (
          select array_agg(${DAY_OF_COUNT}) from unnest(visit_counts, failed_counts) as count (bots, failed)
        )) as read_days
        from ${pagesOfBlocks(
          param,
          sql`name, company, paths, visit_counts, failed_counts, read_days`,
          SOME_BOTS.isFolded(param),
        )}
        union all
        ${ofEvents(sql`live.day`, eventsOfLiveDays(param, COLUMNS_OF_VISIT, SOME_BOTS.isCounted(param)))}
        union all
        ${ofEvents(sql`late.day`, lateEventsOfBlocks(SOME_BOTS.isCounted(param)))}
      ) as recorded left join known on known.name = bot
    )`;
}

/** `spelled`, with the paths under which these pages were recorded besides: each is normalised once, and not for each bot. */
function respelled(param: Param<Values>): RawBuilder<unknown> {
  return sql`
    respelled as materialized (
      select path, page, modified_on from spelled
      union all
      select recorded.path, listed.page, listed.modified_on
      from (
        select distinct path from (
          select unnest(paths) as path from ${pagesOfBlocks(param, sql`paths`, sql`not by_bot`)}
          union all
          select unnest(paths) from pages_of_bot where is_of_events
        ) as of_array
        where ${isUnusual(sql`path`)}
      ) as recorded left join spelled using (path) join listed
        on listed.path = case when spelled.page is null then ${normalPath(sql`recorded.path`)} end
    )`;
}

/** What each bot and company read, those that read most first. */
export async function countReaders(
  db: Database,
  site: AccessibleSite<'view'>,
  { range, bots }: ReachFilter,
  companyOf: CompanyOfBot,
): Promise<ReadersOfPages> {
  const rows = await readHashed(
    db,
    COUNT_READERS({
      ...daysOf(site.id, range),
      ...partsOf(bots),
      knownBots: [...companyOf.keys()],
      knownCompanies: [...companyOf.values()],
    }),
    site.accountId,
  );
  const of = (isBot: boolean) => rows.filter((row) => row.isBot === isBot).map(countOf);
  return { bots: of(true), companies: of(false) };
}

function countOf({ name, read, stale, medianDaysToRead: median }: Row): ReachCount {
  return { name, read, stale, medianDaysToRead: median };
}
