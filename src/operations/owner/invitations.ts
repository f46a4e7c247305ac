import { generateToken, hashToken } from '../../domain/session.ts';
import { DAY_MS } from '../../domain/time.ts';
import { inTransaction } from '../../database/transaction.ts';
import { replaceInvitation } from '../../queries/invitations.ts';
import { requireAccount } from './accounts.ts';
import { type Change, audit } from './audit.ts';

/** A new invitation. Its token is known only now: what is stored is a hash. */
export type NewInvitation = {
  readonly email: string;
  readonly token: string;
  readonly expiresAtMs: number;
};

/**
 * Makes a link with which the owner of an account signs in once, within a day. An earlier link of the account becomes
 * void. Unless told otherwise, the owner chooses a password with it. ACCOUNT_NOT_FOUND if there is no such account.
 */
export async function invite(
  change: Change,
  email: string,
  { asksForPassword = true }: { readonly asksForPassword?: boolean } = {},
): Promise<NewInvitation> {
  const account = await requireAccount(change.db, email);
  const token = generateToken();
  const expiresAtMs = change.nowMs + DAY_MS;
  const stored = { accountId: account.id, tokenHash: hashToken(token), expiresAtMs, asksForPassword };
  await inTransaction(change.db, async (tx) => {
    await replaceInvitation(tx, stored);
    await audit({ ...change, db: tx }, account.id, 'account.invite', account.email);
  });
  return { email: account.email, token, expiresAtMs };
}

/** The link for a browser. The token is in the fragment, which browsers send to no server. */
export function invitationLink(base: string, { token }: Pick<NewInvitation, 'token'>): string {
  return `${base}/sign-in#token=${token}`;
}
