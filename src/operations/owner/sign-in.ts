import type { Transaction } from 'kysely';
import { type Passwords, parsePassword } from '../../domain/password.ts';
import { Refusal } from '../../domain/refusal.ts';
import { type SessionLimits, generateToken, hashToken, sessionEnd } from '../../domain/session.ts';
import type { Database } from '../../database/database.ts';
import type { Tables } from '../../database/tables.ts';
import { inTransaction } from '../../database/transaction.ts';
import { type SignInAccount, findSignInAccount, setPassword } from '../../queries/accounts.ts';
import { type Invitation, findInvitation, takeInvitation } from '../../queries/invitations.ts';
import { deleteSession, deleteSessionsOf, insertSession } from '../../queries/sessions.ts';
import { audit } from './audit.ts';
import type { SessionGuard } from './authenticate-owner.ts';
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
  return inTransaction(db, (tx) => startSession(tx, parts, { account: found, browser, nowMs }));
}

async function useInvitation(
  parts: SignInParts,
  { token, password }: { readonly token: string; readonly password: string | undefined },
  browser: Browser,
  nowMs: number,
): Promise<NewSession> {
  const { db, passwords, guard } = parts;
  const tokenHash = hashToken(token);
  const invitation = await guard.attempt({ client: browser.client }, async () =>
    unlessExpired(await findInvitation(db, tokenHash), nowMs),
  );
  if (invitation === undefined) throw new Refusal('INVITATION_INVALID');
  if (password === undefined && invitation.asksForPassword) throw new Refusal('PASSWORD_REQUIRED');
  const passwordHash =
    password === undefined
      ? undefined
      : await passwords.hash(parsePassword(password), browser.client ?? UNKNOWN);
  const account = { id: invitation.accountId, email: invitation.email };
  return inTransaction(db, async (tx) => {
    if (!(await takeInvitation(tx, tokenHash))) throw new Refusal('INVITATION_INVALID');
    if (passwordHash !== undefined) {
      await setPassword(tx, account.id, passwordHash);
      await deleteSessionsOf(tx, account.id);
      await audit({ db: tx, nowMs, by: account.email }, account.id, 'password.set', 'by a sign-in link');
    }
    return startSession(tx, parts, { account, browser, nowMs });
  });
}

function unlessExpired(invitation: Invitation | undefined, nowMs: number): Invitation | undefined {
  return invitation !== undefined && invitation.expiresAtMs > nowMs ? invitation : undefined;
}

/** Starts a session of an account, in place of the one that the browser has had so far. */
export async function startSession(
  tx: Transaction<Tables>,
  { limits, sessionGuard }: SignInParts,
  given: {
    readonly account: Pick<SignInAccount, 'id' | 'email'>;
    readonly browser: Browser;
    readonly nowMs: number;
  },
): Promise<NewSession> {
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
  await audit({ db: tx, nowMs, by: account.email }, account.id, 'session.start', userAgent);
  return { email: account.email, token };
}

/** Ends the session with this token, if there is one. */
export async function signOut(db: Database, token: string): Promise<void> {
  await deleteSession(db, hashToken(token));
}
