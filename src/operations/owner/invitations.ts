import { generateToken, hashToken } from '../../domain/session.ts';
import { DAY_MS } from '../../domain/time.ts';
import { replaceInvitation } from '../../queries/invitations.ts';
import { requireAccount } from './accounts.ts';
import { type Asker, inAccount } from './in-account.ts';

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
  asker: Asker,
  given: string,
  { asksForPassword = true }: { readonly asksForPassword?: boolean } = {},
): Promise<NewInvitation> {
  const token = generateToken();
  const expiresAtMs = asker.nowMs + DAY_MS;
  const stored = { tokenHash: hashToken(token), expiresAtMs, asksForPassword };
  return inAccount(asker, await requireAccount(asker.db, given), async (tx, { id: accountId, email }) => {
    await replaceInvitation(tx, { ...stored, accountId });
    return {
      result: { email, token, expiresAtMs },
      lines: [{ action: 'account.invite', detail: email }],
    };
  });
}

/** The link for a browser. The token is in the fragment, which browsers send to no server. */
export function invitationLink(base: string, { token }: Pick<NewInvitation, 'token'>): string {
  return `${base}/sign-in#token=${token}`;
}
