import { type Transaction, sql } from 'kysely';
import type { TimeRange } from '../domain/date-range.ts';
import { OTHER_ROBOTS, type RobotCount } from '../domain/robot-count.ts';
import type { AccessibleSite } from '../domain/site.ts';
import { LATEST_MS, formatDate, formatInstant } from '../domain/time.ts';
import type { Database } from '../database/database.ts';
import type { Readable } from '../database/at-one-moment.ts';
import { execute, readLong } from '../database/query.ts';
import { epochMs, sqlDate } from '../database/sql-time.ts';
import { type Param, statement } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';

/** So many have counts of their own on a day of a site. */
export const MOST_OF_A_DAY = 200;

const LOCK_ROBOTS = statement(
  'lock_robots',
  (_, param: Param<{ siteId: string }>) =>
    sql`select pg_advisory_xact_lock(hashtextextended('robots ' || ${param('siteId')}, 0))`,
);

type RobotColumns = {
  readonly siteId: string;
  readonly days: readonly string[];
  readonly tokens: readonly string[];
  readonly visits: readonly number[];
  readonly firsts: readonly string[];
  readonly lasts: readonly string[];
};

/** Of those that are new on a day, the ones with most visits get what room there is. */
const ADD_TO_ROBOTS = statement('add_to_robots', (_, param: Param<RobotColumns>) => {
  const others = sql.lit(OTHER_ROBOTS);
  return sql`
    with noted as (
      select * from unnest(
        ${param('days')}::date[], ${param('tokens')}::text[], ${param('visits')}::bigint[],
        ${param('firsts')}::timestamptz[], ${param('lasts')}::timestamptz[]
      ) as noted (day, token, visits, first_seen_at, last_seen_at)
    ), looked_up as (
      select noted.*, token = ${others} or exists (
        select from unlisted_robots as known
        where site_id = ${param('siteId')} and known.day = noted.day and known.token = noted.token
        offset 0
      ) as has_room, (
        select count(*) from unlisted_robots as known
        where site_id = ${param('siteId')} and known.day = noted.day and known.token <> ${others}
        offset 0
      ) as taken
      from noted
    ), placed as (
      select *, row_number() over (partition by day, has_room order by visits desc, token) as nth from looked_up
    )
    insert into unlisted_robots (site_id, day, token, visits, first_seen_at, last_seen_at)
    select site_id, day, case when has_room or nth + taken <= ${sql.lit(MOST_OF_A_DAY)} then token else ${others} end,
           sum(visits), min(first_seen_at), max(last_seen_at)
    from placed_sites cross join placed
    where site_id = ${param('siteId')}
    group by 1, 2, 3
    order by 2, 3
    on conflict (site_id, day, token)
    do update set visits = unlisted_robots.visits + excluded.visits,
                  first_seen_at = least(unlisted_robots.first_seen_at, excluded.first_seen_at),
                  last_seen_at = greatest(unlisted_robots.last_seen_at, excluded.last_seen_at)`;
});

/** Adds counts of robots, each day and token once, in a transaction that shares the site (`shareSite`). */
export async function addRobotCounts(
  tx: Transaction<Tables>,
  siteId: string,
  robots: readonly RobotCount[],
): Promise<void> {
  if (robots.length === 0) return;
  // so that no two find the same room
  await execute(tx, LOCK_ROBOTS({ siteId }));
  const columns = {
    siteId,
    days: robots.map(({ dayMs }) => formatDate(dayMs)),
    tokens: robots.map(({ token }) => token),
    visits: robots.map(({ visits }) => visits),
    firsts: robots.map(({ firstMs }) => formatInstant(firstMs)),
    lasts: robots.map(({ lastMs }) => formatInstant(lastMs)),
  };
  await execute(tx, ADD_TO_ROBOTS(columns));
}

/** A robot that the catalogue does not have, and its requests in a range of days. */
export type CountedRobot = {
  readonly token: string;
  readonly visits: number;
  /** On any day. */
  readonly firstSeenMs: number;
  readonly lastSeenMs: number;
};

/** So many are listed; the rest are added to `OTHER_ROBOTS`. */
export const MOST_LISTED = 1_000;

type Days = { readonly siteId: string; readonly firstDay: string; readonly afterDay: string };

/** All days of the site are read: at most 200 rows of each. */
const LIST_ROBOTS = statement(
  'list_robots',
  (_, param: Param<Days>) => sql<CountedRobot>`
    with robots as (
      select token, first_seen_at, last_seen_at, visits,
             row_number() over (order by (token = ${sql.lit(OTHER_ROBOTS)}), visits desc, token collate "C") as nth
      from (
        select token, min(first_seen_at) as first_seen_at, max(last_seen_at) as last_seen_at,
               sum(visits) filter (where day >= ${sqlDate(param('firstDay'))} and day < ${sqlDate(param('afterDay'))}) as visits
        from unlisted_robots where site_id = ${param('siteId')} group by token
      ) as of_token
      where visits > 0
    )
    select * from (
      select case when nth <= ${sql.lit(MOST_LISTED)} then token else ${sql.lit(OTHER_ROBOTS)} end as token,
             sum(visits)::bigint as visits, ${epochMs(sql`min(first_seen_at)`)} as "firstSeenMs",
             ${epochMs(sql`max(last_seen_at)`)} as "lastSeenMs"
      from robots group by 1
    ) as listed
    order by visits desc, token collate "C"`,
);

/** The robots that came in a range of days, those of most visits first, then by token. */
export async function listUnlistedRobots(
  db: Readable,
  site: AccessibleSite,
  { fromMs, untilMs }: TimeRange,
): Promise<readonly CountedRobot[]> {
  const days = { siteId: site.id, firstDay: formatDate(fromMs), afterDay: formatDate(untilMs) };
  return readLong(db, LIST_ROBOTS(days), site.accountId);
}

type Old = { readonly siteIds: readonly string[]; readonly before: string };

/** From the rows beside them, so that Citus runs it where these are, site by site. */
const LIST_SITES_WITH_OLD_ROBOTS = statement(
  'list_sites_with_old_robots',
  (_, param: Param<Old>) => sql<{ readonly siteId: string }>`
    select s.site_id as "siteId"
    from placed_sites as s cross join lateral (
      select from unlisted_robots where site_id = s.site_id and day < ${sqlDate(param('before'))} limit 1
    ) as old
    where s.site_id = any(${param('siteIds')}::text[])`,
);

/** Which of the sites have counts of robots on days before one, in no particular order. */
export async function listSitesWithOldRobots(
  db: Database,
  siteIds: readonly string[],
  beforeMs: number,
): Promise<readonly string[]> {
  const query = LIST_SITES_WITH_OLD_ROBOTS({ siteIds, before: formatDate(beforeMs) });
  return (await readLong(db, query, 'service')).map(({ siteId }) => siteId);
}

const DELETE_ROBOTS = statement(
  'delete_robots',
  (_, param: Param<{ siteId: string; before: string }>) => sql`
    delete from unlisted_robots where site_id = ${param('siteId')} and day < ${sqlDate(param('before'))}`,
);

/** Deletes what is counted of a site's robots on the days before one, or on all. */
export async function deleteRobots(db: Database, siteId: string, beforeMs = LATEST_MS): Promise<void> {
  await execute(db, DELETE_ROBOTS({ siteId, before: formatDate(beforeMs) }));
}
