import { hash } from 'node:crypto';
import type { Client } from '../domain/event.ts';
import { canonicalAddress } from '../domain/bare-address.ts';

/** As much of a user agent as the middleware sends: more of it, in a log, must not make another client. */
const MAX_AGENT_LENGTH = 2_048;

/**
 * Who sent a request, as a digest of the address, however it is written, and the user agent; undefined without one of them.
 * Anybody could find the address again by trying all: so it is kept in memory only, and stored under a secret.
 */
export function digestOfClient(
  writtenAddress: string | undefined,
  userAgent: string | undefined,
): Client | undefined {
  const agent = userAgent?.trim().slice(0, MAX_AGENT_LENGTH) ?? '';
  if (agent === '' || writtenAddress === undefined) return undefined;
  const address = canonicalAddress(writtenAddress);
  return address === undefined ? undefined : hash('sha256', `${address}\0${agent}`, 'hex');
}
