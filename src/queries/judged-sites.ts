import { sql } from 'kysely';
import { formatDate } from '../domain/time.ts';
import type { Database } from '../database/database.ts';
import { read, readLong } from '../database/query.ts';
import { epochMs, epochMsOfDay, sqlDate } from '../database/sql-time.ts';
import { type Param, statement } from '../database/statement.ts';
import { type JudgedSite, textOfVersions } from './judged-site-statements.ts';
import type { VersionTime } from './robots-versions.ts';

/** A site with visits that are to be judged, or may be. */
export type SiteToJudge = {
  readonly site: JudgedSite;
  /** How many events it has recorded of the days before the site's `untilMs`. */
  readonly recorded: number;
  /** How many it has of the days from then to those that are looked at as open. */
  readonly closed: number;
};

type Row = {
  readonly siteId: string;
  readonly revision: number | null;
  readonly versions: string | null;
  readonly untilMs: number | null;
  readonly recorded: number | null;
  readonly lookedAtMs: number | null;
  readonly judgedAtMs: number | null;
  readonly againFromMs: number | null;
  readonly againUntilMs: number | null;
};

type Looked = {
  readonly siteIds: readonly string[];
  readonly versions: readonly string[];
  readonly until: string;
};

const STATE = sql`
  judged.revision, judged.versions, ${epochMsOfDay(sql`judged.until_day`)} as "untilMs", judged.recorded,
  ${epochMs(sql`judged.looked_at`)} as "lookedAtMs", ${epochMs(sql`judged.judged_at`)} as "judgedAtMs", ${epochMsOfDay(sql`judged.again_from`)} as "againFromMs",
  ${epochMsOfDay(sql`judged.again_until`)} as "againUntilMs"`;

/** As `find_sites_to_fold` finds changed days: of those from `until_day` on, what is judged is compared with what was counted. */
const FIND_SITES_TO_JUDGE = statement(
  'find_sites_to_judge',
  (_, param: Param<Looked>) => sql<Row & { readonly before: number; readonly closed: number }>`
    select site.site_id as "siteId", ${STATE}, before_until as before, coalesce(days.closed, 0)::bigint as closed
    from placed_sites as site
    join unnest(${param('siteIds')}::text[], ${param('versions')}::text[]) as looked (site_id, versions)
      on looked.site_id = site.site_id
    left join judged_sites as judged on judged.site_id = site.site_id
    left join lateral (
      select site_id, sum(events) as events from site_months where site_id = site.site_id group by site_id
    ) as months on months.site_id = site.site_id
    left join lateral (
      select site_id, sum(bot_visits + referrals + conversions) as events, sum(bot_visits) as bots,
             sum(bot_visits + referrals + conversions)
               filter (where starts_at < ${sqlDate(param('until'))}::timestamp at time zone 'UTC') as closed
      from site_buckets
      where site_id = site.site_id and granularity = 'day'
        and starts_at >= coalesce(judged.until_day, date '0001-01-01')::timestamp at time zone 'UTC'
      group by site_id
    ) as days on days.site_id = site.site_id
    left join lateral (
      select site_id, sum(visits) as visits from judged_days
      where site_id = site.site_id and day >= judged.until_day
      group by site_id
    ) as own on own.site_id = site.site_id
    cross join lateral (
      select (coalesce(months.events, 0) - coalesce(days.events, 0))::bigint as before_until
    ) as earlier
    where site.site_id = any(${param('siteIds')}::text[])
      and case when judged.site_id is null then days.events > 0
               else before_until <> judged.recorded or coalesce(days.bots, 0) <> coalesce(own.visits, 0)
                 or again_from is not null or judged.versions <> looked.versions end`,
);

/** Which of the sites have visits to be judged by these versions, in no particular order. */
export async function findSitesToJudge(
  db: Database,
  sites: readonly { readonly siteId: string; readonly versions: readonly VersionTime[] }[],
  untilMs: number,
): Promise<readonly SiteToJudge[]> {
  const looked = {
    siteIds: sites.map(({ siteId }) => siteId),
    versions: sites.map(({ versions }) => textOfVersions(versions)),
    until: formatDate(untilMs),
  };
  const rows = await readLong(db, FIND_SITES_TO_JUDGE(looked), 'service');
  return rows.map(({ before, closed, ...row }) => ({ site: siteOf(row), recorded: before, closed }));
}

const FIND_JUDGED_SITE = statement(
  'find_judged_site',
  (_, param: Param<{ siteId: string }>) => sql<Row>`
    select site_id as "siteId", ${STATE} from judged_sites as judged where site_id = ${param('siteId')}`,
);

/** How far a site is judged; undefined if nothing of it ever was. */
export async function findJudgedSite(db: Database, siteId: string): Promise<JudgedSite | undefined> {
  const [row] = await read(db, FIND_JUDGED_SITE({ siteId }));
  return row && siteOf(row);
}

function siteOf(row: Row): JudgedSite {
  const { siteId, revision, versions, untilMs, recorded, againFromMs, againUntilMs } = row;
  return {
    ...{ siteId, lookedAtMs: row.lookedAtMs, judgedAtMs: row.judgedAtMs },
    revision: revision ?? 0,
    versions: versions === null ? [] : versionsOf(versions),
    untilMs: untilMs ?? -Infinity,
    recorded: recorded ?? 0,
    again:
      againFromMs === null || againUntilMs === null
        ? undefined
        : { fromMs: againFromMs, untilMs: againUntilMs },
  };
}

function versionsOf(text: string): readonly VersionTime[] {
  return (JSON.parse(text) as readonly (readonly [number, number])[]).map(([id, sinceMs]) => ({
    id,
    sinceMs,
  }));
}
