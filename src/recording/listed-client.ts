import { bareAddress } from '../domain/bare-address.ts';

/** Whether an address is that of a proxy in front of the site, whose word on its own client counts. */
export type ProxyTest = (address: string) => boolean;

/** More proxies in a row than anybody has. */
const MAX_PROXIES = 32;

/**
 * The client in the address of a record, which may be a list: what X-Forwarded-For says, and the other end of the
 * connection. Each proxy appends the address of its own client, and anybody can write what comes before: so the list is
 * read from its end, as far as the addresses are those of proxies. "-" if a proxy does not name its client.
 */
export function clientIn(written: string, isProxy: ProxyTest): string {
  if (!written.includes(',')) return written;
  for (const part of written.split(',').slice(-MAX_PROXIES).reverse()) {
    const address = bareAddress(part.trim());
    if (address === undefined) return '-';
    if (!isProxy(address)) return address;
  }
  return '-';
}

/** Addresses that are in no public network: those of proxies, unless they are named. */
export const isPrivateAddress: ProxyTest = (address) => PRIVATE.test(address);

/** RFC 1918, 6598, 3927 and 4193, and those of a machine itself; also as IPv6 addresses that have an IPv4 address in them. */
const PRIVATE =
  /^(?:(?:::ffff:)?(?:10\.|127\.|169\.254\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.)|::1$|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:)/i;
