/** Where people reach the service with a browser. */
export type PublicUrl = {
  /** What links begin with: an origin. */
  readonly base: string;
  /** The origins of the service's own pages. */
  readonly origins: readonly string[];
  /** Whether browsers reach it over TLS only. */
  readonly isSecure: boolean;
  /** What it is known from: the setting PUBLIC_URL, the headers of trusted proxies, or the address that is listened on. */
  readonly source: 'setting' | 'proxies' | 'listening';
};

/** All addresses, and those of this machine. */
const LOCAL = ['0.0.0.0', '::', '127.0.0.1', '::1', 'localhost'];

/**
 * The public address: the configured origin or, without one, that of the address on which the server listens. On this
 * machine it has several names, which lead to the same server.
 */
export function publicUrlOf(configured: string | undefined, host: string, port: number): PublicUrl {
  if (configured !== undefined) return publicUrlAt(configured, 'setting');
  if (!LOCAL.includes(host)) return named([host], port);
  return named(['127.0.0.1', 'localhost', '::1'], port);
}

/** The public address of one request: the origin that trusted proxies tell. */
export function forwardedPublicUrl(origin: string): PublicUrl {
  return publicUrlAt(origin, 'proxies');
}

function publicUrlAt(origin: string, source: PublicUrl['source']): PublicUrl {
  return { base: origin, origins: [origin], isSecure: origin.startsWith('https:'), source };
}

function named(hosts: readonly string[], port: number): PublicUrl {
  // an origin has no port if it is the usual one
  const origins = hosts.map(
    (host) => new URL(`http://${host.includes(':') ? `[${host}]` : host}:${port}`).origin,
  );
  return { base: origins[0] ?? '', origins, isSecure: false, source: 'listening' };
}
