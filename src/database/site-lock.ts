import { type Transaction, sql } from 'kysely';
import { type Executed, execute, pipeline } from './query.ts';
import { type Param, type PreparedQuery, statement } from './statement.ts';
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

const LOCK_DELETIONS = statement(
  'lock_deletions',
  (_, param: Param<{ siteId: string }>) =>
    sql`select pg_advisory_xact_lock(hashtextextended('deletion ' || ${param('siteId')}, 0))`,
);

const SHARE_ACCOUNT = statement(
  'share_account',
  (_, param: Param<{ accountId: number }>) =>
    sql`select pg_advisory_xact_lock_shared(hashtextextended('account ' || ${param('accountId')}::bigint, 0))`,
);

const LOCK_ACCOUNT = statement(
  'lock_account',
  (_, param: Param<{ accountId: number }>) =>
    sql`select pg_advisory_xact_lock(hashtextextended('account ' || ${param('accountId')}::bigint, 0))`,
);

/**
 * Shares the site, and the account if it is given, with other recorders until the transaction ends; deletions and
 * recounts wait for them. This comes before any row is written. Returns the results of queries that are sent with it.
 */
export async function shareSite(
  tx: Transaction<Tables>,
  siteId: string,
  accountId?: number,
  beside: readonly PreparedQuery[] = [],
): Promise<readonly Executed<unknown>[]> {
  const locks = [SHARE_SITE({ siteId }), ...(accountId === undefined ? [] : [SHARE_ACCOUNT({ accountId })])];
  const results = await pipeline(tx, [...locks, ...beside]);
  return results.slice(locks.length);
}

/** Keeps recorders away from the site until the transaction ends. What they recorded before is visible from now on. */
export async function lockSite(tx: Transaction<Tables>, siteId: string): Promise<void> {
  await execute(tx, LOCK_SITE({ siteId }));
}

/**
 * Keeps other deletions of the site's events away until the transaction ends. This comes before the first event is
 * deleted, and `lockSite` after it: two deletions would wait for each other's events.
 */
export async function lockDeletions(tx: Transaction<Tables>, siteId: string): Promise<void> {
  await execute(tx, LOCK_DELETIONS({ siteId }));
}

/**
 * Keeps recorders away from all sites of an account until the transaction ends. This comes after `shareSite` and before
 * any row is written, in the order of the recorders, so that nothing deadlocks.
 */
export async function lockSitesOf(tx: Transaction<Tables>, accountId: number): Promise<void> {
  await execute(tx, LOCK_ACCOUNT({ accountId }));
}
