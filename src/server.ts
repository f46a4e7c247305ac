import { once } from 'node:events';
import { type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createServerAdapter } from '@whatwg-node/server';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { createGateway } from './gateway.ts';
import { refuseMalformed } from './http/malformed.ts';
import { createMemoryBackend } from './limits/memory-backend.ts';
import { createRateLimiter } from './limits/rate-limiter.ts';
import { startUpkeep } from './operations/upkeep/upkeep.ts';
import { type Database, chooseSlot } from './database/database.ts';
import type { RequestRules } from './recording/classify-request.ts';

export type RunningServer = {
  /** Where it listens, with the port it was given. */
  readonly url: string;
  /** Takes no more requests, finishes those in flight (for a while), and frees what it opened. */
  stop(): Promise<void>;
};

type ServerParts = {
  readonly config: Config;
  readonly db: Database;
  readonly log: Logger;
  /** How the raw requests that the collector receives are classified. */
  readonly rules?: RequestRules;
  /** How long requests in flight may take to finish once the server is told to stop. */
  readonly stopWithinMs?: number;
};

const STOP_WITHIN_MS = 10_000;
/** How long a connection may then still take to ask its first question, which may be on its way. */
const ASK_WITHIN_MS = 250;

/** Room for a key that is absurdly long and gets its 401 like any other wrong one. */
const MAX_HEADER_BYTES = 65_536;

/** Opens the gateway on a port. Rejects when it cannot listen. */
export async function startServer({
  config,
  db,
  log,
  rules,
  stopWithinMs = STOP_WITHIN_MS,
}: ServerParts): Promise<RunningServer> {
  const now = () => Date.now();
  const limiter = createRateLimiter(createMemoryBackend({ now: () => performance.now() }));
  const { plans, corsOrigins } = config;
  const recording = { slot: chooseSlot(), ...rules };
  const gateway = createGateway({ db, limiter, plans, corsOrigins, log, now, recording });

  const underway = new Set<Promise<Response>>();
  const adapter = createServerAdapter<{ res: ServerResponse }>((request, { res }) => {
    const answering = gateway.fetch(request, (cause) => res.destroy(cause));
    underway.add(answering);
    return answering.finally(() => underway.delete(answering));
  });
  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES }, (request, response) => {
    void adapter(request, response);
  });
  server.on('clientError', refuseMalformed);
  // A connection that was busy when the server closed is idle once its answer has left.
  server.on('request', (_, response) =>
    response.on('close', () => {
      if (!server.listening) server.closeIdleConnections();
    }),
  );
  const connections = trackConnections(server);
  server.listen(config.port, config.host);
  await once(server, 'listening');
  const url = urlOf(server);
  log.info({ url }, 'listening');
  const upkeep = startUpkeep({ db, plans, log, now });
  log.info('rate limits are counted by this process alone');
  return {
    url,
    async stop() {
      await closeServer(server, connections, stopWithinMs);
      // those too whose callers have left
      await Promise.all(underway);
      await Promise.all([gateway.close(), upkeep.stop()]);
    },
  };
}

function urlOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

function trackConnections(server: Server): ReadonlySet<Socket> {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return open;
}

async function closeServer(
  server: Server,
  connections: ReadonlySet<Socket>,
  withinMs: number,
): Promise<void> {
  // Browsers connect in advance; Node takes those who have not asked anything yet for busy.
  const grace = setTimeout(() => {
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
  }, ASK_WITHIN_MS);
  const deadline = setTimeout(() => {
    server.closeAllConnections();
  }, withinMs);
  const closed = once(server, 'close');
  server.close();
  await closed;
  clearTimeout(grace);
  clearTimeout(deadline);
}
