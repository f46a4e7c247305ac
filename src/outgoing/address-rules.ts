import { isIP } from 'node:net';
import { reachOf } from './networks.ts';

export type AddressRules = { readonly allowsPrivate: boolean; readonly isEncrypted: boolean };

const ALLOWED_BY = 'the operator may allow these with NOTIFY_PRIVATE_NETWORKS=yes';

/** Whether the scheme is one by which a request may be sent: http is for private networks alone, where these are allowed. */
export function isWebScheme({ protocol }: URL, allowsPrivate: boolean): boolean {
  return protocol === 'https:' || (allowsPrivate && protocol === 'http:');
}

/** What a host is that must not be connected to, as far as its text shows; undefined if it may. */
export function problemOfHost(host: string, rules: AddressRules): string | undefined {
  if (isIP(host) !== 0) return problemOfAddress(host, rules);
  const isHere = /(?:^|\.)localhost\.?$/i.test(host);
  return isHere && !rules.allowsPrivate ? `a name of this machine; ${ALLOWED_BY}` : undefined;
}

/** What an address is that must not be connected to, and what would be right; undefined if it may. */
export function problemOfAddress(
  address: string,
  { allowsPrivate, isEncrypted }: AddressRules,
): string | undefined {
  switch (reachOf(address)) {
    case 'private':
      return allowsPrivate ? undefined : `an address of a private network; ${ALLOWED_BY}`;
    case 'special':
      return 'an address to which nothing is sent: it is of no public or private network';
    case 'public':
      return isEncrypted
        ? undefined
        : 'an address on the public Internet; such a target must begin with https';
  }
}

/** The host without the brackets of an IPv6 address. */
export function bareHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}
