import { type Kysely, type RawBuilder, type Transaction, sql } from 'kysely';
import type { TimeRange } from '../domain/date-range.ts';
import type { Exclusions } from '../domain/exclusions.ts';
import type { Plan } from '../domain/plan.ts';
import { type Site, mayBeSiteId } from '../domain/site.ts';
import { formatInstant } from '../domain/time.ts';
import type { Database } from '../database/database.ts';
import { read, readAccess } from '../database/query.ts';
import { lockSite } from '../database/site-lock.ts';
import { epochMs, sqlInstant, timestamptz } from '../database/sql-time.ts';
import { type Param, statement } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';

const LIST_SITES = statement('list_sites', (db, param: Param<{ accountId: number }>) =>
  selectSites(db).where('account_id', '=', param('accountId')).orderBy('created_at').orderBy('id'),
);

const FIND_SITES = statement('find_sites', (db, param: Param<{ siteIds: readonly string[] }>) =>
  selectSites(db).where('id', '=', anyOf(param('siteIds'))),
);

type Counted = { readonly siteIds: readonly string[]; readonly from: string; readonly until: string };

const COUNT_EVENTS_BY_SITE = statement('count_events_by_site', (db, param: Param<Counted>) =>
  db
    .selectFrom('site_buckets')
    .select([
      'site_id as siteId',
      sql<number>`sum(bot_visits + referrals + conversions)::bigint`.as('events'),
    ])
    .where('site_id', '=', anyOf(param('siteIds')))
    .where('granularity', '=', 'day')
    .where('starts_at', '>=', timestamptz(param('from')))
    .where('starts_at', '<', timestamptz(param('until')))
    .groupBy('site_id'),
);

/** The account's sites, oldest first. */
export async function listSitesOf(db: Database, accountId: number): Promise<readonly Site[]> {
  return readAccess(db, LIST_SITES({ accountId }));
}

/** A site with the number of whole days for which it keeps its events; null if its plan decides. */
export type KeptSite = Site & { readonly retentionDays: number | null };

