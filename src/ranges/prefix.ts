import { type Address, MAPPED_BITS, parseBareAddress } from './address.ts';

/** A range of addresses that have their first bits in common, such as `192.0.2.0/24`. */
export type Prefix = {
  /** As it is written, always with its length. */
  readonly text: string;
  readonly first: Address;
  readonly last: Address;
};

/**
 * Parses a prefix; an address alone is a range of one. Throws an Error for what is none, for bits that are set beyond the
 * length, and for ranges that no operator of a bot can have.
 */
export function parsePrefix(written: string): Prefix {
  const [, address = '', digits] = WRITTEN.exec(written) ?? [];
  const first = parseBareAddress(address);
  if (first === undefined) throw new Error(`${JSON.stringify(written.slice(0, MAX_QUOTED))} is no prefix`);
  const family = address.includes(':') ? IPV6 : IPV4;
  // A range that held the IPv4-mapped addresses would hold all of IPv4.
  if (family === IPV6 && !isGlobal(first)) throw new Error(`${written} is not in 2000::/3`);
  const length = digits === undefined ? family.bits : lengthWithin(family, written, Number(digits));
  const last = lastOf(first, length + IPV6.bits - family.bits);
  if (last === undefined) throw new Error(`${written} has bits set beyond its length`);
  return { text: `${address}/${length}`, first, last };
}

/**
 * Parses a network that somebody calls their own, or a single address. Undefined for what is neither, for bits that are set
 * beyond the length, and for one that is larger than anybody's or would hold all of IPv4.
 */
export function parseNetwork(written: string): Prefix | undefined {
  const [, address = '', digits] = WRITTEN.exec(written) ?? [];
  const first = parseBareAddress(address);
  if (first === undefined) return undefined;
  const { bits } = address.includes(':') ? IPV6 : IPV4;
  const length = digits === undefined ? bits : Number(digits);
  if (length > bits || length < SHORTEST_OWN) return undefined;
  return ownPrefix(written, first, length + IPV6.bits - bits);
}

/** The length is that in 128 bits. */
function ownPrefix(text: string, first: Address, length: number): Prefix | undefined {
  if (first[0] === 0 && length < MAPPED_BITS) return undefined;
  const last = lastOf(first, length);
  return last && { text, first, last };
}

const WRITTEN = /^([\da-f.:]{2,45})(?:\/(\d{1,3}))?$/i;
const MAX_QUOTED = 60;

/** The shortest prefixes: no operator of a bot has more addresses than that. */
const IPV4 = { bits: 128 - MAPPED_BITS, shortest: 8 };
const IPV6 = { bits: 128, shortest: 16 };

/** As long as that of private networks, 10.0.0.0/8 and fd00::/8: nobody has more of their own. */
const SHORTEST_OWN = 8;

function lengthWithin({ bits, shortest }: typeof IPV4, written: string, length: number): number {
  if (length > bits) throw new Error(`${written} is longer than /${bits}`);
  if (length >= shortest) return length;
  throw new Error(`${written} is too large a range: the largest allowed is /${shortest}`);
}

/** 2000::/3, the only block from which addresses are assigned. */
function isGlobal(address: Address): boolean {
  return address[0] >>> 29 === 1;
}

/** The last address of a prefix of 128 bits; undefined if bits of the first are set beyond the length. */
function lastOf([a, b, c, d]: Address, length: number): Address | undefined {
  const [ha, hb, hc, hd] = [
    hostBits(length),
    hostBits(length - 32),
    hostBits(length - 64),
    hostBits(length - 96),
  ];
  if (((a & ha) | (b & hb) | (c & hc) | (d & hd)) !== 0) return undefined;
  return [a + ha, b + hb, c + hc, d + hd];
}

/** The bits of a word that are beyond the length. */
function hostBits(length: number): number {
  return length >= 32 ? 0 : 2 ** (32 - Math.max(length, 0)) - 1;
}
