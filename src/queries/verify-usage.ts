import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { lockSitesOf } from '../database/site-lock.ts';
import { inTransaction } from '../database/transaction.ts';
import { recountUsage } from './usage.ts';

/** A month in which an account's usage differs from what was recorded. */
export type UsageDrift = {
  readonly accountId: number;
  readonly email: string;
  /** Its first day, `YYYY-MM-DD`. */
  readonly month: string;
  /** What was recorded in it, deleted events and sites included. */
  readonly recorded: number;
  readonly used: number;
};

/**
 * Compares the usage of one account, or of all that were not deleted, with what was recorded, at one moment. Room that
 * is reserved at this moment is a difference too.
 */
export async function findUsageDrift(
  db: Database,
  accountId: number | undefined,
): Promise<readonly UsageDrift[]> {
  const ofAccount = accountId === undefined ? sql`` : sql`where account_id = ${accountId}`;
  const { rows } = await sql<UsageDrift>`
    with recorded as (
      select account_id, month, sum(events)::bigint as events from site_months ${ofAccount} group by 1, 2
    ), used as (
      select account_id, month, events from usage ${ofAccount}
    )
    select a.id as "accountId", a.email, to_char(month, 'YYYY-MM-DD') as month,
           coalesce(r.events, 0) as recorded, coalesce(u.events, 0) as used
    from recorded r full join used u using (account_id, month) join accounts a on a.id = account_id
    where a.deleted_at is null and coalesce(r.events, 0) <> coalesce(u.events, 0)
    order by a.id, month`.execute(db);
  return rows;
}

/** Sets the usage of a month to what was recorded, in a transaction that keeps the account's recorders away. */
export async function rebuildUsage(db: Database, accountId: number, month: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockSitesOf(tx, accountId);
    await recountUsage(tx, { accountId, nowMs: Date.parse(month), events: 0 }, Infinity);
  });
}
