import { sql } from 'kysely';
import type { TimeRange } from '../domain/date-range.ts';
import type { Site } from '../domain/site.ts';
import type { Database } from './database.ts';
import { day, epochMs, instant } from './sql-time.ts';

/** The account's sites, oldest first. */
export async function listSites(db: Database, accountId: number): Promise<readonly Site[]> {
  return selectSites(db).where('account_id', '=', accountId).orderBy('created_at').orderBy('id').execute();
}

/** Every account's sites, oldest first. */
export async function listAllSites(db: Database): Promise<readonly Site[]> {
  return selectSites(db).orderBy('created_at').orderBy('id').execute();
}

/** Those of the sites that exist, in no order. */
export async function findSites(db: Database, siteIds: readonly string[]): Promise<readonly Site[]> {
  return selectSites(db)
    .where('id', '=', sql<string>`any(${siteIds}::text[])`)
    .execute();
}

/** Events of each site dated in the range of whole days, from the daily rollup; a site without any is left out. */
export async function countEventsBySite(
  db: Database,
  siteIds: readonly string[],
  range: TimeRange,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('site_days')
    .select((eb) => ['site_id', sql<number>`sum(${eb.ref('count')})::bigint`.as('events')])
    .where('site_id', '=', sql<string>`any(${siteIds}::text[])`)
    .where('day', '>=', day(range.fromMs))
    .where('day', '<', day(range.untilMs))
    .groupBy('site_id')
    .execute();
  return new Map(rows.map(({ site_id, events }) => [site_id, events]));
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

/** Removes the site's row; its events go with `deleteSiteDays`. */
export async function deleteSiteRow(db: Database, siteId: string): Promise<void> {
  await db.deleteFrom('sites').where('id', '=', siteId).execute();
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
