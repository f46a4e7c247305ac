import type { NodeRequest, TrafficRequest } from './types.ts';

/** The part of a request that is known when it arrives. */
export type ArrivedRequest = Omit<TrafficRequest, 'status' | 'bytes'>;

const { isIP } = process.getBuiltinModule('node:net');

/** Limits the memory for one request. */
const MAX_CHARACTERS = 2_048;
const MAX_HEADER = 4_096;
/** An address in brackets, or one of IPv4: proxies add a port, and servers that listen on IPv6 a prefix. */
const DRESSED = /^\[([^\]]*)\](?::\d+)?$|^(?:::ffff:)?([\d.]+)(?::\d+)?$/i;

/** The fields that every collector knows. It gets others only after an answer of it has named them. */
export const FIRST_FIELDS = 'type method target status user_agent referrer host address created_at'.split(
  ' ',
);

/** Reads a request on arrival: later, routers may have changed its target, and a closed connection has no address. */
export function readArrival(request: NodeRequest, trustProxy: boolean, nowMs: number): ArrivedRequest {
  const { headers, socket } = request;
  const method = cut(request.method);
  const target = cut(request.originalUrl ?? request.url);
  if (!method || !target) throw new TypeError('not a request');
  const [forwarded] = trustProxy ? String(headers['x-forwarded-for']).split(',', 1) : [];
  return {
    method,
    target,
    userAgent: cut(headers['user-agent']),
    referrer: cut(headers['referer']),
    host: cut(headers['host'] ?? headers[':authority']),
    address: readAddress(forwarded) ?? readAddress(socket.remoteAddress),
    createdAt: new Date(nowMs).toISOString(),
    ...readSignature(headers, trustProxy),
  };
}

/**
 * The request as one line of NDJSON, with the fields that the collector knows. An empty user agent says that the client
 * sent none, as programs do. The line is a new string, which keeps no longer one in memory.
 */
export function toLine(request: TrafficRequest, fields: string[]): string {
  const { userAgent: user_agent = '', createdAt: created_at, ...rest } = request;
  const { signatureInput: signature_input, signatureAgent: signature_agent } = request;
  const named = { user_agent, created_at, signature_input, signature_agent };
  return `${JSON.stringify({ type: 'request', ...rest, ...named }, fields)}\n`;
}

/** The headers of a signature as they were sent: nothing else can be verified. Most requests have none. */
function readSignature(headers: NodeRequest['headers'], trustProxy: boolean): Partial<TrafficRequest> {
  const signature = whole(headers['signature']);
  const signatureInput = whole(headers['signature-input']);
  if (signature === undefined && signatureInput === undefined) return {};
  const [scheme] = trustProxy ? String(headers['x-forwarded-proto']).split(',', 1) : [];
  return { signature, signatureInput, signatureAgent: whole(headers['signature-agent']), scheme };
}

/** The service ignores longer headers. */
function whole(value: unknown): string | undefined {
  return typeof value === 'string' && value.length <= MAX_HEADER ? value : undefined;
}

function cut(value: unknown): string | undefined {
  return typeof value === 'string' ? value.slice(0, MAX_CHARACTERS) : undefined;
}

/** Undefined for anything but an IP address: the collector refuses all of a batch with a bad one. */
function readAddress(text: unknown): string | undefined {
  const given = cut(text)?.trim() ?? '';
  const [, bracketed, ipv4] = DRESSED.exec(given) ?? [];
  // without its zone
  const [address = ''] = (bracketed ?? ipv4 ?? given).split('%', 1);
  return isIP(address) > 0 ? address : undefined;
}
