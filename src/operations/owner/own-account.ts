import type { RequestContext } from '../../context.ts';
import { parsePassword } from '../../domain/password.ts';
import { Refusal, invalidParameter } from '../../domain/refusal.ts';
import type { AccessibleSite, Site } from '../../domain/site.ts';
import { findPasswordHash, setPassword } from '../../queries/accounts.ts';
import { type ApiKey, listKeys } from '../../queries/api-keys.ts';
import { type AuditEntry, listAuditEntries } from '../../queries/audit.ts';
import { deleteInvitationOf } from '../../queries/invitations.ts';
import { type Session, deleteSessionOf, deleteSessionsOf, listSessions } from '../../queries/sessions.ts';
import { grantAccess, requireOwner } from '../access.ts';
import { byOwner, inAccount } from './in-account.ts';

/** Passwords that a session may try in any 60 seconds. */
const PASSWORD_TRIES = 10;

const USUAL_ENTRIES = 50;
const MOST_ENTRIES = 200;

/** The address of the owner. Throws OWNER_REQUIRED. */
export function ownEmail(ctx: RequestContext): string {
  return requireOwner(ctx).email;
}

/** The keys of the account, oldest first. Throws OWNER_REQUIRED. */
export async function ownKeys(ctx: RequestContext): Promise<readonly ApiKey[]> {
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

/** A site that the owner has changed. What the request knew of it before is forgotten. */
export function changedSite({ caller, loaders }: RequestContext, site: Site): AccessibleSite {
  loaders.site.clear(site.id).prime(site.id, site);
  loaders.retentionDays.clear(site.id);
  return grantAccess(caller, site, 'read');
}

/**
 * Changes the password, ends all other sessions and voids the account's invitation. An account without a password needs no
 * current one. Throws WRONG_PASSWORD, also if another change of it came first, INVALID_PARAMETER, OWNER_REQUIRED,
 * OVERLOADED, and RATE_LIMITED after too many tries.
 */
export async function changeOwnPassword(
  ctx: RequestContext,
  given: { readonly current: string | undefined; readonly next: string },
): Promise<void> {
  const { accountId, sessionId } = requireOwner(ctx);
  const next = parsePassword(given.next);
  const tries = await ctx.limiter.spend(`${accountId}:owner`, 'password', PASSWORD_TRIES);
  if (!tries.granted) throw new Refusal('RATE_LIMITED', { retryAfterSeconds: tries.retryAfterSeconds });
  const by = `account ${accountId}`;
  const stored = await findPasswordHash(ctx.db, accountId);
  if (stored !== null && !(await ctx.passwords.verify(given.current ?? '', stored, by)))
    throw wrongPassword();
  const passwordHash = await ctx.passwords.hash(next, by);
  const asker = byOwner(ctx);
  await inAccount(asker, asker.own, async (tx) => {
    if ((await findPasswordHash(tx, accountId)) !== stored) throw wrongPassword();
    await deleteInvitationOf(tx, accountId);
    await setPassword(tx, accountId, passwordHash);
    await deleteSessionsOf(tx, accountId, sessionId ?? undefined);
    const line = { action: 'password.change', detail: 'all other sessions ended' };
    return { result: undefined, lines: [line] };
  });
}

function wrongPassword(): Refusal {
  return new Refusal('WRONG_PASSWORD', { clause: 'the current password is wrong' });
}

/** Ends a session of the account, which may be that of the request. SESSION_NOT_FOUND if it has none with this id. */
export async function endOwnSession(ctx: RequestContext, id: number): Promise<void> {
  const asker = byOwner(ctx);
  await inAccount(asker, asker.own, async (tx, account) => {
    if (!(await deleteSessionOf(tx, account.id, id)))
      throw new Refusal('SESSION_NOT_FOUND', { clause: `there is no session ${id}` });
    return { result: undefined, lines: [{ action: 'session.end', detail: `session ${id}` }] };
  });
}

/** Ends all sessions of the account but that of the request, and voids its invitation. Returns how many sessions there were. */
export async function endOtherSessions(ctx: RequestContext): Promise<number> {
  const asker = byOwner(ctx);
  const { sessionId } = requireOwner(ctx);
  return inAccount(asker, asker.own, async (tx, account) => {
    await deleteInvitationOf(tx, account.id);
    const ended = await deleteSessionsOf(tx, account.id, sessionId ?? undefined);
    return { result: ended, lines: [{ action: 'session.end-others', detail: `${ended} sessions` }] };
  });
}
