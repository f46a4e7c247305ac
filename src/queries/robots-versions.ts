import { type Kysely, sql } from 'kysely';
import type { RobotsVersion } from '../domain/robots-version.ts';
import type { Site } from '../domain/site.ts';
import type { Database } from '../database/database.ts';
import { execute, readAccess, readLong } from '../database/query.ts';
import { epochMs, sqlInstant } from '../database/sql-time.ts';
import { type Param, statement } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';

/** A version without its text. */
export type VersionTime = Pick<RobotsVersion, 'id' | 'sinceMs'>;

const VERSION_TIMES = statement(
  'list_robots_version_times',
  (_, param: Param<{ siteIds: readonly string[] }>) => sql<VersionTime & { readonly siteId: string }>`
    select ruled_site_id as "siteId", id, ${epochMs(sql.ref('since'))} as "sinceMs" from robots_versions
    where ruled_site_id = any(${param('siteIds')}::text[])
    order by ruled_site_id, since`,
);

/** When the versions of the sites came into force, those of each site in their order. */
export async function listVersionTimes(
  db: Database,
  siteIds: readonly string[],
): Promise<readonly (VersionTime & { readonly siteId: string })[]> {
  return readAccess(db, VERSION_TIMES({ siteIds }));
}

const VERSIONS = statement(
  'list_robots_versions',
  (_, param: Param<{ siteId: string; withText: boolean }>) => sql<RobotsVersion>`
    select id, ${epochMs(sql.ref('since'))} as "sinceMs", origin,
           case when ${param('withText')}::boolean then text else '' end as text
    from robots_versions
    where ruled_site_id = ${param('siteId')}
    order by since`,
);

/** The versions of a site in their order. Without their texts, which may be megabytes, these are empty. */
export async function listRobotsVersions(
  db: Database,
  { id: siteId, accountId }: Pick<Site, 'id' | 'accountId'>,
  { withText }: { readonly withText: boolean },
): Promise<readonly RobotsVersion[]> {
  const query = VERSIONS({ siteId, withText });
  return withText ? readLong(db, query, accountId) : readAccess(db, query);
}

const TEXTS = statement(
  'list_robots_texts',
  (_, param: Param<{ ids: readonly number[] }>) => sql<Pick<RobotsVersion, 'id' | 'text'>>`
    select id, text from robots_versions where id = any(${param('ids')}::bigint[])`,
);

/** The texts of versions that are still there. */
export async function listRobotsTexts(
  db: Database,
  ids: readonly number[],
): Promise<readonly Pick<RobotsVersion, 'id' | 'text'>[]> {
  return ids.length === 0 ? [] : readAccess(db, TEXTS({ ids }));
}

/** What the versions of a site are without their texts, in their order, as a transaction sees them. */
export type VersionSize = VersionTime & { readonly bytes: number };

const SIZES = statement(
  'list_robots_version_sizes',
  (_, param: Param<{ siteId: string }>) => sql<VersionSize>`
    select id, ${epochMs(sql.ref('since'))} as "sinceMs", octet_length(text) as bytes from robots_versions
    where ruled_site_id = ${param('siteId')}
    order by since`,
);

export async function listVersionSizes(db: Kysely<Tables>, siteId: string): Promise<readonly VersionSize[]> {
  return (await execute(db, SIZES({ siteId }))).rows;
}

/** A version by its id, with its site. */
export async function findRobotsVersion(
  db: Kysely<Tables>,
  id: number,
): Promise<(RobotsVersion & { readonly siteId: string }) | undefined> {
  return db
    .selectFrom('robots_versions')
    .select((eb) => [
      'id',
      'ruled_site_id as siteId',
      epochMs(eb.ref('since')).as('sinceMs'),
      'origin',
      'text',
    ])
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function insertRobotsVersion(
  db: Kysely<Tables>,
  siteId: string,
  { sinceMs, origin, text }: Omit<RobotsVersion, 'id'>,
): Promise<number> {
  const row = await db
    .insertInto('robots_versions')
    .values({ ruled_site_id: siteId, since: sqlInstant(sinceMs), origin, text })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function deleteRobotsVersion(db: Kysely<Tables>, id: number): Promise<void> {
  await db.deleteFrom('robots_versions').where('id', '=', id).execute();
}
