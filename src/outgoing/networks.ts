import { BlockList, isIPv4 } from 'node:net';

/** What an address is: of the public Internet, of a private network or this machine, or of neither. */
export type Reach = 'public' | 'private' | 'special';

type Network = readonly [address: string, bits: number];

/** Private networks, shared address space, this machine, and the link. */
const PRIVATE: readonly Network[] = [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
];

/** The rest of IANA's registries of special-purpose addresses, multicast, and what leads to an IPv4 address inside. */
const SPECIAL: readonly Network[] = [
  ['0.0.0.0', 8],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

/** The only block of IPv6 from which addresses are assigned. */
const ASSIGNED: readonly Network[] = [['2000::', 3]];

function listOf(networks: readonly Network[]): BlockList {
  const list = new BlockList();
  for (const [address, bits] of networks) list.addSubnet(address, bits, familyOf(address));
  return list;
}

const [privateNetworks, specialNetworks, assigned] = [PRIVATE, SPECIAL, ASSIGNED].map(listOf) as [
  BlockList,
  BlockList,
  BlockList,
];

/** Of an address in any spelling that `net.isIP` knows; one that is mapped into IPv6 is what it is in IPv4. */
export function reachOf(address: string): Reach {
  const family = familyOf(address);
  if (privateNetworks.check(address, family)) return 'private';
  if (specialNetworks.check(address, family)) return 'special';
  return family === 'ipv4' || isMapped(address) || assigned.check(address, family) ? 'public' : 'special';
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv4(address) ? 'ipv4' : 'ipv6';
}

const mapped = listOf([['::ffff:0:0', 96]]);

function isMapped(address: string): boolean {
  return mapped.check(address, 'ipv6');
}
