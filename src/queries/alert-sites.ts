import { type Kysely, sql } from 'kysely';
import { formatDate, formatInstant, instantOrNull } from '../domain/time.ts';
import type { TimeRange } from '../domain/date-range.ts';
import type { SourceKind } from '../domain/source.ts';
import type { Database } from '../database/database.ts';
import { execute, readLong } from '../database/query.ts';
import { epochMs, epochMsOfDay, sqlDate, timestamptz } from '../database/sql-time.ts';
import { type Param, statement } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';

/** What is remembered of a site between two looks at it. */
export type AlertSite = {
  readonly siteId: string;
  /** When it was learned what is usual. */
  readonly learnedAtMs: number;
  /** JSON. */
  readonly learned: string;
  /** When the first of its sources will have been silent for too long; null if none can. */
  readonly silenceDueAtMs: number | null;
};

const LIST_ALERT_SITES = statement(
  'list_alert_sites',
  (_, param: Param<{ siteIds: readonly string[] }>) => sql<AlertSite>`
    select site_id as "siteId", ${epochMs(sql.ref('learned_at'))} as "learnedAtMs", learned,
           ${epochMs(sql.ref('silence_due_at'))} as "silenceDueAtMs"
    from alert_sites where site_id = any(${param('siteIds')}::text[])`,
);

/** What is remembered of the sites; nothing of those whose last weeks are not counted yet. */
export async function listAlertSites(
  db: Database,
  siteIds: readonly string[],
): Promise<readonly AlertSite[]> {
  return readLong(db, LIST_ALERT_SITES({ siteIds }), 'service');
}

type SiteColumns = {
  readonly siteId: string;
  readonly learnedAt: string;
  readonly learned: string;
  readonly due: string | null;
};

const SAVE_ALERT_SITE = statement(
  'save_alert_site',
  (_, param: Param<SiteColumns>) => sql`
    insert into alert_sites (site_id, learned_at, learned, silence_due_at)
    select site_id, ${timestamptz(param('learnedAt'))}, ${param('learned')}::text, ${param('due')}::timestamptz
    from placed_sites where site_id = ${param('siteId')}
    on conflict (site_id) do update set learned_at = excluded.learned_at, learned = excluded.learned,
                                        silence_due_at = excluded.silence_due_at`,
);

/** Does nothing for a site that is gone. */
export async function saveAlertSite(db: Kysely<Tables>, site: AlertSite): Promise<void> {
  const { siteId, learnedAtMs, learned, silenceDueAtMs } = site;
  const columns = {
    siteId,
    learned,
    learnedAt: formatInstant(learnedAtMs),
    due: instantOrNull(silenceDueAtMs),
  };
  await execute(db, SAVE_ALERT_SITE(columns));
}

/** A source, and the hours in which it sent records, from 1970-01-01T00:00Z, in order. */
export type SourceHours = {
  readonly siteId: string;
  readonly id: string;
  readonly kind: SourceKind;
  readonly name: string;
  readonly keyId: number | null;
  readonly hours: readonly number[];
};

const LIST_HOURS_OF_SOURCES = statement(
  'list_hours_of_sources',
  (_, param: Param<{ siteIds: readonly string[]; from: string }>) => sql<
    Omit<SourceHours, 'hours'> & { readonly hours: string | null }
  >`
    select s.site_id as "siteId", source_id as id, kind, name, key_id as "keyId",
           (select string_agg(hour::text, ',' order by hour) from (
             select distinct (date_part('epoch', hour) / 3600)::integer as hour from source_hours
             where site_id = s.site_id and source_id = s.source_id and hour >= ${timestamptz(param('from'))}
           ) as of_source) as hours
    from site_sources as s
    where s.site_id = any(${param('siteIds')}::text[]) and s.kind <> 'import'
      and s.heard_at >= ${timestamptz(param('from'))}`,
);

/** When the sources of the sites, but for imports, sent records since an instant. */
export async function listHoursOfSources(
  db: Database,
  siteIds: readonly string[],
  fromMs: number,
): Promise<readonly SourceHours[]> {
  const query = LIST_HOURS_OF_SOURCES({ siteIds, from: formatInstant(fromMs) });
  const sources = await readLong(db, query, 'service');
  return sources.map(({ hours, ...source }) => ({
    ...source,
    hours: hours === null ? [] : hours.split(',').map(Number),
  }));
}

