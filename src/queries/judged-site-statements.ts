import { sql } from 'kysely';
import type { TimeRange } from '../domain/date-range.ts';
import { formatDate, instantOrNull } from '../domain/time.ts';
import type { Executed } from '../database/query.ts';
import { sqlDate, timestamptz } from '../database/sql-time.ts';
import { type Param, type PreparedQuery, statement } from '../database/statement.ts';
import type { JudgedDay } from './judged-days.ts';
import type { VersionTime } from './robots-versions.ts';

/** How far the visits of a site are judged. */
export type JudgedSite = {
  readonly siteId: string;
  /** Of its row; 0 while there is none. */
  readonly revision: number;
  /** By which visits are judged, in their order. */
  readonly versions: readonly VersionTime[];
  /** The days before it have changed if the site has recorded more events of them than `recorded`. */
  readonly untilMs: number;
  readonly recorded: number;
  /** What was recorded before it is judged, but for the days that are to be judged again. */
  readonly lookedAtMs: number | null;
  /** The newest visit that is judged. */
  readonly judgedAtMs: number | null;
  /** The days that are to be judged again. */
  readonly again: TimeRange | undefined;
};

/** The same versions have the same text. */
export function textOfVersions(versions: readonly VersionTime[]): string {
  return JSON.stringify(versions.map(({ id, sinceMs }) => [id, sinceMs]));
}

/** Another process has changed how far the site is judged. Nothing is stored. */
export class Overtaken extends Error {
  override readonly name = 'Overtaken';

  constructor(siteId: string) {
    super(`another process judges ${siteId}`);
  }
}

type Values = {
  readonly siteId: string;
  readonly revision: number;
  readonly versions: string;
  readonly until: string;
  readonly recorded: number;
  readonly lookedAt: string | null;
  readonly judgedAt: string | null;
  readonly againFrom: string | null;
  readonly againUntil: string | null;
};

const INSERT = statement(
  'insert_judged_site',
  (_, param: Param<Values>) => sql`
    insert into judged_sites (site_id, revision, versions, until_day, recorded, looked_at, judged_at, again_from, again_until)
    select site_id, 1, ${param('versions')}, ${sqlDate(param('until'))}, ${param('recorded')}::bigint,
           ${timestamptz(sql`${param('lookedAt')}`)}, ${timestamptz(sql`${param('judgedAt')}`)}, ${sqlDate(sql`${param('againFrom')}`)}, ${sqlDate(sql`${param('againUntil')}`)}
    from placed_sites where site_id = ${param('siteId')}
    on conflict (site_id) do nothing`,
);

const UPDATE = statement(
  'update_judged_site',
  (_, param: Param<Values>) => sql`
    update judged_sites
    set revision = revision + 1, versions = ${param('versions')}, until_day = ${sqlDate(param('until'))},
        recorded = ${param('recorded')}::bigint, looked_at = ${timestamptz(sql`${param('lookedAt')}`)}, judged_at = ${timestamptz(sql`${param('judgedAt')}`)},
        again_from = ${sqlDate(sql`${param('againFrom')}`)}, again_until = ${sqlDate(sql`${param('againUntil')}`)}
    where site_id = ${param('siteId')} and revision = ${param('revision')}::bigint`,
);

/** What stores how far a site is judged, if nobody else has changed that since. */
export function prepareJudgedSite(site: JudgedSite): PreparedQuery {
  return (site.revision === 0 ? INSERT : UPDATE)({
    ...{ siteId: site.siteId, revision: site.revision, recorded: site.recorded },
    versions: textOfVersions(site.versions),
    until: formatDate(site.untilMs),
    lookedAt: instantOrNull(site.lookedAtMs),
    judgedAt: instantOrNull(site.judgedAtMs),
    againFrom: site.again === undefined ? null : formatDate(site.again.fromMs),
    againUntil: site.again === undefined ? null : formatDate(site.again.untilMs),
  });
}

/** The site with the revision that it was stored with. Throws Overtaken, also for a site that is gone. */
export function savedSite(site: JudgedSite, saved: Executed<unknown> | undefined): JudgedSite {
  if (saved?.rowCount !== 1) throw new Overtaken(site.siteId);
  return { ...site, revision: site.revision + 1 };
}

type DayColumns = {
  readonly siteId: string;
  readonly days: readonly string[];
  readonly visits: readonly number[];
  readonly hours: readonly string[];
  readonly lastIds: readonly number[];
};

const SAVE_JUDGED_DAYS = statement(
  'save_judged_days',
  (_, param: Param<DayColumns>) => sql`
    insert into judged_days (site_id, day, visits, hour_counts, last_id)
    select site_id, day, visits, hours::integer[], last_id
    from placed_sites cross join unnest(
      ${param('days')}::date[], ${param('visits')}::bigint[], ${param('hours')}::text[], ${param('lastIds')}::bigint[]
    ) as judged (day, visits, hours, last_id)
    where site_id = ${param('siteId')}
    on conflict (site_id, day)
    do update set visits = excluded.visits, hour_counts = excluded.hour_counts, last_id = excluded.last_id`,
);

/** What stores how many visits of days are judged. */
export function prepareJudgedDays(siteId: string, days: readonly JudgedDay[]): PreparedQuery {
  return SAVE_JUDGED_DAYS({
    siteId,
    days: days.map(({ dayMs }) => formatDate(dayMs)),
    visits: days.map(({ hours }) => hours.reduce((sum, count) => sum + count, 0)),
    hours: days.map(({ hours }) => `{${hours.join(',')}}`),
    lastIds: days.map(({ lastId }) => lastId),
  });
}
