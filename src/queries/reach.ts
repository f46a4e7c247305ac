import { sql } from 'kysely';
import type { TimeRange } from '../domain/date-range.ts';
import type { ReachSection } from '../domain/sitemap.ts';
import type { AccessibleSite } from '../domain/site.ts';
import type { Database } from '../database/database.ts';
import { readHashed } from '../database/query.ts';
import { type Param, statement } from '../database/statement.ts';
import { type BotFilter, partsOf } from './bot-filter.ts';
import { daysOf } from './blocks.ts';
import {
  ALL_BOTS,
  PAGE_OF_VISIT,
  type Readers,
  type Reading,
  SOME_BOTS,
  STATE,
  VISITS_OF_PAGES,
  daysToRead,
  listedPages,
  isOfRange,
  visits,
} from './listed-reads.ts';

const MOST_SECTIONS = 50;
const OTHER_SECTIONS = '(others)';

/** Whose visits of which days are set against the list. */
export type ReachFilter = { readonly range: TimeRange; readonly bots: BotFilter | undefined };

/** The pages of the list by section, and how soon they were read. */
export type SectionsRead = {
  readonly sections: readonly ReachSection[];
  readonly medianDaysToRead: number | null;
};

type SectionRow = ReachSection & { readonly medianDaysToRead: number | null };

/** The first segment of a path, `/` if it has none. */
const SECTION = sql`coalesce('/' || nullif(split_part(path, '/', 2), '') || '/', '/')`;

const countSections = (readers: Readers) => (_: unknown, param: Param<Reading>) => sql<SectionRow>`
  with ${visits(param, readers)},
  ${listedPages(param)},
  page as (
    select ${SECTION} as section, modified_on, days_to_read, ${STATE} as state
    from listed left join (
      select ${PAGE_OF_VISIT} as page, true as is_read, min(${daysToRead()}) as days_to_read
      from ${VISITS_OF_PAGES} group by 1
    ) as read using (page)
  ),
  section as (
    select *, row_number() over (order by pages desc, section collate "C") as nth
    from (select section, ${COUNTS} from page group by section) as counted
  )
  select case when nth <= ${sql.lit(MOST_SECTIONS)} then section else ${sql.lit(OTHER_SECTIONS)} end as path,
         sum(pages)::bigint as pages, sum(read)::bigint as read, sum(stale)::bigint as stale, sum(unread)::bigint as unread,
         (select percentile_cont(0.5) within group (order by days_to_read) filter (where ${isOfRange(param)}) from page) as "medianDaysToRead"
  from section group by 1 order by min(nth)`;

const COUNTS = sql`
  count(*) as pages, count(*) filter (where state = 'read') as read, count(*) filter (where state = 'stale') as stale,
  count(*) filter (where state = 'unread') as unread`;

const COUNT_SECTIONS = statement('count_reach_by_section', countSections(ALL_BOTS));
const COUNT_SECTIONS_OF_BOTS = statement('count_reach_of_bots_by_section', countSections(SOME_BOTS));

/** The 50 sections with most pages, most first, then all others together. */
export async function countReachBySection(
  db: Database,
  site: AccessibleSite<'view'>,
  { range, bots }: ReachFilter,
): Promise<SectionsRead> {
  const count = bots === undefined ? COUNT_SECTIONS : COUNT_SECTIONS_OF_BOTS;
  const rows = await readHashed(db, count({ ...daysOf(site.id, range), ...partsOf(bots) }), site.accountId);
  return {
    sections: rows.map(({ path, pages, read, stale, unread }) => ({ path, pages, read, stale, unread })),
    medianDaysToRead: rows[0]?.medianDaysToRead ?? null,
  };
}
