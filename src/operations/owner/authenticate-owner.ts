import type { Logger } from 'pino';
import type { Caller } from '../../context.ts';
import type { Database } from '../../database/database.ts';
import { Refusal, quote } from '../../domain/refusal.ts';
import { type SessionLimits, hashToken, sessionEnd } from '../../domain/session.ts';
import type { Site } from '../../domain/site.ts';
import type { Limits } from '../../limits/limits.ts';
import { type SessionRecord, findSession, markSessionUsed } from '../../queries/sessions.ts';
import { findAccount } from '../../queries/accounts.ts';
import { type LastUse, createLastUse } from '../last-use.ts';
import { type TokenGuard, createTokenGuard } from '../token-guard.ts';

export type SessionUse = LastUse<SessionRecord>;

/** Keeps the last use of sessions, which moves their end. */
export function createSessionUse(db: Database, log: Logger, limits: SessionLimits): SessionUse {
  return createLastUse(log, 'session', ({ id, createdAtMs }, nowMs) =>
    markSessionUsed(db, { id, lastUsedAtMs: nowMs, endsAtMs: sessionEnd(limits, createdAtMs, nowMs) }),
  );
}

export type SessionGuard = TokenGuard<SessionRecord | undefined>;

export function createSessionGuard(now: () => number, { failureLimit }: Limits): SessionGuard {
  const isGood = (session: SessionRecord | undefined, nowMs: number) => isOpen(session, nowMs);
  return createTokenGuard({ what: 'session cookies', isGood, now, failureLimit });
}

function isOpen(session: SessionRecord | undefined, nowMs: number): session is SessionRecord {
  return session !== undefined && session.endsAtMs > nowMs;
}

type OwnerParts = {
  readonly db: Database;
  readonly sessionUse: SessionUse;
  readonly sessionGuard: SessionGuard;
};

type Presented = {
  /** The token of the session. */
  readonly token: string;
  readonly siteId?: string | undefined;
  /** The client, whose invalid cookies are limited. */
  readonly client?: (() => string | undefined) | undefined;
};

type Owner = Extract<Caller, { readonly kind: 'owner' }>;

/**
 * The owner behind the token of a session, read from the database for each request, so that a session that is ended
 * elsewhere ends at once. Throws SESSION_ENDED, and RATE_LIMITED after too many invalid cookies.
 */
export async function authenticateOwner(
  { db, sessionUse, sessionGuard }: OwnerParts,
  { token, siteId, client = () => undefined }: Presented,
  nowMs: number,
): Promise<{ readonly caller: Owner; readonly site: Site | undefined }> {
  const tokenHash = hashToken(token);
  const session = await sessionGuard.lookUp(tokenHash, client, () => findSession(db, tokenHash, siteId));
  if (!isOpen(session, nowMs)) throw new Refusal('SESSION_ENDED');
  sessionUse.note(session, nowMs);
  const { accountId, plan, email, id: sessionId, site } = session;
  return { caller: { kind: 'owner', accountId, plan, email, sessionId }, site };
}

/**
 * The owner whom a trusted proxy has signed in, by the values of its header (`TRUSTED_USER_HEADER`). Throws
 * PROXY_USER_REFUSED if there are several, or if none of our accounts has the address.
 */
export async function authenticateProxyUser(db: Database, users: readonly string[]): Promise<Owner> {
  const [email = '', ...others] = users;
  if (others.length > 0) throw new Refusal('PROXY_USER_REFUSED', { message: SEVERAL_USERS });
  const account = await findAccount(db, email);
  if (account === undefined)
    throw new Refusal('PROXY_USER_REFUSED', {
      message: `There is no account ${quote(email)}. ${NO_ACCOUNT}`,
    });
  const { id: accountId, plan } = account;
  return { kind: 'owner', accountId, plan, email: account.email, sessionId: null };
}

const SEVERAL_USERS =
  'The proxy in front of the service sent its header with the user (TRUSTED_USER_HEADER) more than once. ' +
  'It must replace those that browsers send.';

const NO_ACCOUNT = 'The proxy in front of the service must name the e-mail address of an account.';