/** The first day with events of a name, or of a robot that is not listed, in some weeks, and the visits from that day on. */
export type FirstSeen = {
  readonly siteId: string;
  /** A bot of the catalogue, or another robot. */
  readonly kind: 'bot' | 'robot';
  readonly name: string;
  readonly firstDayMs: number;
  readonly visits: number;
  /** How many of them are signed or verified. */
  readonly proven: number;
  /** The last day with visits. */
  readonly lastDayMs: number;
};

type Days = { readonly siteIds: readonly string[]; readonly from: string; readonly until: string };

const LIST_FIRST_SEEN = statement(
  'list_first_seen',
  (_, param: Param<Days & { since: string }>) => sql<FirstSeen>`
    select site_id as "siteId", kind, name, ${epochMsOfDay(sql.ref('first_day'))} as "firstDayMs", visits, proven,
           ${epochMsOfDay(sql.ref('last_day'))} as "lastDayMs"
    from (
      select s.site_id, 'bot' as kind, d.name, min(d.day) as first_day, max(d.day) as last_day,
             sum(d.count)::bigint as visits, sum(d.signed + d.verified)::bigint as proven
      from placed_sites as s cross join lateral (
        select day, name, count, signed, verified from site_days
        where site_id = s.site_id and type = 'bot' and count > 0
          and day >= ${sqlDate(param('from'))} and day < ${sqlDate(param('until'))}
        offset 0
      ) as d
      where s.site_id = any(${param('siteIds')}::text[])
      group by s.site_id, d.name
      union all
      select s.site_id, 'robot' as kind, d.token, min(d.day), max(d.day), sum(d.visits)::bigint, 0
      from placed_sites as s cross join lateral (
        select day, token, visits from unlisted_robots
        where site_id = s.site_id and token <> '(others)'
          and day >= ${sqlDate(param('from'))} and day < ${sqlDate(param('until'))}
        offset 0
      ) as d
      where s.site_id = any(${param('siteIds')}::text[])
      group by s.site_id, d.token
    ) as seen
    where first_day >= ${sqlDate(param('since'))}`,
);

/** The bots and robots that the sites saw in a range of days, and not before a day of it. */
export async function listFirstSeen(
  db: Database,
  siteIds: readonly string[],
  { fromMs, untilMs }: TimeRange,
  sinceMs: number,
): Promise<readonly FirstSeen[]> {
  const days = { siteIds, from: formatDate(fromMs), until: formatDate(untilMs), since: formatDate(sinceMs) };
  return readLong(db, LIST_FIRST_SEEN(days), 'service');
}

const LIST_OLD_SITES = statement(
  'list_old_sites',
  (_, param: Param<{ siteIds: readonly string[]; before: string }>) => sql<{ readonly siteId: string }>`
    select s.site_id as "siteId"
    from placed_sites as s cross join lateral (
      select from site_buckets
      where site_id = s.site_id and granularity = 'day' and starts_at <= ${timestamptz(param('before'))} limit 1
    ) as old
    where s.site_id = any(${param('siteIds')}::text[])`,
);

/** Which of the sites have events of a day that began by then. */
export async function listOldSites(
  db: Database,
  siteIds: readonly string[],
  beforeMs: number,
): Promise<readonly string[]> {
  const found = await readLong(db, LIST_OLD_SITES({ siteIds, before: formatInstant(beforeMs) }), 'service');
  return found.map(({ siteId }) => siteId);
}

const LIST_UNCOUNTED_SITES = statement(
  'list_uncounted_sites',
  (_, param: Param<{ siteIds: readonly string[]; from: string }>) => sql<{ readonly siteId: string }>`
    select s.site_id as "siteId"
    from placed_sites as s
    left join lateral (
      select site_id from alert_sites where site_id = s.site_id offset 0
    ) as known on true
    cross join lateral (
      select from site_buckets
      where site_id = s.site_id and granularity = 'day' and starts_at >= ${timestamptz(param('from'))} limit 1
    ) as recorded
    where s.site_id = any(${param('siteIds')}::text[]) and known.site_id is null`,
);

/** Which of the sites have events since an instant, and nothing is remembered of them. */
export async function listUncountedSites(
  db: Database,
  siteIds: readonly string[],
  fromMs: number,
): Promise<readonly string[]> {
  const query = LIST_UNCOUNTED_SITES({ siteIds, from: formatInstant(fromMs) });
  return (await readLong(db, query, 'service')).map(({ siteId }) => siteId);
}
