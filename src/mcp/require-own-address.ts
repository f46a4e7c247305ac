import { isIP } from 'node:net';
import type { Arrival } from '../context.ts';
import type { PublicUrl } from '../domain/public-url.ts';
import { Refusal } from '../domain/refusal.ts';

/**
 * Refuses what a page of somebody else makes a browser send, by DNS rebinding too: such a page has a name of its own, and
 * the browser sends it in both headers. Throws HOST_REFUSED unless the request was sent to the public URL, to this
 * machine or to an address, and ORIGIN_REFUSED for the Origin of another page; programs send none.
 */
export function requireOwnAddress(request: Request, arrival: Arrival): void {
  requireOwnHost(new URL(request.url).hostname, arrival.publicUrl());
  if (request.headers.has('origin')) arrival.requireOwnPage();
}

function requireOwnHost(hostname: string, { origins, base, source }: PublicUrl): void {
  // it is the address of this request, which its Host header need not name behind a proxy
  if (source === 'proxies') return;
  // nobody can give an address another meaning, as they can a name of theirs
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  const isOwn = origins.some((origin) => new URL(origin).hostname === hostname);
  if (isAddress || isOwn || hostname === 'localhost') return;
  throw new Refusal('HOST_REFUSED', {
    message: `The Host header must name ${base}, the address of this service (the setting PUBLIC_URL), localhost or an IP address.`,
  });
}
