import { type Random, createRandom } from '../../src/cli/demo/random.ts';
import { parsePrefix } from '../../src/ranges/prefix.ts';
import type { RangeList } from '../../src/ranges/range-list.ts';

/** As many as operators publish together. */
export const PREFIXES = 4_500;

/** A list for each bot, of the same length, with PREFIXES together: two thirds of IPv4 and one of IPv6. */
export function madeUpLists(bots: readonly string[]): readonly RangeList[] {
  const random = createRandom(1);
  const prefixOf = (_: unknown, index: number) =>
    parsePrefix(
      index % 3 < 2
        ? randomIpv4(random).replace(/\d+$/, '0/24')
        : randomIpv6(random).replace(/:[^:]*$/, ':/48'),
    );
  return bots.map((bot) => ({
    operator: bot,
    bots: [bot],
    address: null,
    retrievedAtMs: Date.parse('2026-07-01T00:00:00Z'),
    prefixes: Array.from({ length: Math.floor(PREFIXES / bots.length) }, prefixOf),
  }));
}

export function randomIpv4(random: Random): string {
  const byte = () => Math.floor(random.next() * 256);
  return `${1 + (byte() % 223)}.${byte()}.${byte()}.${byte()}`;
}

/** Of the block from which addresses are assigned. */
export function randomIpv6(random: Random): string {
  const group = () => Math.floor(random.next() * 65_536).toString(16);
  const first = 0x2000 + Math.floor(random.next() * 0x2000);
  return `${first.toString(16)}:${group()}:${group()}::${group()}`;
}
