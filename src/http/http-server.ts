import { once } from 'node:events';
import { type RequestListener, type Server, type ServerResponse, createServer } from 'node:http';
import { Socket, Server as TcpServer } from 'node:net';
import { customerOf } from '../domain/network.ts';
import { createShares } from '../limits/shares.ts';
import type { FindPeer } from './client.ts';
import { MAX_HEADERS, refuse, refuseConnection, refuseMalformed, unusableHead } from './malformed.ts';
import { toOriginForm } from './request-target.ts';

/** How long a connection may do nothing or little, in milliseconds. */
export type Deadlines = {
  /** For a request to arrive, from the first byte of its headers to the last of its body. */
  readonly arrivalMs: number;
  /** For the next request on a connection. */
  readonly idleMs: number;
};

export type HttpServer = {
  readonly server: Server;
  /**
   * Stops accepting connections, and resolves when the requests under way are answered, or after the time limit. Idle
   * connections are closed at once, or when they have been idle for `lingerMs`: a request may be on its way to them.
   */
  close(withinMs: number, lingerMs?: number): Promise<void>;
};

/**
 * The largest body, 1 MiB, arrives in time at 140 kbit/s. A proxy that closes an idle connection first never sends a
 * request into one that is being closed here: nginx and AWS keep them for 60 s, Traefik for 90 s, Caddy for 120 s.
 */
const DEADLINES: Deadlines = { arrivalMs: 60_000, idleMs: 125_000 };

/** Large enough for an absurdly long key, which gets a 401 like any other invalid key. */
const MAX_HEADER_BYTES = 65_536;

/** How long a new connection may take to send its first request when the server stops: it may be on its way. */
const ASK_WITHIN_MS = 250;

/**
 * Connections of a process, beside those of trusted proxies. One client (an IPv4 address, or a network of 56 bits) has a
 * quarter at most: more than an office or a busy backend opens.
 */
const MOST_CONNECTIONS = 8_192;

export type HttpServerOptions = {
  readonly deadlines?: Deadlines;
  /** Whose connection it is; undefined if there may be any number of them, as by default. */
  readonly findPeer?: FindPeer;
};

type Connections = {
  /** The open ones, each with the response under way on it. */
  readonly open: Map<Socket, ServerResponse | undefined>;
  /** Whether those that become idle while the server closes are left open. */
  linger: boolean;
};

/** Node's server with bounds on what callers send, and an end that no caller can delay. */
export function createHttpServer(
  listener: RequestListener,
  { deadlines = DEADLINES, findPeer = () => undefined }: HttpServerOptions = {},
): HttpServer {
  const { arrivalMs, idleMs } = deadlines;
  const server = createServer({
    maxHeaderSize: MAX_HEADER_BYTES,
    // Node would answer without a body
    requireHostHeader: false,
    // Node counts both from the first byte of a request, so an idle connection outlives them
    requestTimeout: arrivalMs,
    headersTimeout: arrivalMs,
    connectionsCheckingInterval: Math.ceil(arrivalMs / 4),
    keepAliveTimeout: idleMs,
  });
  server.maxHeadersCount = MAX_HEADERS;
  const connections = trackConnections(server, findPeer);
  server.on('clientError', (error, socket) => {
    // what follows the beginning of a response would be read as part of it
    const response = socket instanceof Socket ? connections.open.get(socket) : undefined;
    if (response?.headersSent === true) socket.destroy();
    else refuseMalformed(error, socket);
  });
  server.on('checkExpectation', (_, response) => {
    refuse(response, { status: 417, message: 'The Expect header must be "100-continue" or left out.' });
  });
  server.on('request', (request, response) => {
    // one of a connection that was refused
    if (!connections.open.has(request.socket)) return;
    if (!server.listening) response.setHeader('Connection', 'close');
    const fault = unusableHead(request);
    if (fault) {
      refuse(response, fault);
      return;
    }
    toOriginForm(request);
    listener(request, response);
  });
  return {
    server,
    close: (withinMs, lingerMs = 0) => closeServer(server, connections, { withinMs, lingerMs }),
  };
}

function trackConnections(server: Server, findPeer: FindPeer): Connections {
  const places = createShares({ total: MOST_CONNECTIONS, share: MOST_CONNECTIONS / 4 });
  const open: Connections['open'] = new Map();
  const connections = { open, linger: false };
  server.on('connection', (socket: Socket) => {
    const peer = findPeer(socket.remoteAddress);
    const leave = peer === undefined ? ignore : places.take(customerOf(peer), () => socket.destroy());
    if (leave === undefined) {
      refuseConnection(socket);
      return;
    }
    socket.once('close', leave);
    open.set(socket, undefined);
    socket.once('close', () => open.delete(socket));
  });
  server.on('request', ({ socket }, response) => {
    // one that was refused, although its request is being read
    if (!open.has(socket)) return;
    open.set(socket, response);
    response.once('close', () => {
      if (open.get(socket) === response) open.set(socket, undefined);
      // A connection that was busy when the server closed becomes idle once its response is sent.
      if (!server.listening && !connections.linger) server.closeIdleConnections();
    });
  });
  return connections;
}

function ignore(): void {
  // a proxy's connections are not counted
}

async function closeServer(
  server: Server,
  connections: Connections,
  { withinMs, lingerMs }: { readonly withinMs: number; readonly lingerMs: number },
): Promise<void> {
  for (const response of connections.open.values()) {
    if (response?.headersSent === false) response.setHeader('Connection', 'close');
  }
  // Browsers connect in advance, and Node counts a connection without a request as busy.
  const grace = setTimeout(
    () => {
      for (const socket of connections.open.keys()) if (socket.bytesRead === 0) socket.destroy();
    },
    Math.max(ASK_WITHIN_MS, lingerMs),
  );
  const deadline = setTimeout(() => {
    server.closeAllConnections();
  }, withinMs);
  const closed = once(server, 'close');
  connections.linger = lingerMs > 0;
  const lingering = setTimeout(() => {
    connections.linger = false;
    server.closeIdleConnections();
  }, lingerMs);
  // that of an HTTP server closes idle connections too
  if (connections.linger) TcpServer.prototype.close.call(server);
  else server.close();
  await closed;
  for (const timer of [grace, deadline, lingering]) clearTimeout(timer);
}
