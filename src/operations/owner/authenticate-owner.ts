import type { Logger } from 'pino';
import type { Caller } from '../../context.ts';
import type { Database } from '../../database/database.ts';
import { Refusal } from '../../domain/refusal.ts';
import { type SessionLimits, hashToken, sessionEnd } from '../../domain/session.ts';
import type { Site } from '../../domain/site.ts';
import { type SessionRecord, findSession, markSessionUsed } from '../../queries/sessions.ts';
import { type LastUse, createLastUse } from '../last-use.ts';

export type SessionUse = LastUse<SessionRecord>;

/** Keeps the last use of sessions, which moves their end. */
export function createSessionUse(db: Database, log: Logger, limits: SessionLimits): SessionUse {
  return createLastUse(log, 'session', ({ id, createdAtMs }, nowMs) =>
    markSessionUsed(db, { id, lastUsedAtMs: nowMs, endsAtMs: sessionEnd(limits, createdAtMs, nowMs) }),
  );
}

type OwnerParts = { readonly db: Database; readonly sessionUse: SessionUse };

/**
 * The owner behind the token of a session, read from the database for each request, so that a session that is ended
 * elsewhere ends at once. Throws SESSION_ENDED.
 */
export async function authenticateOwner(
  { db, sessionUse }: OwnerParts,
  { token, siteId }: { readonly token: string; readonly siteId?: string | undefined },
  nowMs: number,
): Promise<{ readonly caller: Caller; readonly site: Site | undefined }> {
  const session = await findSession(db, hashToken(token), siteId);
  if (session === undefined || session.endsAtMs <= nowMs) throw new Refusal('SESSION_ENDED');
  sessionUse.note(session, nowMs);
  const { accountId, plan, email, id: sessionId, site } = session;
  return { caller: { kind: 'owner', accountId, plan, email, sessionId }, site };
}
