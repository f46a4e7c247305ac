import type { RequestContext } from '../../context.ts';
import { parsePassword } from '../../domain/password.ts';
import { Refusal, invalidParameter } from '../../domain/refusal.ts';
import { inTransaction } from '../../database/transaction.ts';
import { findSignInAccount, setPassword } from '../../queries/accounts.ts';
import { type ApiKey as OwnKey, listKeys } from '../../queries/api-keys.ts';
import { type AuditEntry, listAuditEntries } from '../../queries/audit.ts';
import { deleteInvitationOf } from '../../queries/invitations.ts';
import { type Session, deleteSessionOf, deleteSessionsOf, listSessions } from '../../queries/sessions.ts';
import { requireOwner } from '../access.ts';
import { type Change, audit } from './audit.ts';
import { ManagementRefusal } from './refusal.ts';

export type { OwnKey };

/** Passwords that a session may try in any 60 seconds. */
const PASSWORD_TRIES = 10;

const USUAL_ENTRIES = 50;
const MOST_ENTRIES = 200;

/** The change that the signed-in owner makes. Throws OWNER_REQUIRED. */
export function byOwner(ctx: RequestContext): Change {
  return { db: ctx.db, nowMs: ctx.nowMs, by: requireOwner(ctx).email };
}

/** The address of the owner. Throws OWNER_REQUIRED. */
export function ownEmail(ctx: RequestContext): string {
  return requireOwner(ctx).email;
}

/** The keys of the account, oldest first. Throws OWNER_REQUIRED. */
export async function ownKeys(ctx: RequestContext): Promise<readonly OwnKey[]> {
  return listKeys(ctx.db, requireOwner(ctx).accountId);
}

/** A session, and whether it is that of the request. */
export type OwnSession = Session & { readonly isCurrent: boolean };

/** The sessions of the account that have not ended, newest first. Throws OWNER_REQUIRED. */
export async function ownSessions(ctx: RequestContext): Promise<readonly OwnSession[]> {
  const { accountId, sessionId } = requireOwner(ctx);
  const sessions = await listSessions(ctx.db, accountId, ctx.nowMs);
  return sessions.map((session) => ({ ...session, isCurrent: session.id === sessionId }));
}

/** The newest changes of the account, newest first. Throws OWNER_REQUIRED, INVALID_PARAMETER. */
export async function ownAudit(ctx: RequestContext, limit = USUAL_ENTRIES): Promise<readonly AuditEntry[]> {
  const { accountId } = requireOwner(ctx);
  if (limit < 1 || limit > MOST_ENTRIES)
    throw invalidParameter('limit', limit, `a whole number from 1 to ${MOST_ENTRIES}`);
  return listAuditEntries(ctx.db, accountId, limit);
}

/**
 * Changes the password, ends all other sessions and voids the account's invitation. An account without a password needs no current one. Throws
 * WRONG_PASSWORD, INVALID_PARAMETER, OWNER_REQUIRED, OVERLOADED, and RATE_LIMITED after too many tries.
 */
export async function changeOwnPassword(
  ctx: RequestContext,
  given: { readonly current: string | undefined; readonly next: string },
): Promise<void> {
  const { accountId, email, sessionId } = requireOwner(ctx);
  const next = parsePassword(given.next);
  const tries = await ctx.limiter.spend(`${accountId}:owner`, 'password', PASSWORD_TRIES);
  if (!tries.granted) throw new Refusal('RATE_LIMITED', { retryAfterSeconds: tries.retryAfterSeconds });
  const by = `account ${accountId}`;
  const stored = (await findSignInAccount(ctx.db, email))?.passwordHash ?? null;
  if (stored !== null && !(await ctx.passwords.verify(given.current ?? '', stored, by)))
    throw new ManagementRefusal('WRONG_PASSWORD', 'the current password is wrong');
  const passwordHash = await ctx.passwords.hash(next, by);
  await inTransaction(ctx.db, async (tx) => {
    // first, as whoever uses it does: so of the two none waits for the other in turn
    await deleteInvitationOf(tx, accountId);
    await setPassword(tx, accountId, passwordHash);
    await deleteSessionsOf(tx, accountId, sessionId ?? undefined);
    await audit({ ...byOwner(ctx), db: tx }, accountId, 'password.change', 'all other sessions ended');
  });
}

/** Ends a session of the account, which may be that of the request. SESSION_NOT_FOUND if it has none with this id. */
export async function endOwnSession(ctx: RequestContext, id: number): Promise<void> {
  const { accountId } = requireOwner(ctx);
  await inTransaction(ctx.db, async (tx) => {
    if (!(await deleteSessionOf(tx, accountId, id)))
      throw new ManagementRefusal('SESSION_NOT_FOUND', `there is no session ${id}`);
    await audit({ ...byOwner(ctx), db: tx }, accountId, 'session.end', `session ${id}`);
  });
}

/** Ends all sessions of the account but that of the request, and voids its invitation. Returns how many sessions there were. */
export async function endOtherSessions(ctx: RequestContext): Promise<number> {
  const { accountId, sessionId } = requireOwner(ctx);
  return inTransaction(ctx.db, async (tx) => {
    await deleteInvitationOf(tx, accountId);
    const ended = await deleteSessionsOf(tx, accountId, sessionId ?? undefined);
    await audit({ ...byOwner(ctx), db: tx }, accountId, 'session.end-others', `${ended} sessions`);
    return ended;
  });
}
