import type { Database } from './database.ts';
import { type Param, statement } from './statement.ts';
import { sql } from 'kysely';

const SHARE_SITE = statement(
  'share_site',
  (_, param: Param<{ siteId: string }>) =>
    sql`select pg_advisory_xact_lock_shared(hashtextextended(${param('siteId')}, 0))`,
);

const LOCK_SITE = statement(
  'lock_site',
  (_, param: Param<{ siteId: string }>) =>
    sql`select pg_advisory_xact_lock(hashtextextended(${param('siteId')}, 0))`,
);

/** Recorders hold a site together until their transactions end: whoever deletes or recounts waits for them. */
export async function shareSite(tx: Database, siteId: string): Promise<void> {
  await tx.executeQuery(SHARE_SITE({ siteId }));
}

/** Keeps recorders away from a site until the transaction ends; what they recorded before is visible from here on. */
export async function lockSite(tx: Database, siteId: string): Promise<void> {
  await tx.executeQuery(LOCK_SITE({ siteId }));
}
