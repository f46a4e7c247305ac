import type { Arrival, Connection, Parts, RequestContext } from './context.ts';
import type { PublicUrl } from './domain/public-url.ts';
import type { SessionLimits } from './domain/session.ts';
import type { Limits } from './limits/limits.ts';
import { requireOwnPage } from './http/require-own-page.ts';
import { sessionToken } from './http/session-cookie.ts';
import { shareToken } from './http/share-cookie.ts';
import { authenticate, createKeyGuard, createKeyUse } from './operations/authenticate.ts';
import {
  type SessionGuard,
  authenticateOwner,
  authenticateProxyUser,
  createSessionUse,
} from './operations/owner/authenticate-owner.ts';
import { type ShareGuard, authenticateShare, createShareUse } from './operations/owner/authenticate-share.ts';
import { createContext } from './operations/request-context.ts';

/** Finds the callers of requests, by their key, their share link, their session, or the word of a trusted proxy. */
export type Admission = {
  arrive(request: Request, requestId: string, connection?: Connection): Arrival;
  /** Waits until the last uses of keys, sessions and share links are noted. */
  settle(): Promise<void>;
};

type AdmissionParts = Parts & {
  readonly publicUrl: () => PublicUrl;
  readonly sessionLimits: SessionLimits;
  readonly sessionGuard: SessionGuard;
  readonly shareGuard: ShareGuard;
  readonly limits: Limits;
};

/** The methods that change nothing, whoever makes a browser send them. */
const READS: readonly string[] = ['GET', 'HEAD'];

type Admitted = Awaited<ReturnType<typeof authenticate>>;

export function createAdmission(parts: AdmissionParts): Admission {
  const { db, now, publicUrl } = parts;
  const { byKey, bySession, byLink, settle } = createWays(parts);

  return {
    settle,
    arrive(request, requestId, connection) {
      const nowMs = now();
      const authorization = request.headers.get('authorization');
      const isRead = READS.includes(request.method);
      const client = connection?.client;
      const enter = ({ caller, site }: Admitted, siteId?: string) => {
        const ctx = createContext(parts, { requestId, nowMs, caller });
        if (siteId !== undefined) ctx.loaders.site.prime(siteId, site);
        return ctx;
      };
      const enterFromProxy = async (users: readonly string[]): Promise<RequestContext> => {
        // A proxy that knows people by their network attaches its header to requests without credentials too, which
        // CORS_ORIGINS may let other pages read.
        if (!isRead || request.headers.has('origin')) requireOwnPage(request, publicUrl());
        const caller = await authenticateProxyUser(db, users);
        return createContext(parts, { requestId, nowMs, caller });
      };
      return {
        requestId,
        nowMs,
        ...(connection && { cut: connection.cut, client: connection.client }),
        async admit(siteId) {
          const presented = { authorization, siteId, client };
          return enter(await authenticate(byKey, presented, nowMs), siteId);
        },
        async admitShare() {
          const token = authorization === null ? shareToken(request, publicUrl()) : undefined;
          if (token === undefined) return undefined;
          if (!isRead) requireOwnPage(request, publicUrl());
          const admitted = await authenticateShare(byLink, { token, client }, nowMs);
          return enter(admitted, admitted.site.id);
        },
        async admitOwner(siteId) {
          if (authorization !== null) return undefined;
          const { users = [] } = connection ?? {};
          if (users.length > 0) return enterFromProxy(users);
          const token = sessionToken(request, publicUrl());
          if (token === undefined) return undefined;
          if (!isRead) requireOwnPage(request, publicUrl());
          const presented = { token, siteId, client };
          return enter(await authenticateOwner(bySession, presented, nowMs), siteId);
        },
      };
    },
  };
}

/** What each way to authenticate needs, and how to wait for what they note. */
function createWays({ db, log, now, sessionLimits, sessionGuard, shareGuard, limits }: AdmissionParts) {
  const keyUse = createKeyUse(db, log);
  const sessionUse = createSessionUse(db, log, sessionLimits);
  const shareUse = createShareUse(db, log);
  return {
    byKey: { db, keyGuard: createKeyGuard(now, limits), keyUse },
    bySession: { db, sessionGuard, sessionUse },
    byLink: { db, shareGuard, shareUse },
    settle: async () => {
      await Promise.all([keyUse.settle(), sessionUse.settle(), shareUse.settle()]);
    },
  };
}
