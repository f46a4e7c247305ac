import type { Logger } from 'pino';
import type { Arrival, Caller, Connection, Parts, RequestContext } from './context.ts';
import type { PublicUrl } from './domain/public-url.ts';
import { Refusal } from './domain/refusal.ts';
import type { SessionLimits } from './domain/session.ts';
import type { Limits } from './limits/limits.ts';
import type { RequestHead } from './http/incoming.ts';
import { requireOwnPage } from './http/require-own-page.ts';
import { sessionToken } from './http/session-cookie.ts';
import { shareToken } from './http/share-cookie.ts';
import { authenticateDrain } from './operations/authenticate-drain.ts';
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
  arrive(request: RequestHead, requestId: string, connection?: Connection): Arrival;
  /** Waits until the last uses of keys, sessions and share links are noted. */
  settle(): Promise<void>;
};

type AdmissionParts = Parts & {
  readonly publicUrl: (forwardedOrigin?: string) => PublicUrl;
  readonly sessionLimits: SessionLimits;
  readonly sessionGuard: SessionGuard;
  readonly shareGuard: ShareGuard;
  readonly limits: Limits;
};

/** The methods that change nothing, whoever makes a browser send them. */
const READS: readonly string[] = ['GET', 'HEAD'];

type Admitted = Awaited<ReturnType<typeof authenticate>>;

/** Looks the caller up, at a time: when the request arrived, or later to see whether they still may do what they do. */
type Find = (atMs: number) => Promise<Admitted>;

/** An address that a proxy names may have got another account. */
function requireSame(before: Caller, now: Caller): void {
  if (before.accountId !== now.accountId) throw new Refusal('USER_NOT_FOUND');
}

export function createAdmission(parts: AdmissionParts): Admission {
  const ways = createWays(parts);
  return {
    settle: ways.settle,
    arrive: (request, requestId, connection) => arrive(parts, ways, { request, requestId, connection }),
  };
}

type Sent = {
  readonly request: RequestHead;
  readonly requestId: string;
  readonly connection: Connection | undefined;
};

function arrive(parts: AdmissionParts, ways: Ways, { request, requestId, connection }: Sent): Arrival {
  const { byKey, byDrain, bySession, byLink } = ways;
  const nowMs = parts.now();
  const authorization = request.headers.get('authorization');
  const isRead = READS.includes(request.method);
  const { client, users = [] } = connection ?? {};
  const publicUrl = () => parts.publicUrl(connection?.origin?.());
  const origin = () => originOf(request, publicUrl());
  const linkBase = () => (publicUrl().source === 'listening' ? '' : publicUrl().base);
  const { enter, contextOf } = createEntrance(parts, { requestId, nowMs, origin, linkBase });
  const requireOrigin = originCheck(parts.log, request, requestId);
  return {
    requestId,
    nowMs,
    publicUrl,
    namesOwner: () => users.length > 0 || sessionToken(request, publicUrl()) !== undefined,
    requireOwnPage: () => {
      requireOrigin(publicUrl());
    },
    ...(connection && { cut: connection.cut, client: connection.client }),
    async admit(siteId) {
      const presented = { authorization, siteId, client };
      return enter((atMs) => authenticate(byKey, presented, atMs), siteId);
    },
    async admitDrain(token) {
      const find = (atMs: number) => authenticateDrain(byDrain, { token, client }, atMs);
      const found = await find(nowMs);
      return { ctx: contextOf(found, find), site: found.site, settings: found.settings };
    },
    async admitShare() {
      const token = authorization === null ? shareToken(request, publicUrl()) : undefined;
      if (token === undefined) return undefined;
      if (!isRead) requireOrigin(publicUrl());
      return enter((atMs) => authenticateShare(byLink, { token, client }, atMs));
    },
    async admitOwner(siteId) {
      if (authorization !== null) return undefined;
      if (users.length > 0) {
        if (mayBeOfOtherPage(request)) requireOrigin(parts.publicUrl());
        return enter(async () => ({ caller: await authenticateProxyUser(parts.db, users), site: undefined }));
      }
      const token = sessionToken(request, publicUrl());
      if (token === undefined) return undefined;
      if (!isRead) requireOrigin(publicUrl());
      const presented = { token, siteId, client };
      return enter((atMs) => authenticateOwner(bySession, presented, atMs), siteId);
    },
  };
}

/**
 * Whether a page of another origin may have sent a request that names a user of the proxy. A proxy that knows people by
 * their network attaches its header to requests without credentials too, which CORS_ORIGINS may let other pages read. For
 * the same reason the proxy's word on the origin does not count here.
 */
function mayBeOfOtherPage({ method, headers }: RequestHead): boolean {
  return !READS.includes(method) || headers.has('origin');
}

/** What is known of the service's own address, or else what the request was sent to. */
function originOf({ url }: RequestHead, { source, base }: PublicUrl): string {
  return source === 'listening' && URL.canParse(url) ? new URL(url).origin : base;
}

/** Checks the Origin of a request, and logs it with what is expected if it is refused. */
function originCheck(log: Logger, request: RequestHead, requestId: string): (publicUrl: PublicUrl) => void {
  return (publicUrl) => {
    requireOwnPage(request, publicUrl, ({ advice, ...refused }) => {
      log.warn({ requestId, ...refused }, `ORIGIN_REFUSED: ${advice}`);
    });
  };
}

/** Makes the context of a request whose caller was found, or can be. The site is that of the id, or of the caller's link. */
function createEntrance(
  parts: AdmissionParts,
  arrival: Pick<RequestContext, 'requestId' | 'nowMs' | 'origin' | 'linkBase'>,
) {
  const contextOf = (
    { caller, site, exclusions }: Admitted,
    find: Find,
    givenId?: string,
  ): RequestContext => {
    const readmit = async () => requireSame(caller, (await find(parts.now())).caller);
    const ctx = createContext(parts, { ...arrival, caller, readmit });
    const siteId = givenId ?? site?.id;
    if (siteId !== undefined) ctx.loaders.site.prime(siteId, site);
    if (site !== undefined && exclusions !== undefined) ctx.loaders.exclusions.prime(site.id, exclusions);
    return ctx;
  };
  return {
    contextOf,
    enter: async (find: Find, givenId?: string) => contextOf(await find(arrival.nowMs), find, givenId),
  };
}

type Ways = ReturnType<typeof createWays>;

/** What each way to authenticate needs, and how to wait for what they note. */
function createWays({
  db,
  log,
  now,
  secrets,
  sessionLimits,
  sessionGuard,
  shareGuard,
  limits,
}: AdmissionParts) {
  const keyUse = createKeyUse(db, log);
  const sessionUse = createSessionUse(db, log, sessionLimits);
  const shareUse = createShareUse(db, log);
  const byKey = { db, keyGuard: createKeyGuard(now, limits), keyUse };
  return {
    byKey,
    // the same guard: a client has no more tries because it tries two doors
    byDrain: { ...byKey, secrets, log },
    bySession: { db, sessionGuard, sessionUse },
    byLink: { db, shareGuard, shareUse },
    settle: async () => {
      await Promise.all([keyUse.settle(), sessionUse.settle(), shareUse.settle()]);
    },
  };
}
