import { type RawBuilder, sql } from 'kysely';
import type { TimeRange } from '../domain/date-range.ts';
import { type Site, mayBeSiteId } from '../domain/site.ts';
import { formatInstant } from '../domain/time.ts';
import type { Database } from './database.ts';
import { epochMs, instant, timestamptz } from './sql-time.ts';
import { type Param, statement } from './statement.ts';

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
export async function listSites(db: Database, accountId: number): Promise<readonly Site[]> {
  return (await db.executeQuery(LIST_SITES({ accountId }))).rows;
}

/** Every account's sites, oldest first. */
export async function listAllSites(db: Database): Promise<readonly Site[]> {
  return selectSites(db).orderBy('created_at').orderBy('id').execute();
}

/** Those of the sites that exist, in no order. */
export async function findSites(db: Database, siteIds: readonly string[]): Promise<readonly Site[]> {
  return (await db.executeQuery(FIND_SITES({ siteIds: siteIds.filter(mayBeSiteId) }))).rows;
}

/** Events of each site dated in the range of whole days; a site without any is left out. */
export async function countEventsBySite(
  db: Database,
  siteIds: readonly string[],
  { fromMs, untilMs }: TimeRange,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.executeQuery(
    COUNT_EVENTS_BY_SITE({ siteIds, from: formatInstant(fromMs), until: formatInstant(untilMs) }),
  );
  return new Map(rows.map(({ siteId, events }) => [siteId, events]));
}

export async function insertSite(db: Database, site: Site): Promise<void> {
  await db
    .insertInto('sites')
    .values({
      id: site.id,
      account_id: site.accountId,
      domain: site.domain,
      name: site.name,
      created_at: instant(site.createdAtMs),
    })
    .execute();
}

/** Removes the site's row; its events go with `deleteSiteEvents`. */
export async function deleteSiteRow(db: Database, siteId: string): Promise<void> {
  await db.deleteFrom('sites').where('id', '=', siteId).execute();
}

function anyOf(ids: RawBuilder<readonly string[]>): RawBuilder<string> {
  return sql<string>`any(${ids}::text[])`;
}

function selectSites(db: Database) {
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
