import type { Arrival, Connection, Parts, RequestContext } from './context.ts';
import type { PublicUrl } from './domain/public-url.ts';
import type { SessionLimits } from './domain/session.ts';
import type { Limits } from './limits/limits.ts';
import { requireOwnPage } from './http/require-own-page.ts';
import { sessionToken } from './http/session-cookie.ts';
import { authenticate, createKeyGuard, createKeyUse } from './operations/authenticate.ts';
import {
  type SessionGuard,
  authenticateOwner,
  authenticateProxyUser,
  createSessionUse,
} from './operations/owner/authenticate-owner.ts';
import { createContext } from './operations/request-context.ts';

/** Finds the callers of requests, by their key, their session, or the word of a trusted proxy. */
export type Admission = {
  arrive(request: Request, requestId: string, connection?: Connection): Arrival;
  /** Waits until the last uses of keys and sessions are noted. */
  settle(): Promise<void>;
};

type AdmissionParts = Parts & {
  readonly publicUrl: () => PublicUrl;
  readonly sessionLimits: SessionLimits;
  readonly sessionGuard: SessionGuard;
  readonly limits: Limits;
};

/** The methods that change nothing, whoever makes a browser send them. */
const READS: readonly string[] = ['GET', 'HEAD'];

type Admitted = Awaited<ReturnType<typeof authenticate>>;

export function createAdmission(parts: AdmissionParts): Admission {
  const { db, log, now, publicUrl, sessionLimits, sessionGuard, limits } = parts;
  const keyGuard = createKeyGuard(now, limits);
  const keyUse = createKeyUse(db, log);
  const sessionUse = createSessionUse(db, log, sessionLimits);

  return {
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
          return enter(await authenticate({ db, keyGuard, keyUse }, presented, nowMs), siteId);
        },
        async admitOwner(siteId) {
          if (authorization !== null) return undefined;
          const { users = [] } = connection ?? {};
          if (users.length > 0) return enterFromProxy(users);
          const token = sessionToken(request, publicUrl());
          if (token === undefined) return undefined;
          if (!isRead) requireOwnPage(request, publicUrl());
          const presented = { token, siteId, client };
          return enter(await authenticateOwner({ db, sessionUse, sessionGuard }, presented, nowMs), siteId);
        },
      };
    },
    async settle() {
      await Promise.all([keyUse.settle(), sessionUse.settle()]);
    },
  };
}
