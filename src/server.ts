import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServerAdapter } from '@whatwg-node/server';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { createGateway } from './gateway.ts';
import { createClientFinder, createUserFinder } from './http/client.ts';
import { createOpenidProvider } from './identity-provider/openid-provider.ts';
import { openDashboard } from './http/dashboard.ts';
import { type Deadlines, createHttpServer } from './http/http-server.ts';
import { createMemoryBackend } from './limits/memory-backend.ts';
import { createRateLimiter } from './limits/rate-limiter.ts';
import { publicUrlOf } from './domain/public-url.ts';
import { startUpkeep } from './operations/upkeep/upkeep.ts';
import { type Database, chooseSlot } from './database/database.ts';
import type { RequestRules } from './recording/classify-request.ts';

export type RunningServer = {
  /** The address it listens on, with the actual port. */
  readonly url: string;
  /** What links for people begin with. */
  readonly publicUrl: string;
  /** Stops accepting requests, finishes those under way within a time limit, and closes what it opened. */
  stop(): Promise<void>;
};

type ServerParts = {
  readonly config: Config;
  readonly db: Database;
  readonly log: Logger;
  /** How the raw requests that the collector receives are classified. */
  readonly rules?: RequestRules;
  /** When the newest list of bots' address ranges was retrieved; null if none ever was. */
  readonly rangesUpdatedAtMs?: () => number | null;
  /** The folder of the built dashboard; without it the server has no pages. */
  readonly dashboardFolder?: URL;
  /** How long requests under way may take to finish after `stop`. */
  readonly stopWithinMs?: number;
  /** How long callers may take. */
  readonly deadlines?: Deadlines;
  /** How long the reader of an export may take nothing, in milliseconds. */
  readonly takeWithinMs?: number;
  /** The wall clock, in milliseconds since 1970 UTC; the machine's by default. */
  readonly now?: () => number;
};

type NodeContext = { readonly req: IncomingMessage; readonly res: ServerResponse };

const STOP_WITHIN_MS = 10_000;

/** Serves the gateway on a port. Rejects if it cannot listen. */
export async function startServer({
  config,
  db,
  log,
  rules,
  rangesUpdatedAtMs = () => null,
  dashboardFolder,
  now = () => Date.now(),
  stopWithinMs = STOP_WITHIN_MS,
  deadlines,
  takeWithinMs,
}: ServerParts): Promise<RunningServer> {
  const limiter = createRateLimiter(createMemoryBackend({ now: () => performance.now() }));
  const { plans, corsOrigins, sessionLimits } = config;
  const recording = { slot: chooseSlot(), ...rules };
  const publicUrl = () => publicUrlOf(config.publicUrl, config.host, portOf(http.server));
  const ways = openWaysIn(config, dashboardFolder, now);
  const settings = { plans, corsOrigins, publicUrl, sessionLimits, takeWithinMs, ...ways };
  const gateway = createGateway({ ...settings, db, limiter, log, now, recording, rangesUpdatedAtMs });

  const underway = new Set<Promise<Response>>();
  const findClient = createClientFinder(config.trustedProxies);
  const findUsers = createUserFinder(config.trustedUserHeader, config.trustedProxies);
  const adapter = createServerAdapter<NodeContext>((request, { req, res }) => {
    // read now, because a connection that breaks forgets it
    const { remoteAddress } = req.socket;
    const answering = gateway.fetch(request, {
      client: () => findClient(remoteAddress, request.headers.get('x-forwarded-for')),
      users: findUsers(remoteAddress, req.headersDistinct),
      cut: (cause) => res.destroy(cause),
    });
    underway.add(answering);
    return answering.finally(() => underway.delete(answering));
  });
  const http = createHttpServer((request, response) => {
    void adapter(request, response);
  }, deadlines);
  const url = await listen(http.server, config);
  log.info({ url }, 'listening');
  const upkeep = startUpkeep({ db, plans, log, now });
  log.info('rate limits are counted in this process only');
  return {
    url,
    publicUrl: publicUrl().base,
    async stop() {
      await http.close(stopWithinMs);
      // including those whose callers have disconnected
      await Promise.all(underway);
      await Promise.all([gateway.close(), upkeep.stop()]);
    },
  };
}

/** Resolves with the address once it listens. */
async function listen(server: Server, { port, host }: Config): Promise<string> {
  server.listen(port, host);
  await once(server, 'listening');
  return urlOf(server);
}

/** The pages for people, and where they may sign in instead. */
function openWaysIn({ oidc }: Config, dashboardFolder: URL | undefined, now: () => number) {
  return {
    ...(dashboardFolder && { dashboard: openDashboard(dashboardFolder, oidc?.name) }),
    ...(oidc && { identityProvider: createOpenidProvider(oidc, now) }),
  };
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

function urlOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
