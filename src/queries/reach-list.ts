import { sql } from 'kysely';
import type { PageVisits, ReachPage, ReachState } from '../domain/sitemap.ts';
import type { AccessibleSite } from '../domain/site.ts';
import type { Database } from '../database/database.ts';
import { rowsOf, selectColumns } from '../database/columns.ts';
import { readHashed } from '../database/query.ts';
import { type Param, statement } from '../database/statement.ts';
import { partsOf } from './bot-filter.ts';
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
  visits,
} from './listed-reads.ts';
import { isUnusual, normalPath } from './normal-path.ts';
import { isFound } from './path-search.ts';
import type { ReachFilter } from './reach.ts';
import { LAST_DAY } from './read-days.ts';

type ListValues = Reading & {
  readonly state: ReachState;
  /** The UTF-8 bytes in hexadecimal. */
  readonly search: string | undefined;
  readonly afterPath: string | undefined;
  readonly limit: number;
};

const listPages = (readers: Readers) => (_: unknown, param: Param<ListValues>) =>
  selectColumns(
    sql<ReachPage>`
      with ${visits(param, readers)},
      ${listedPages(param)},
      page as (
        select path, modified_on, coalesce(visits, 0) as visits, last_read_on, ${STATE} as state
        from listed left join (
          select ${PAGE_OF_VISIT} as page, true as is_read, min(${daysToRead()}) as days_to_read, sum(visits) as visits,
                 max(${LAST_DAY}) as last_read_on
          from ${VISITS_OF_PAGES} group by 1
        ) as read using (page)
      )
      select path as "pagePath", modified_on::text as "modifiedOn", last_read_on::text as "lastReadOn",
             visits::bigint as visits
      from page
      where state = ${param('state')}::text and ${isFound(param)}
        and (${param('afterPath')}::text is null or path collate "C" > ${param('afterPath')}::text)
      order by path collate "C" limit ${param('limit')}`,
    ['pagePath', 'modifiedOn', 'lastReadOn', 'visits'],
  );

const LIST_PAGES = statement('list_reach', listPages(ALL_BOTS));
const LIST_PAGES_OF_BOTS = statement('list_reach_of_bots', listPages(SOME_BOTS));

export type ReachListing = ReachFilter & {
  readonly state: ReachState;
  /** A part of the path, as stored or as percent-decoded; undefined for all pages. */
  readonly search: string | undefined;
  /** The last page of the list before; undefined for its start. */
  readonly after: string | undefined;
  readonly limit: number;
};

/** The pages of the list that are in this state, by path in code point order. */
export async function listReach(
  db: Database,
  site: AccessibleSite<'view'>,
  { range, bots, state, search, after, limit }: ReachListing,
): Promise<readonly ReachPage[]> {
  const list = bots === undefined ? LIST_PAGES : LIST_PAGES_OF_BOTS;
  const values = {
    ...daysOf(site.id, range),
    ...partsOf(bots),
    ...{ state, afterPath: after, limit },
    search: search === undefined ? undefined : Buffer.from(search).toString('hex'),
  };
  return rowsOf(await readHashed(db, list(values), site.accountId));
}

/** Pages are counted as they were recorded before they are normalised: each once. */
const listUnlistedPages =
  (readers: Readers) => (_: unknown, param: Param<Reading & { limit: number }>) => sql<PageVisits>`
  with ${visits(param, readers)},
  ${listedPages(param)},
  recorded as (
    select visit.path, sum(visits) as visits
    from visit left join spelled as direct using (path) where direct.page is null
    group by visit.path
  ),
  page as (
    select path, sum(visits)::bigint as visits
    from (
      select case when ${isUnusual(sql`path`)} then ${normalPath(sql`path`)} else path end as path, visits from recorded
    ) as normal
    group by path
  )
  select path as "pagePath", visits
  from page left join listed using (path) where page is null
  order by visits desc, path collate "C" limit ${param('limit')}`;

const LIST_UNLISTED = statement('list_unlisted_pages', listUnlistedPages(ALL_BOTS));
const LIST_UNLISTED_OF_BOTS = statement('list_unlisted_pages_of_bots', listUnlistedPages(SOME_BOTS));

/** The pages that are not in the list, those with most visits first, then by path. */
export async function listUnlisted(
  db: Database,
  site: AccessibleSite<'view'>,
  { range, bots }: ReachFilter,
  limit: number,
): Promise<readonly PageVisits[]> {
  const list = bots === undefined ? LIST_UNLISTED : LIST_UNLISTED_OF_BOTS;
  const values = { ...daysOf(site.id, range), ...partsOf(bots), limit };
  return readHashed(db, list(values), site.accountId);
}

type StateValues = Reading & { readonly paths: readonly string[] };

/** Only the visits of these pages are set against the list, but all are looked up. */
const findStates = (readers: Readers) => (_: unknown, param: Param<StateValues>) => sql<{
  readonly path: string;
  readonly state: ReachState;
}>`
  with ${visits(param, readers)},
  ${listedPages(param)},
  asked as materialized (
    select recorded, case when ${isUnusual(sql`recorded`)} then ${normalPath(sql`recorded`)} else recorded end as path
    from unnest(${param('paths')}::text[]) as recorded
  ),
  read as (
    select ${PAGE_OF_VISIT} as page, true as is_read, min(${daysToRead()}) as days_to_read
    from ${VISITS_OF_PAGES} group by 1
  )
  select recorded as path, ${STATE} as state
  from asked join listed using (path) left join read using (page)`;

const FIND_STATES = statement('find_sitemap_states', findStates(ALL_BOTS));
const FIND_STATES_OF_BOTS = statement('find_sitemap_states_of_bots', findStates(SOME_BOTS));

/** The states of pages, as they were recorded, by their paths; without those that are not in the list. */
export async function findSitemapStates(
  db: Database,
  site: AccessibleSite<'view'>,
  { range, bots }: ReachFilter,
  paths: readonly string[],
): Promise<ReadonlyMap<string, ReachState>> {
  const find = bots === undefined ? FIND_STATES : FIND_STATES_OF_BOTS;
  const rows = await readHashed(
    db,
    find({ ...daysOf(site.id, range), ...partsOf(bots), paths }),
    site.accountId,
  );
  return new Map(rows.map(({ path, state }) => [path, state]));
}
