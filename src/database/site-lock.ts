import { type Transaction, sql } from 'kysely';
import { execute } from './query.ts';
import { type Param, statement } from './statement.ts';
import type { Tables } from './tables.ts';

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

/** Shares the site with other recorders until the transaction ends; deletions and recounts wait for them. */
export async function shareSite(tx: Transaction<Tables>, siteId: string): Promise<void> {
  await execute(tx, SHARE_SITE({ siteId }));
}

/** Keeps recorders away from the site until the transaction ends. What they recorded before is visible from now on. */
export async function lockSite(tx: Transaction<Tables>, siteId: string): Promise<void> {
  await execute(tx, LOCK_SITE({ siteId }));
}
