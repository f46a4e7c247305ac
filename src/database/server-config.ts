import { splitHosts } from '../settings/postgres-url.ts';
import type { ClientConfig } from './client.ts';
import { createPrimary } from './primary.ts';

const PROBE_WITHIN_MS = 3_000;

/** How to connect to the server of an address, or to the one of several that accepts writes. */
export function serverConfig(address: string): ClientConfig {
  const { url, hosts, requires } = splitHosts(address);
  if (requires === undefined) return { connectionString: url };
  const probing = { connectionString: url, connectionTimeoutMillis: PROBE_WITHIN_MS };
  return { connectionString: url, primary: { of: createPrimary({ hosts, requires }, probing), requires } };
}
