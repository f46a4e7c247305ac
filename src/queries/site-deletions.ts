import type { Kysely } from 'kysely';
import type { Database } from '../database/database.ts';
import { readAccess } from '../database/query.ts';
import { type Param, statement } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';

/** Marks that the deletion of a site begins, before the first of its events is gone. It may have been marked before. */
export async function markSiteDeletion(db: Kysely<Tables>, siteId: string): Promise<void> {
  await db
    .insertInto('site_deletions')
    .values({ deleted_site_id: siteId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Whether the deletion of a site has begun, as the transaction sees it. */
export async function isMarkedForDeletion(tx: Kysely<Tables>, siteId: string): Promise<boolean> {
  const marked = await tx
    .selectFrom('site_deletions')
    .select('deleted_site_id')
    .where('deleted_site_id', '=', siteId)
    .executeTakeFirst();
  return marked !== undefined;
}

/** Both in one snapshot: the mark goes with the site. */
const FIND_WHOLE_SITE = statement('find_whole_site', (db, param: Param<{ siteId: string }>) =>
  db
    .selectFrom('sites as s')
    .leftJoin('site_deletions as d', 'd.deleted_site_id', 's.id')
    .select('s.id as id')
    .where('s.id', '=', param('siteId'))
    .where('d.deleted_site_id', 'is', null),
);

/** Whether the site is there, and its deletion has not begun. */
export async function isWholeSite(db: Database, siteId: string): Promise<boolean> {
  return (await readAccess(db, FIND_WHOLE_SITE({ siteId }))).length > 0;
}
