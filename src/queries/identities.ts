import type { Kysely, Transaction } from 'kysely';
import type { Identity } from '../domain/identity.ts';
import type { Database } from '../database/database.ts';
import { instant } from '../database/sql-time.ts';
import type { Tables } from '../database/tables.ts';
import { type Account, lockAccount } from './accounts.ts';

/** The account that is linked to the identity, unless it was deleted. */
export async function findLinkedAccount(
  db: Database,
  { issuer, subject }: Identity,
): Promise<Pick<Account, 'id' | 'email'> | undefined> {
  return db
    .selectFrom('identities as i')
    .innerJoin('accounts as a', (join) =>
      join.onRef('a.id', '=', 'i.account_id').on('a.deleted_at', 'is', null),
    )
    .select(['a.id as id', 'a.email as email'])
    .where('i.issuer', '=', issuer)
    .where('i.subject', '=', subject)
    .executeTakeFirst();
}

/**
 * Links an account to an identity of which no living account has the link. False if the account has another identity of
 * this issuer. The account's row is locked, so that of two links at once one sees the other.
 */
export async function linkIdentity(
  tx: Transaction<Tables>,
  { issuer, subject }: Identity,
  accountId: number,
  atMs: number,
): Promise<boolean> {
  await lockAccount(tx, accountId);
  const linked = await tx
    .selectFrom('identities')
    .select('subject')
    .where('account_id', '=', accountId)
    .where('issuer', '=', issuer)
    .executeTakeFirst();
  if (linked !== undefined) return linked.subject === subject;
  const link = { account_id: accountId, created_at: instant(atMs) };
  await tx
    .insertInto('identities')
    .values({ issuer, subject, ...link })
    // that of a deleted account
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doUpdateSet(link))
    .execute();
  return true;
}

/** Deletes the links of an account. Returns how many there were. */
export async function deleteIdentitiesOf(db: Kysely<Tables>, accountId: number): Promise<number> {
  const result = await db.deleteFrom('identities').where('account_id', '=', accountId).executeTakeFirst();
  return Number(result.numDeletedRows);
}
