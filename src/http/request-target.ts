import type { IncomingMessage } from 'node:http';

/** A URL as the target of a request, which clients send to proxies, and a server has to accept (RFC 9112, 3.2.2). */
const ABSOLUTE = /^https?:\/\/([^/?#]*)(.*)$/is;

/** The host and the port in an absolute target; undefined if the target is a path. */
export function hostOfTarget({ url = '' }: IncomingMessage): string | undefined {
  return ABSOLUTE.exec(url)?.[1];
}

/** Rewrites an absolute target to a path and a query. Its host replaces that of the Host header. */
export function toOriginForm(request: IncomingMessage): void {
  const [, host, path = ''] = ABSOLUTE.exec(request.url ?? '') ?? [];
  if (host === undefined) return;
  request.headers.host = host;
  request.url = path.startsWith('/') ? path : `/${path}`;
}
