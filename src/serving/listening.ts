import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Config } from '../settings/config.ts';
import { messageOf } from './message-of.ts';
import { Unusable } from './unusable.ts';

export type ListenAddress = Pick<Config, 'host' | 'port'>;

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program uses this port; choose another one with PORT or --port',
  EACCES: 'this user may not use the port; choose one above 1023 with PORT or --port',
  EADDRNOTAVAIL: 'this machine does not have the address; choose another one with HOST or --host',
  ENOTFOUND: 'there is no such host; choose an address with HOST or --host',
};

/** Fails if the server could not listen there. So a mistake is reported before a database is created, and not after it. */
export async function requireFreePort(address: ListenAddress): Promise<void> {
  const probe = createServer();
  try {
    probe.listen(address.port, address.host);
    await once(probe, 'listening');
  } catch (cause) {
    throw cannotListen(address, cause);
  }
  probe.close();
  await once(probe, 'close');
}

/** The failure of a server that cannot listen. */
export function cannotListen({ host, port }: ListenAddress, cause: unknown): Unusable {
  const { code = '' } = cause as { readonly code?: string };
  return new Unusable(`cannot listen on ${host}:${port}: ${REASONS[code] ?? messageOf(cause)}`, {
    cause,
  });
}
