import type { NodeRequest, TrafficRequest } from './types.ts';

/** The part of a request that is known when it arrives. */
export type Arrival = Omit<TrafficRequest, 'status'>;

/** Limits the memory for one request. */
const MAX_CHARACTERS = 2_048;
/** Looks like an IPv6 or IPv4 address. Some proxies add brackets and a port. */
const ADDRESS = /^\[?((?:[\da-f]{0,4}:){2,8}[\da-f.]{0,15}|(?:\d{1,3}\.){3}\d{1,3})\]?(?::\d+)?$/i;

/** Reads a request on arrival: later, routers may have changed its target, and a closed connection has no address. */
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
    // A server that listens on IPv6 too sees IPv4 addresses with this prefix.
    address: address?.replace(/^::ffff:(?=\d+\.)/i, ''),
    createdAt: new Date(nowMs).toISOString(),
  };
}

/** The request as one line of NDJSON. The line is a new string, which keeps no longer one in memory. */
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
