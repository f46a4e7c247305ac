import type { RequestContext } from '../../context.ts';
import type { Database } from '../../database/database.ts';
import { Refusal } from '../../domain/refusal.ts';
import { deleteInvitationOf } from '../../queries/invitations.ts';
import { type Session, deleteSessionOf, deleteSessionsOf, listSessions } from '../../queries/sessions.ts';
import { requireOwner } from '../access.ts';
import { requireAccount } from './accounts.ts';
import { type Asker, type NamedAccount, byOwner, inAccount } from './in-account.ts';

export type { Session };

/** A session, and whether it is that of the request. */
export type OwnSession = Session & { readonly isCurrent: boolean };

/** The sessions of the owner's account that have not ended, newest first. Throws OWNER_REQUIRED. */
export async function ownSessions(ctx: RequestContext): Promise<readonly OwnSession[]> {
  const { accountId, sessionId } = requireOwner(ctx);
  const sessions = await listSessions(ctx.db, accountId, ctx.nowMs);
  return sessions.map((session) => ({ ...session, isCurrent: session.id === sessionId }));
}

/** The sessions of any account that have not ended, newest first, for an operator. Throws ACCOUNT_NOT_FOUND. */
export async function sessionsOf(db: Database, email: string, nowMs: number): Promise<readonly Session[]> {
  const { id } = await requireAccount(db, email);
  return listSessions(db, id, nowMs);
}

/** Ends a session of an account, which may be that of the request. SESSION_NOT_FOUND if it has none with this id. */
export async function endSession(asker: Asker, account: NamedAccount, id: number): Promise<void> {
  await inAccount(asker, account, async (tx) => {
    if (!(await deleteSessionOf(tx, account.id, id)))
      throw new Refusal('SESSION_NOT_FOUND', { clause: `there is no session ${id}` });
    return { result: undefined, lines: [{ action: 'session.end', detail: `session ${id}` }] };
  });
}

/** Ends all sessions of an account, and voids its invitation. Returns how many sessions there were. */
export async function endAllSessions(asker: Asker, account: NamedAccount): Promise<number> {
  return endSessions(asker, account, { action: 'session.end-all' });
}

/** Ends all sessions of the owner's account but that of the request. The rest is as in `endAllSessions`. */
export async function endOtherSessions(ctx: RequestContext): Promise<number> {
  const asker = byOwner(ctx);
  const { sessionId } = requireOwner(ctx);
  return endSessions(asker, asker.own, { action: 'session.end-others', exceptId: sessionId ?? undefined });
}

async function endSessions(
  asker: Asker,
  account: NamedAccount,
  { action, exceptId }: { readonly action: string; readonly exceptId?: number | undefined },
): Promise<number> {
  return inAccount(asker, account, async (tx) => {
    await deleteInvitationOf(tx, account.id);
    const ended = await deleteSessionsOf(tx, account.id, exceptId);
    return { result: ended, lines: [{ action, detail: `${ended} sessions` }] };
  });
}
