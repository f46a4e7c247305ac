import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePrefix } from '../../src/ranges/prefix.ts';
import type { RangeList } from '../../src/ranges/range-list.ts';
import { createVerdicts } from '../../src/ranges/verdicts.ts';

function list(bots: readonly string[], ...prefixes: readonly string[]): RangeList {
  return {
    operator: 'Example',
    bots,
    address: 'https://example.com/bots.json',
    retrievedAtMs: prefixes.length > 0 ? 0 : null,
    prefixes: prefixes.map(parsePrefix),
  };
}

describe('a verdict', () => {
  const verdictOf = createVerdicts([
    list(['ABot', 'BBot'], '192.0.2.0/24', '2001:db8:1::/48'),
    list(['BBot'], '198.51.100.7'),
    list(['BBot', 'CBot', 'DBot']),
    list(['DBot'], '203.0.113.0/24'),
  ]);

  it.each([
    ['192.0.2.0'],
    ['192.0.2.255:443'],
    ['::ffff:192.0.2.9'],
    ['[::ffff:c000:209]:443'],
    ['2001:db8:1:ffff:ffff:ffff:ffff:ffff'],
    ['[2001:db8:1::1]:443'],
    ['2001:db8:1::1%eth0'],
  ])('is "verified" in a range: %s', (address) => {
    expect(verdictOf('ABot', address)).toBe('verified');
  });

  it.each([['192.0.1.255'], ['192.0.3.0'], ['198.51.100.7'], ['2001:db8:2::'], ['2001:db8::ffff'], ['::1']])(
    'is "outside" in none: %s',
    (address) => {
      expect(verdictOf('ABot', address)).toBe('outside');
    },
  );

  it.each(['-', '', 'unknown', 'example.com', '192.0.2.0/24', '192.0.2.x'])(
    'is "unknown" without an address, for bots with ranges and without: %j',
    (address) => {
      expect(['ABot', 'CBot', 'XBot'].map((bot) => verdictOf(bot, address))).toEqual(
        Array.from({ length: 3 }, () => 'unknown'),
      );
    },
  );

  it('is "no-list" for a bot without a list, or whose list was never read', () => {
    expect([verdictOf('XBot', '192.0.2.1'), verdictOf('CBot', '192.0.2.1')]).toEqual(['no-list', 'no-list']);
  });

  it('needs one list of several to be "verified", and all of them to be "outside"', () => {
    const addresses = ['192.0.2.1', '198.51.100.7', '198.51.100.8', '203.0.113.1'];
    expect(addresses.map((address) => verdictOf('BBot', address))).toEqual([
      'verified',
      'verified',
      'no-list',
      'no-list',
    ]);
    expect(addresses.map((address) => verdictOf('DBot', address))).toEqual([
      'no-list',
      'no-list',
      'no-list',
      'verified',
    ]);
  });
});

/** A prefix and its addresses as numbers, of 32 or 128 bits. */
type Model = { readonly text: string; readonly bits: number; readonly first: bigint; readonly last: bigint };

/** Prefixes of a small space, so that they nest and touch; its corners are at the ends of the words. */
const aPrefix: fc.Arbitrary<Model> = fc.oneof(
  fc
    .record({ value: fc.nat(0xff), length: fc.integer({ min: 24, max: 32 }) })
    .map(({ value, length }) => model(0xc0_00_02_00n + BigInt(value), length, 32)),
  fc
    .record({
      corner: fc.constantFrom(0n, 0xffff_ffffn, 0xffff_ffff_ffff_fff0n, 0x1_0000_0000_0000_0000n),
      value: fc.bigInt(0n, 0xffn),
      length: fc.oneof(fc.integer({ min: 32, max: 128 }), fc.integer({ min: 120, max: 128 })),
    })
    .map(({ corner, value, length }) => model((0x2001_0db8n << 96n) + corner + value, length, 128)),
);

function model(value: bigint, length: number, bits: number): Model {
  const host = (1n << BigInt(bits - length)) - 1n;
  const first = value & ~host;
  return { text: `${written(first, bits)}/${length}`, bits, first, last: first | host };
}

function written(value: bigint, bits: number): string {
  const size = bits === 32 ? 8n : 16n;
  const parts = Array.from({ length: bits / Number(size) }, (_, index) =>
    Number((value >> (BigInt(bits) - size * BigInt(index + 1))) & ((1n << size) - 1n)),
  );
  return bits === 32 ? parts.join('.') : parts.map((part) => part.toString(16)).join(':');
}

/** The ends of a prefix and its neighbours, and any address near them. */
function addressesAround({ first, last, bits }: Model, offset: bigint): readonly [bigint, number][] {
  const highest = (1n << BigInt(bits)) - 1n;
  return [first - 1n, first, first + offset, last - offset, last, last + 1n]
    .filter((value) => value >= 0n && value <= highest)
    .map((value) => [value, bits]);
}

describe('the search', () => {
  it('finds what looking at every prefix finds', () => {
    const prefixes = fc.array(aPrefix, { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(prefixes, aPrefix, fc.bigInt(0n, 0x1ffn), (models, another, offset) => {
        const verdictOf = createVerdicts([list(['Bot'], ...models.map(({ text }) => text))]);
        for (const [value, bits] of [...models, another].flatMap((one) => addressesAround(one, offset))) {
          const isInside = models.some((one) => one.bits === bits && one.first <= value && value <= one.last);
          expect([written(value, bits), verdictOf('Bot', written(value, bits))]).toEqual([
            written(value, bits),
            isInside ? 'verified' : 'outside',
          ]);
        }
      }),
      { numRuns: 300 },
    );
  });
});
