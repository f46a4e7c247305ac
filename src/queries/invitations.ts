import type { Kysely } from 'kysely';
import type { Database } from '../database/database.ts';
import { readAccess } from '../database/query.ts';
import { epochMs, sqlInstant } from '../database/sql-time.ts';
import { type Param, statement } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';

export type Invitation = {
  readonly accountId: number;
  readonly email: string;
  readonly expiresAtMs: number;
  /** Whether the owner has to choose a password with it; otherwise the link alone signs them in. */
  readonly asksForPassword: boolean;
};

/** Stores the invitation of an account, in place of an earlier one. */
export async function replaceInvitation(
  db: Kysely<Tables>,
  {
    accountId,
    tokenHash,
    expiresAtMs,
    asksForPassword,
  }: Omit<Invitation, 'email'> & { readonly tokenHash: string },
): Promise<void> {
  const values = {
    token_hash: tokenHash,
    expires_at: sqlInstant(expiresAtMs),
    asks_for_password: asksForPassword,
  };
  await db
    .insertInto('invitations')
    .values({ account_id: accountId, ...values })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
    .execute();
}

const FIND_INVITATION = statement('find_invitation', (db, param: Param<{ tokenHash: string }>) =>
  db
    .selectFrom('invitations as i')
    .innerJoin('accounts as a', (join) =>
      join.onRef('a.id', '=', 'i.account_id').on('a.deleted_at', 'is', null),
    )
    .select((eb) => [
      'i.account_id as accountId',
      'a.email as email',
      epochMs(eb.ref('i.expires_at')).as('expiresAtMs'),
      'i.asks_for_password as asksForPassword',
    ])
    .where('i.token_hash', '=', param('tokenHash')),
);

/** The invitation with this hash, unless its account was deleted. It may have expired. */
export async function findInvitation(db: Database, tokenHash: string): Promise<Invitation | undefined> {
  return (await readAccess(db, FIND_INVITATION({ tokenHash })))[0];
}

/** Deletes the invitation of an account, if it has one. */
export async function deleteInvitationOf(tx: Kysely<Tables>, accountId: number): Promise<void> {
  await tx.deleteFrom('invitations').where('account_id', '=', accountId).execute();
}

/** Deletes the invitation with this hash; false if there is none, because it was used or replaced. */
export async function takeInvitation(tx: Kysely<Tables>, tokenHash: string): Promise<boolean> {
  const result = await tx.deleteFrom('invitations').where('token_hash', '=', tokenHash).executeTakeFirst();
  return result.numDeletedRows > 0n;
}
