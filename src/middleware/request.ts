import type { NodeRequest, TrafficRequest } from './types.ts';

/** What is known of a request when it arrives. */
export type Arrival = Omit<TrafficRequest, 'status'>;

/** Bounds the memory that one request takes. */
const MAX_CHARACTERS = 2_048;
/** What looks like an IPv6 or IPv4 address; some proxies add brackets and the port. */
const ADDRESS = /^\[?((?:[\da-f]{0,4}:){2,8}[\da-f.]{0,15}|(?:\d{1,3}\.){3}\d{1,3})\]?(?::\d+)?$/i;

/** Reads it now: routers change the target, and a connection that is gone has no address. */
export function readArrival(request: NodeRequest, trustProxy: boolean, nowMs: number): Arrival {
  const { headers, socket } = request;
  const method = cut(request.method);
  const target = cut(request.originalUrl ?? request.url);
  if (!method || !target) throw new TypeError('not a request');
  const address = (trustProxy ? forwardedFor(headers) : undefined) ?? cut(socket.remoteAddress);
  return {
    method,
    target,
    userAgent: cut(headers['user-agent']),
    referrer: cut(headers['referer']),
    host: cut(headers['host'] ?? headers[':authority']),
    // an IPv4 address reads the same whether or not the server listens on IPv6 too
    address: address?.replace(/^::ffff:(?=\d+\.)/i, ''),
    createdAt: new Date(nowMs).toISOString(),
  };
}

/** The request as one line of the collector's NDJSON; a text of its own, which keeps no longer one in memory. */
export function toLine(request: TrafficRequest): string {
  const { userAgent: user_agent, createdAt: created_at, ...rest } = request;
  return `${JSON.stringify({ type: 'request', ...rest, user_agent, created_at })}\n`;
}

function cut(value: unknown): string | undefined {
  return typeof value === 'string' ? value.slice(0, MAX_CHARACTERS) : undefined;
}

function forwardedFor(headers: NodeRequest['headers']): string | undefined {
  const [first = ''] = String(headers['x-forwarded-for']).split(',', 1);
  return ADDRESS.exec(first.trim())?.[1];
}
