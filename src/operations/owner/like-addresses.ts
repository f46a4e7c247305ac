import { canonicalEmail, foldedEmail } from '../../domain/email.ts';
import type { Database } from '../../database/database.ts';
import { type Account, listAccounts } from '../../queries/accounts.ts';

/** Accounts whose addresses may be mistaken for each other or, before the migration 0017, for another spelling. */
export type LikeAddresses = {
  /** Several accounts of one address, which was stored in two forms. The first is named by all other spellings of it. */
  readonly twins: readonly (readonly Account[])[];
  /** Accounts of different addresses that some databases cannot tell apart. */
  readonly alike: readonly (readonly Account[])[];
  /** Accounts of addresses that were named in lower case too, where the database lowers more than the letters A to Z. */
  readonly capitals: readonly Account[];
};

/** Compares the addresses of all accounts, oldest first. */
export async function findLikeAddresses(db: Database): Promise<LikeAddresses> {
  const accounts = await listAccounts(db);
  const byAddress = severalBy(accounts, ({ email }) => canonicalEmail(email));
  const byLooks = severalBy(accounts, ({ email }) => foldedEmail(email));
  return {
    twins: byAddress,
    alike: byLooks.filter((group) => new Set(group.map(({ email }) => canonicalEmail(email))).size > 1),
    capitals: accounts.filter(({ email }) => canonicalEmail(email) !== foldedEmail(email)),
  };
}

function severalBy(
  accounts: readonly Account[],
  keyOf: (account: Account) => string,
): readonly (readonly Account[])[] {
  const groups = new Map<string, Account[]>();
  for (const account of accounts) {
    const key = keyOf(account);
    const group = groups.get(key);
    if (group) group.push(account);
    else groups.set(key, [account]);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}
