import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { INSTALLED } from '../catalogue/catalogue.ts';
import { maxBodyBytes } from '../body-bounds.ts';
import type { Config } from '../settings/config.ts';
import { type Gateway, createGateway } from '../gateway.ts';
import { createClientFinder, createPeerFinder, createUserFinder } from '../http/client.ts';
import { createOriginFinder } from '../http/forwarded-origin.ts';
import { openDashboard } from '../http/dashboard.ts';
import { incomingOf } from '../http/incoming.ts';
import { type Came, type OverloadGuard, guardFromOverload } from '../http/overload.ts';
import { send } from '../http/send.ts';
import { type Deadlines, createHttpServer } from '../http/http-server.ts';
import { type Limits, createLimits } from '../limits/limits.ts';
import type { Messaging } from '../domain/channel.ts';
import type { IdentityProvider } from '../domain/identity.ts';
import type { PersistedDocuments } from '../domain/persisted-documents.ts';
import { forwardedPublicUrl, publicUrlOf } from '../domain/public-url.ts';
import { createAttribution } from '../operations/recording/attribution.ts';
import { startAttributionBeat } from '../operations/recording/attribution-beat.ts';
import { leaseSlot } from '../operations/recording/slot-lease.ts';
import { startDelivering } from '../operations/delivery/delivering.ts';
import type { Database } from '../database/database.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { watchLimits } from '../telemetry/watch-limits.ts';
import type { RequestRules } from '../recording/classify-request.ts';
import { openMessaging } from './open-messaging.ts';
import { openSecrets } from './open-secrets.ts';
import { startWorkBeside } from './work-beside.ts';

export type RunningServer = {
  /** The address it listens on, with the actual port. */
  readonly url: string;
  /** What links for people begin with. */
  readonly publicUrl: string;
  /** The name under which it holds leases (`endLeases`). */
  readonly holder: string;
  /** Stops accepting requests, finishes those under way within a time limit, and closes what it opened. */
  stop(options?: StopOptions): Promise<void>;
};

type StopOptions = {
  /**
   * True if another process takes the requests of new connections: then callers with an open connection are told to
   * close it with their next response, which they have some seconds to ask for.
   */
  readonly lingers?: boolean;
};

type ServerParts = {
  readonly config: Config;
  readonly db: Database;
  readonly log: Logger;
  /** How the raw requests that the collector receives are classified. */
  readonly rules?: RequestRules;
  /** When the newest list of bots' address ranges was retrieved; null if none ever was. */
  readonly rangesUpdatedAtMs?: () => number | null;
  /** When the country database in use was built; null if it does not say. */
  readonly countriesBuiltAtMs?: () => number | null;
  /** Documents that GraphQL clients may name. */
  readonly persistedDocuments?: PersistedDocuments | undefined;
  /** The folder of the built dashboard; without it the server has no pages. */
  readonly dashboardFolder?: URL;
  /** How long requests under way may take to finish after `stop`. */
  readonly stopWithinMs?: number;
  /** How long callers may take. */
  readonly deadlines?: Deadlines | undefined;
  /** How long the reader of an export may take nothing, in milliseconds. */
  readonly takeWithinMs?: number;
  /** Who watches from outside; nobody by default. */
  readonly telemetry?: Telemetry | undefined;
  /** How a command is typed; `site-traffic` by default. */
  readonly command?: string;
  /** The wall clock, in milliseconds since 1970 UTC; the machine's by default. */
  readonly now?: () => number;
};

const STOP_WITHIN_MS = 10_000;

/**
 * Connections that may wait to be accepted. Node's 511 are fewer than a storm opens at once: the kernel drops the others,
 * whose callers try again after a second. The kernel's own limit counts too (net.core.somaxconn).
 */
const BACKLOG = 4_096;

const installed = () => INSTALLED;

/** Longer than a busy caller pauses between two requests of a connection. */
const LINGER_MS = 5_000;

/** Serves the gateway on a port. Rejects if it cannot listen. */
export async function startServer({
  config,
  db,
  log,
  rules,
  dashboardFolder,
  command = 'site-traffic',
  now = () => Date.now(),
  stopWithinMs = STOP_WITHIN_MS,
  deadlines,
  takeWithinMs,
  telemetry,
  ...files
}: ServerParts): Promise<RunningServer> {
  const { limits, close: closeLimits } = await openWatchedLimits(config, log, telemetry?.metrics);
  const { plans, accountCaps, corsOrigins, sessionLimits, attributionMinutes } = config;
  const lease = leaseSlot(db, 'server');
  const attribution = createAttribution({ db, minutes: attributionMinutes, now, by: 'server' });
  const [secrets, messaging] = [openSecrets(config), openWatchedMessaging(config, log, now)];
  const publicUrl = (forwardedOrigin?: string) =>
    forwardedOrigin === undefined || config.publicUrl !== undefined
      ? publicUrlOf(config.publicUrl, config.host, portOf(http.server))
      : forwardedPublicUrl(forwardedOrigin);
  const settings = {
    ...{ plans, accountCaps, corsOrigins, publicUrl, sessionLimits, takeWithinMs, telemetry },
    service: { command, supportContact: config.supportContact },
    ...(await openWaysIn(config, dashboardFolder, now)),
    ...{ attributionMinutes, secrets, messaging, ...files },
  };
  const recording = { slot: () => lease.slot, attribution, ...rules };
  const gateway = createGateway({ ...settings, db, limits, log, now, recording });

  const { http, overload } = openToCallers(gateway, { config, log, telemetry, deadlines });
  const url = await listen(http.server, config, log);
  const beat = startAttributionBeat({ db, attribution, now, sweeps: false });
  const work = { db, log, now, catalogue: rules?.catalogue ?? installed, holder: lease.holder };
  const works = await startWorkBeside({ ...work, config, metrics: telemetry?.metrics });
  const delivering = startDelivering({ ...work, plans, secrets, ...messaging });
  return {
    url,
    publicUrl: publicUrl().base,
    holder: work.holder,
    async stop({ lingers = false } = {}) {
      await http.close(stopWithinMs, lingers ? LINGER_MS : 0);
      await overload.settle();
      const stopped = [...works, delivering, beat].map((one) => one.stop());
      await Promise.all([gateway.close(), ...stopped, lease.release()]);
      await closeLimits();
    },
  };
}