/** The sites of all accounts, oldest first. */
export async function listAllSites(db: Database): Promise<readonly KeptSite[]> {
  return selectSites(db)
    .select('retention_days as retentionDays')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

const LIST_SITE_IDS = statement('list_site_ids', (db, param: Param<{ after: string; limit: number }>) =>
  db
    .selectFrom('sites')
    .select('id')
    .where('id', '>', param('after'))
    .orderBy('id')
    .limit(sql<number>`${param('limit')}::bigint`),
);

/** The ids of the sites of all accounts that come after one, in their order; at most so many. */
export async function listSiteIds(db: Database, after: string, limit: number): Promise<readonly string[]> {
  return (await readAccess(db, LIST_SITE_IDS({ after, limit }))).map(({ id }) => id);
}

/** The sites with these ids that exist, in no particular order. */
export async function findSites(db: Database, siteIds: readonly string[]): Promise<readonly Site[]> {
  return readAccess(db, FIND_SITES({ siteIds: siteIds.filter(mayBeSiteId) }));
}

/** The site with this id, as the transaction sees it. */
export async function findSite(db: Kysely<Tables>, siteId: string): Promise<Site | undefined> {
  return mayBeSiteId(siteId) ? selectSites(db).where('id', '=', siteId).executeTakeFirst() : undefined;
}

const FIND_RETENTION_DAYS = statement(
  'find_retention_days',
  (db, param: Param<{ siteIds: readonly string[] }>) =>
    db
      .selectFrom('sites')
      .select(['id', 'retention_days as days'])
      .where('id', '=', anyOf(param('siteIds'))),
);

/** For how many days each site keeps its events, by id: its own number, or null for that of its plan. */
export async function findRetentionDays(
  db: Database,
  siteIds: readonly string[],
): Promise<ReadonlyMap<string, number | null>> {
  const rows = await readAccess(db, FIND_RETENTION_DAYS({ siteIds }));
  return new Map(rows.map(({ id, days }) => [id, days]));
}

const FIND_EXCLUSIONS = statement('find_exclusions', (db, param: Param<{ siteIds: readonly string[] }>) =>
  db
    .selectFrom('sites')
    .select(['id', 'excluded_addresses as addresses', 'excluded_paths as paths'])
    .where('id', '=', anyOf(param('siteIds'))),
);

/** What each site excludes, by id. */
export async function findExclusions(
  db: Database,
  siteIds: readonly string[],
): Promise<ReadonlyMap<string, Exclusions>> {
  const rows = await readAccess(db, FIND_EXCLUSIONS({ siteIds }));
  return new Map(
    rows.map(({ id, addresses, paths }) => [id, { addresses: addresses ?? [], paths: paths ?? [] }]),
  );
}

/** A site that can be recorded to, with the plan of its account. */
export type RecordingSite = Site & { readonly plan: Plan };

/** The same, with what it excludes. */
export type ExcludingSite = RecordingSite & { readonly exclusions: Exclusions };

const FIND_RECORDING_SITE = statement('find_recording_site', (db, param: Param<{ siteId: string }>) =>
  db
    .selectFrom('sites as s')
    .innerJoin('accounts as a', (join) =>
      join.onRef('a.id', '=', 's.account_id').on('a.deleted_at', 'is', null),
    )
    .select((eb) => [
      's.id as id',
      's.account_id as accountId',
      's.domain as domain',
      's.name as name',
      epochMs(eb.ref('s.created_at')).as('createdAtMs'),
      'a.plan as plan',
      's.excluded_addresses as addresses',
      's.excluded_paths as paths',
    ])
    .where('s.id', '=', param('siteId')),
);

/** The site with the id; undefined if there is none or its account was deleted. */
export async function findRecordingSite(db: Database, siteId: string): Promise<ExcludingSite | undefined> {
  if (!mayBeSiteId(siteId)) return undefined;
  const [row] = await readAccess(db, FIND_RECORDING_SITE({ siteId }));
  if (row === undefined) return undefined;
  const { addresses, paths, ...site } = row;
  return { ...site, exclusions: { addresses: addresses ?? [], paths: paths ?? [] } };
}

/** The number of events of each site in a range of whole days, without sites that have none. */
export async function countEventsBySite(
  db: Database,
  siteIds: readonly string[],
  { fromMs, untilMs }: TimeRange,
): Promise<ReadonlyMap<string, number>> {
  const rows = await read(
    db,
    COUNT_EVENTS_BY_SITE({ siteIds, from: formatInstant(fromMs), until: formatInstant(untilMs) }),
  );
  return new Map(rows.map(({ siteId, events }) => [siteId, events]));
}

/** How many sites the account has. */
export async function countSites(db: Kysely<Tables>, accountId: number): Promise<number> {
  const row = await db
    .selectFrom('sites')
    .select((eb) => eb.fn.countAll<number>().as('sites'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return row.sites;
}

/** The id of the oldest site of the domain in an account, but for one that is left out. */
export async function findSiteOfDomain(
  db: Kysely<Tables>,
  { accountId, domain, id }: Pick<Site, 'accountId' | 'domain' | 'id'>,
): Promise<string | undefined> {
  const other = await db
    .selectFrom('sites')
    .select('id')
    .where('account_id', '=', accountId)
    .where('domain', '=', domain)
    .where('id', '!=', id)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return other?.id;
}

export async function insertSite(db: Kysely<Tables>, site: Site): Promise<void> {
  await db
    .insertInto('sites')
    .values({
      id: site.id,
      account_id: site.accountId,
      domain: site.domain,
      name: site.name,
      created_at: sqlInstant(site.createdAtMs),
    })
    .execute();
}

const JUDGED_TABLES = [
  'judged_sites',
  'judged_days',
  'judged_months',
  'broken_rules',
  'rule_months',
] as const;

/**
 * Deletes the site with the mark of its deletion, its share links, alerts and notes, its collected requests, the digests of others
 * and all that is stored of its logs and other sources; `deleteSiteEvents` deletes its events. Waits for recorders under way; later ones
 * find no site.
 */
export async function deleteSiteRow(tx: Transaction<Tables>, siteId: string): Promise<void> {
  await lockSite(tx, siteId);
  await tx.deleteFrom('sites').where('id', '=', siteId).execute();
  await tx.deleteFrom('site_deletions').where('deleted_site_id', '=', siteId).execute();
  await tx.deleteFrom('share_links').where('shared_site_id', '=', siteId).execute();
  await tx.deleteFrom('log_positions').where('site_id', '=', siteId).execute();
  await tx.deleteFrom('followed_logs').where('site_id', '=', siteId).execute();
  await tx.deleteFrom('collected_requests').where('site_id', '=', siteId).execute();
  await tx.deleteFrom('request_digests').where('site_id', '=', siteId).execute();
  await tx.deleteFrom('drain_batches').where('site_id', '=', siteId).execute();
  await tx.deleteFrom('recording_sources').where('site_id', '=', siteId).execute();
  await tx.deleteFrom('site_sources').where('site_id', '=', siteId).execute();
  await tx.deleteFrom('source_hours').where('site_id', '=', siteId).execute();
  await tx.deleteFrom('unlisted_robots').where('site_id', '=', siteId).execute();
  await tx.deleteFrom('sitemap_pages').where('site_id', '=', siteId).execute();
  await tx.deleteFrom('sitemaps').where('site_id', '=', siteId).execute();
  await tx.deleteFrom('folded_sites').where('site_id', '=', siteId).execute();
  for (const table of JUDGED_TABLES) await tx.deleteFrom(table).where('site_id', '=', siteId).execute();
  await tx.deleteFrom('robots_versions').where('ruled_site_id', '=', siteId).execute();
  await tx.deleteFrom('alert_days').where('site_id', '=', siteId).execute();
  await tx.deleteFrom('alert_sites').where('site_id', '=', siteId).execute();
  await tx.deleteFrom('alerts').where('alert_site_id', '=', siteId).execute();
  await tx.deleteFrom('alert_rules').where('rule_site_id', '=', siteId).execute();
  await tx.deleteFrom('mutes').where('muted_site_id', '=', siteId).execute();
  await tx.deleteFrom('notes').where('noted_site_id', '=', siteId).execute();
}

/** What of a site can be changed. */
export type SiteFields = Partial<
  Pick<KeptSite, 'name' | 'domain' | 'retentionDays'> & { readonly exclusions: Exclusions }
>;

/** Changes the fields that are given, and no others. */
export async function updateSite(
  db: Kysely<Tables>,
  siteId: string,
  { retentionDays, exclusions, ...fields }: SiteFields,
): Promise<void> {
  const excluded = exclusions && {
    excluded_addresses: storedList(exclusions.addresses),
    excluded_paths: storedList(exclusions.paths),
  };
  const kept = retentionDays !== undefined && { retention_days: retentionDays };
  await db
    .updateTable('sites')
    .set({ ...fields, ...kept, ...excluded })
    .where('id', '=', siteId)
    .execute();
}

/** How long a site keeps its events: its own number of days, or null for that of its plan. */
export type SiteRetention = { readonly siteId: string; readonly plan: Plan; readonly days: number | null };

/** The retention of every site whose account was not deleted, oldest first. */
export async function listRetentions(db: Database): Promise<readonly SiteRetention[]> {
  return db
    .selectFrom('sites as s')
    .innerJoin('accounts as a', 'a.id', 's.account_id')
    .select(['s.id as siteId', 'a.plan as plan', 's.retention_days as days'])
    .where('a.deleted_at', 'is', null)
    .orderBy('s.created_at')
    .orderBy('s.id')
    .execute();
}

/** Nothing is null, as it is for a site that never excluded anything. */
function storedList(texts: readonly string[]): string[] | null {
  return texts.length === 0 ? null : [...texts];
}

function anyOf(ids: RawBuilder<readonly string[]>): RawBuilder<string> {
  return sql<string>`any(${ids}::text[])`;
}

function selectSites(db: Kysely<Tables>) {
  return db
    .selectFrom('sites')
    .select((eb) => [
      'id',
      'account_id as accountId',
      'domain',
      'name',
      epochMs(eb.ref('created_at')).as('createdAtMs'),
    ]);
}
