import { BlockList, SocketAddress, isIPv4, isIPv6 } from 'node:net';
import { bareAddress } from '../domain/bare-address.ts';

/**
 * The client of a request, from the address at the other end of the connection and the header X-Forwarded-For: an IPv4
 * address, or the first half of an IPv6 address, because a client usually has all addresses of such a network (/64).
 * Undefined if a trusted proxy does not name its client.
 */
export type FindClient = (peer: string | undefined, forwardedFor: string | null) => string | undefined;

/** More proxies in a row than anybody has. */
const MAX_PROXIES = 32;

/**
 * Each proxy appends the address of its own client to X-Forwarded-For. So the header is read from its end, as far as
 * the proxies are trusted: anybody can write what comes before.
 */
export function createClientFinder(trustedProxies: readonly string[]): FindClient {
  const isTrusted = createAddressCheck(trustedProxies);
  return (peer = '', forwardedFor) => {
    for (const written of [...addressesIn(forwardedFor), peer].reverse()) {
      const address = readAddress(written.trim());
      if (address === undefined) return undefined;
      if (!isTrusted(address)) return networkOf(address);
    }
    return undefined;
  };
}

/**
 * The client at the other end of a connection, as `FindClient` has it; undefined if that is a trusted proxy, whose
 * connections are those of many, or if the address is unknown.
 */
export type FindPeer = (peer: string | undefined) => string | undefined;

export function createPeerFinder(trustedProxies: readonly string[]): FindPeer {
  const isTrusted = createAddressCheck(trustedProxies);
  return (peer = '') => {
    const address = readAddress(peer);
    return address === undefined || isTrusted(address) ? undefined : networkOf(address);
  };
}

/** Whom the proxy at the other end of the connection names as its user, a value for each header. */
export type FindUsers = (peer: string | undefined, headers: NodeJS.Dict<string[]>) => readonly string[];

/**
 * Anybody can send the header, so it counts only if the other end of the connection is a trusted proxy. Who may be
 * behind that proxy, X-Forwarded-For says, makes no difference. An empty value names nobody.
 */
export function createUserFinder(header: string | undefined, trustedProxies: readonly string[]): FindUsers {
  const name = header?.toLowerCase();
  const isTrusted = createProxyCheck(trustedProxies);
  return (peer = '', headers) => {
    const values = name === undefined ? undefined : headers[name];
    if (values === undefined) return [];
    if (!isTrusted(peer)) return [];
    // Node reads headers as Latin-1, and proxies write UTF-8
    return values
      .map((value) => Buffer.from(value, 'latin1').toString('utf8'))
      .filter((value) => value !== '');
  };
}

/** Whether an address, as it is written, is that of a trusted proxy. */
export type ProxyCheck = (written: string | undefined) => boolean;

export function createProxyCheck(trustedProxies: readonly string[]): ProxyCheck {
  const isTrusted = createAddressCheck(trustedProxies);
  return (written = '') => {
    const address = readAddress(written.trim());
    return address !== undefined && isTrusted(address);
  };
}

/** How many trusted proxies X-Forwarded-For names at its end: those that a request passed before the last one. */
export function trustedHops(forwardedFor: string | null, isTrusted: ProxyCheck): number {
  const addresses = addressesIn(forwardedFor);
  return addresses.length - 1 - addresses.findLastIndex((written) => !isTrusted(written));
}

function addressesIn(forwardedFor: string | null): readonly string[] {
  return forwardedFor?.split(',').slice(-MAX_PROXIES) ?? [];
}

function createAddressCheck(trustedProxies: readonly string[]): (address: string) => boolean {
  // each request asks, and BlockList makes an object of the address even if it lists none
  if (trustedProxies.length === 0) return () => false;
  const trusted = listOf(trustedProxies);
  return (address) => trusted.check(address, familyOf(address));
}

/** Addresses such as `::1`, and networks such as `10.0.0.0/8`. */
function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    if (prefix === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(prefix), familyOf(address));
  }
  return list;
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv4(address) ? 'ipv4' : 'ipv6';
}

/** The canonical form of an address; IPv4 if it is an IPv4-mapped one. */
function readAddress(written: string): string | undefined {
  const address = bareAddress(written);
  if (address === undefined || isIPv4(address)) return address;
  if (!isIPv6(address)) return undefined;
  return new SocketAddress({ address, family: 'ipv6' }).address.replace(/^::ffff:(?=\d+\.)/, '');
}

function networkOf(address: string): string {
  if (isIPv4(address)) return address;
  const [before = [], after = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`;
}
