import type { Transaction } from 'kysely';
import { type Passwords, parsePassword } from '../../domain/password.ts';
import { Refusal } from '../../domain/refusal.ts';
import { type SessionLimits, generateToken, hashToken, sessionEnd } from '../../domain/session.ts';
import type { Database } from '../../database/database.ts';
import type { Tables } from '../../database/tables.ts';
import { findPasswordHash, findSignInAccount, setPassword } from '../../queries/accounts.ts';
import { type Invitation, findInvitation, takeInvitation } from '../../queries/invitations.ts';
import { deleteSession, deleteSessionsOf, insertSession } from '../../queries/sessions.ts';
import type { SessionGuard } from './authenticate-owner.ts';
import { type Asker, type Changed, type NamedAccount, inEvenDeleted } from './in-account.ts';
import type { SignInGuard } from './sign-in-guard.ts';

/** What somebody signs in with. */
export type Credentials =
  | { readonly email: string; readonly password: string }
  /** The token of a link, with the new password if the link asks for one. */
  | { readonly token: string; readonly password: string | undefined };

export type SignInParts = {
  readonly db: Database;
  readonly passwords: Passwords;
  readonly guard: SignInGuard;
  readonly sessionGuard: SessionGuard;
  readonly limits: SessionLimits;
};

/** Where a sign-in comes from. */
export type Browser = {
  /** Its address; undefined if that is unknown. */
  readonly client: string | undefined;
  readonly userAgent: string;
  /** The token of the session that it has had so far, which ends. */
  readonly oldToken: string | undefined;
};

/** A new session. Its token is known only now: what is stored is a hash. */
export type NewSession = { readonly email: string; readonly token: string };

/** Those whose addresses are unknown count as one. */
const UNKNOWN = 'unknown';

const LONGEST_USER_AGENT = 200;

/**
 * Starts a session. Throws SIGN_IN_FAILED, after the same time whether or not the account exists; INVITATION_INVALID;
 * PASSWORD_REQUIRED, which leaves the link valid; RATE_LIMITED after too many failures, and OVERLOADED.
 */
export async function signIn(
  parts: SignInParts,
  credentials: Credentials,
  browser: Browser,
  nowMs: number,
): Promise<NewSession> {
  return 'token' in credentials
    ? useInvitation(parts, credentials, browser, nowMs)
    : usePassword(parts, credentials, browser, nowMs);
}

async function usePassword(
  parts: SignInParts,
  { email, password }: { readonly email: string; readonly password: string },
  browser: Browser,
  nowMs: number,
): Promise<NewSession> {
  const { db, passwords, guard } = parts;
  const found = await guard.attempt({ client: browser.client, email }, async () => {
    const account = await findSignInAccount(db, email);
    const isRight = await passwords.verify(
      password,
      account?.passwordHash ?? null,
      browser.client ?? UNKNOWN,
    );
    return isRight ? account : undefined;
  });
  if (found === undefined) throw new Refusal('SIGN_IN_FAILED');
  return inEvenDeleted(bySignIn(parts, found, nowMs), found.id, async (tx, account) => {
    // whoever has changed the password meanwhile has ended the sessions that began with this one
    if (account === undefined || (await findPasswordHash(tx, found.id)) !== found.passwordHash)
      throw new Refusal('SIGN_IN_FAILED');
    return startSession(tx, parts, { account, browser, nowMs });
  });
}

async function useInvitation(
  parts: SignInParts,
  { token, password }: { readonly token: string; readonly password: string | undefined },
  browser: Browser,
  nowMs: number,
): Promise<NewSession> {
  const { passwords } = parts;
  const tokenHash = hashToken(token);
  const invitation = await checkInvitation(parts, token, browser, nowMs);
  if (password === undefined && invitation.asksForPassword) throw new Refusal('PASSWORD_REQUIRED');
  const passwordHash =
    password === undefined
      ? undefined
      : await passwords.hash(parsePassword(password), browser.client ?? UNKNOWN);
  const invited = { id: invitation.accountId, email: invitation.email };
  return inEvenDeleted(bySignIn(parts, invited, nowMs), invited.id, async (tx, account) => {
    if (account === undefined || !(await takeInvitation(tx, tokenHash)))
      throw new Refusal('INVITATION_INVALID');
    if (passwordHash === undefined) return startSession(tx, parts, { account, browser, nowMs });
    await setPassword(tx, account.id, passwordHash);
    await deleteSessionsOf(tx, account.id);
    const { result, lines } = await startSession(tx, parts, { account, browser, nowMs });
    return { result, lines: [{ action: 'password.set', detail: 'by a sign-in link' }, ...lines] };
  });
}

/**
 * What a sign-in link asks for, which leaves it valid. Throws INVITATION_INVALID; RATE_LIMITED after too many failures.
 */
export async function checkInvitation(
  { db, guard }: SignInParts,
  token: string,
  { client }: Browser,
  nowMs: number,
): Promise<Invitation> {
  const found = await guard.attempt({ client }, async () =>
    unlessExpired(await findInvitation(db, hashToken(token)), nowMs),
  );
  if (found === undefined) throw new Refusal('INVITATION_INVALID');
  return found;
}

/** An owner who is not signed in yet: what they may do is checked by the sign-in. */
export function bySignIn({ db }: SignInParts, { email }: NamedAccount, nowMs: number): Asker {
  return { db, nowMs, by: email, own: undefined };
}

function unlessExpired(invitation: Invitation | undefined, nowMs: number): Invitation | undefined {
  return invitation !== undefined && invitation.expiresAtMs > nowMs ? invitation : undefined;
}

/** Starts a session of an account, in place of the one that the browser has had so far. */
export async function startSession(
  tx: Transaction<Tables>,
  { limits, sessionGuard }: SignInParts,
  given: {
    readonly account: NamedAccount;
    readonly browser: Browser;
    readonly nowMs: number;
  },
): Promise<Changed<NewSession>> {
  const { account, browser, nowMs } = given;
  const token = generateToken();
  const tokenHash = hashToken(token);
  sessionGuard.remember(tokenHash);
  const userAgent = browser.userAgent.slice(0, LONGEST_USER_AGENT);
  if (browser.oldToken !== undefined) await deleteSession(tx, hashToken(browser.oldToken));
  await insertSession(tx, {
    accountId: account.id,
    tokenHash,
    userAgent,
    createdAtMs: nowMs,
    endsAtMs: sessionEnd(limits, nowMs, nowMs),
  });
  return {
    result: { email: account.email, token },
    lines: [{ action: 'session.start', detail: userAgent }],
  };
}

/** Ends the session with this token, if there is one. */
export async function signOut(db: Database, token: string): Promise<void> {
  await deleteSession(db, hashToken(token));
}
