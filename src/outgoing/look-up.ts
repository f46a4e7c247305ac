import { promises as dns } from 'node:dns';
import { NoResponse } from './no-response.ts';

export type Address = { readonly address: string; readonly family: number };

/** The addresses of a name. Whoever stops waiting aborts the signal. */
export type Lookup = (host: string, signal: AbortSignal) => Promise<readonly Address[]>;

/** Of localhost and the names below it, which no name server is asked for (RFC 6761, 6.3). */
const LOOPBACK: readonly Address[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** Of a name server that does not answer; the second time is twice as long. */
const PATIENCE = { timeout: 2_000, tries: 2 };

/**
 * Asks name servers for addresses, without a thread: `dns.lookup` keeps one of the few that it may have until the name servers of
 * a stranger answer, and cannot be stopped. Where private networks are allowed, a name that DNS does not know may be one of the
 * machine, as of its hosts file. `servers` is for tests. Rejects with NoResponse.
 */
export function createLookup(allowsPrivate: boolean, servers?: readonly string[]): Lookup {
  return async (host, signal) => {
    if (/(?:^|\.)localhost$/i.test(host)) return LOOPBACK;
    const found = await resolved(host, signal, servers);
    const addresses = found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length > 0) return addresses;
    signal.throwIfAborted();
    const failed = found.flatMap((answer) => (answer.status === 'rejected' ? [codeOf(answer.reason)] : []));
    // what took long once would do so again
    if (allowsPrivate && !failed.includes(dns.TIMEOUT)) return dns.lookup(host, { all: true });
    if (failed.includes(dns.NOTFOUND)) throw new NoResponse('the name is unknown');
    if (failed.every((code) => code === dns.NODATA)) return [];
    throw new NoResponse('the name could not be looked up');
  };
}

async function resolved(host: string, signal: AbortSignal, servers: readonly string[] | undefined) {
  const resolver = new dns.Resolver(PATIENCE);
  if (servers) resolver.setServers(servers);
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    return await Promise.allSettled([
      resolver.resolve4(host).then((addresses) => addresses.map((address) => ({ address, family: 4 }))),
      resolver.resolve6(host).then((addresses) => addresses.map((address) => ({ address, family: 6 }))),
    ]);
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

function codeOf(error: unknown): unknown {
  return (error as { readonly code?: unknown }).code;
}
