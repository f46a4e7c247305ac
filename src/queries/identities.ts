import type { Kysely } from 'kysely';
import type { Identity } from '../domain/identity.ts';
import { sqlInstant } from '../database/sql-time.ts';
import type { Tables } from '../database/tables.ts';
import type { Account } from './accounts.ts';

/** The account that is linked to the identity, unless it was deleted. */
export async function findLinkedAccount(
  db: Kysely<Tables>,
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

/** Whom an account is linked to at an issuer; undefined if to nobody. */
export async function findLinkedSubject(
  db: Kysely<Tables>,
  accountId: number,
  issuer: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('identities')
    .select('subject')
    .where('account_id', '=', accountId)
    .where('issuer', '=', issuer)
    .executeTakeFirst();
  return row?.subject;
}

/** Links an account that has no link to the issuer to an identity of which no living account has the link. */
export async function linkIdentity(
  db: Kysely<Tables>,
  { issuer, subject }: Identity,
  accountId: number,
  atMs: number,
): Promise<void> {
  const link = { account_id: accountId, created_at: sqlInstant(atMs) };
  await db
    .insertInto('identities')
    .values({ issuer, subject, ...link })
    // that of a deleted account
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doUpdateSet(link))
    .execute();
}

/** Deletes the links of an account. Returns how many there were. */
export async function deleteIdentitiesOf(db: Kysely<Tables>, accountId: number): Promise<number> {
  const result = await db.deleteFrom('identities').where('account_id', '=', accountId).executeTakeFirst();
  return Number(result.numDeletedRows);
}