/** The server in front of the gateway, which hands it no more requests than it can do, each when it is whole. */
function openToCallers(
  gateway: Gateway,
  { config, log, telemetry, deadlines }: Pick<ServerParts, 'config' | 'log' | 'telemetry' | 'deadlines'>,
) {
  const { trustedProxies } = config;
  const findClient = createClientFinder(trustedProxies);
  const overload = guardFromOverload({
    log,
    findClient: ({ socket, headers }) => findClient(socket.remoteAddress, forwardedFor(headers)),
    maxBodyBytes: ({ method, url }) => maxBodyBytes(method, url),
    onRefused: () => telemetry?.metrics?.countRefusal('capacity'),
  });
  const answer = createAnswering(gateway, config, overload);
  const options = { ...(deadlines && { deadlines }), findPeer: createPeerFinder(trustedProxies) };
  const http = createHttpServer((request, response) => {
    overload.serve(request, response, async (came) => {
      try {
        await send(await answer(request, response, came), response);
      } catch (err) {
        log.error({ err }, 'response not sent');
        response.destroy();
      }
    });
  }, options);
  return { http, overload };
}

/** Hands requests of Node's server to the gateway, with what only their connection tells. */
function createAnswering(gateway: Gateway, config: Config, overload: OverloadGuard) {
  const findUsers = createUserFinder(config.trustedUserHeader, config.trustedProxies);
  const findOrigin = createOriginFinder(config.trustedProxies);
  return async (req: IncomingMessage, res: ServerResponse, { client, ...body }: Came): Promise<Response> => {
    const answer = gateway.fetch(incomingOf(req, res, body), {
      client: () => client,
      users: findUsers(req.socket.remoteAddress, req.headersDistinct),
      origin: () =>
        findOrigin({
          peer: req.socket.remoteAddress,
          headers: req.headersDistinct,
          host: req.headers.host,
        }),
      cut: (cause) => res.destroy(cause),
    });
    return overload.track(res, answer);
  };
}

function forwardedFor(headers: IncomingMessage['headers']): string | null {
  const value = headers['x-forwarded-for'];
  return (Array.isArray(value) ? value.join(', ') : value) ?? null;
}

function openWatchedMessaging(config: Config, log: Logger, now: () => number): Messaging {
  return openMessaging(config, { now, onError: (err) => log.error({ err }, 'message could not be sent') });
}

async function openWatchedLimits(
  config: Config,
  log: Logger,
  metrics: Metrics | undefined,
): Promise<OpenLimits> {
  const { limits, close } = await openLimits(config, log);
  return { limits: metrics ? watchLimits(limits, metrics) : limits, close };
}

type OpenLimits = { readonly limits: Limits; readonly close: () => Promise<void> };

/** The limits, shared with other processes if they have a Redis server. */
async function openLimits({ redis }: Config, log: Logger): Promise<OpenLimits> {
  const now = () => performance.now();
  if (redis === undefined) return { limits: createLimits(now), close: () => Promise.resolve() };
  // Imported late: most servers do without, and its client is large.
  const { openSharedLimits } = await import('../limits/redis/shared-limits.ts');
  const limits = await openSharedLimits({ address: redis, log }, now);
  return { limits, close: limits.close };
}

/** Resolves with the address once it listens. */
async function listen(server: Server, { port, host }: Config, log: Logger): Promise<string> {
  server.listen({ port, host, backlog: BACKLOG });
  await once(server, 'listening');
  const url = urlOf(server);
  log.info({ url }, 'listening');
  return url;
}

/** The pages for people, and where they may sign in instead. */
async function openWaysIn({ oidc }: Config, dashboardFolder: URL | undefined, now: () => number) {
  const dashboard = dashboardFolder && openDashboard(dashboardFolder, oidc?.name);
  const identityProvider = oidc && (await openProvider(oidc, now));
  return { ...(dashboard && { dashboard }), ...(identityProvider && { identityProvider }) };
}

async function openProvider(oidc: NonNullable<Config['oidc']>, now: () => number): Promise<IdentityProvider> {
  // Imported late: most servers have no provider.
  const { createOpenidProvider } = await import('../identity-provider/openid-provider.ts');
  return createOpenidProvider(oidc, now);
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

function urlOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
