import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Address, compareAddresses, parseAddress } from '../../src/ranges/address.ts';

const mapped = (word: number): Address => [0, 0, 0xffff, word];

describe('parseAddress', () => {
  it.each<[text: string, address: Address]>([
    ['0.0.0.0', mapped(0)],
    ['192.0.2.1', mapped(0xc0000201)],
    ['255.255.255.255', mapped(0xffffffff)],
    ['192.0.2.1:443', mapped(0xc0000201)],
    ['::ffff:192.0.2.1', mapped(0xc0000201)],
    ['::FFFF:C000:201', mapped(0xc0000201)],
    ['0:0:0:0:0:ffff:192.0.2.1', mapped(0xc0000201)],
    ['[::ffff:192.0.2.1]:443', mapped(0xc0000201)],
    ['::', [0, 0, 0, 0]],
    ['::1', [0, 0, 0, 1]],
    ['2001:db8::', [0x20010db8, 0, 0, 0]],
    ['2001:DB8::8a2e:370:7334', [0x20010db8, 0, 0x8a2e, 0x03707334]],
    ['2001:db8:1:2:3:4:5:6', [0x20010db8, 0x00010002, 0x00030004, 0x00050006]],
    ['1:2:3:4:5:6:7::', [0x00010002, 0x00030004, 0x00050006, 0x00070000]],
    ['[2001:db8::1]', [0x20010db8, 0, 0, 1]],
    ['[2001:db8::1]:443', [0x20010db8, 0, 0, 1]],
    ['2001:db8::1%eth0', [0x20010db8, 0, 0, 1]],
    ['64:ff9b::192.0.2.1', [0x0064ff9b, 0, 0, 0xc0000201]],
  ])('reads %s', (text, address) => {
    expect(parseAddress(text)).toEqual(address);
  });

  it.each([
    '',
    '-',
    'unknown',
    '192.0.2',
    '192.0.2.256',
    '192.0.2.01',
    '192.0.2.1, 192.0.2.2',
    ' 192.0.2.1',
    '192.0.2.0/24',
    '2001:db8::1::',
    '[2001:db8::1',
    'example.com',
    `2001:db8::1%${'x'.repeat(80)}`,
  ])('reads no address in %j', (text) => {
    expect(parseAddress(text)).toBeUndefined();
  });

  it('reads every IPv6 address as a big integer, however it is shortened', () => {
    fc.assert(
      fc.property(fc.ipV6(), (text) => {
        expect(toBigInt(parseAddress(text))).toBe(expand(text));
      }),
    );
  });

  it('reads every IPv4 address, mapped or not', () => {
    fc.assert(
      fc.property(fc.ipV4(), (text) => {
        const value = text.split('.').reduce((sum, byte) => sum * 256 + Number(byte), 0);
        expect(parseAddress(text)).toEqual(mapped(value));
        expect(parseAddress(`::ffff:${text}`)).toEqual(mapped(value));
      }),
    );
  });
});

describe('compareAddresses', () => {
  it('orders addresses as their numbers', () => {
    const word = fc.oneof(fc.constantFrom(0, 1, 0x7fffffff, 0x80000000, 0xffffffff), fc.nat(0xffffffff));
    const address = fc.tuple(word, word, word, word);
    fc.assert(
      fc.property(address, address, (one, other) => {
        const difference = (toBigInt(one) ?? 0n) - (toBigInt(other) ?? 0n);
        expect(Math.sign(compareAddresses(one, other))).toBe(difference < 0n ? -1 : difference > 0n ? 1 : 0);
      }),
    );
  });
});

function toBigInt(address: Address | undefined): bigint | undefined {
  return address?.reduce((sum, word) => (sum << 32n) | BigInt(word), 0n);
}

/** The number of an IPv6 address, by another way: each omitted group is written out. */
function expand(text: string): bigint {
  // URL writes an IPv4 address at the end as two groups
  const plain = new URL(`http://[${text}]`).hostname.slice(1, -1);
  const [before = [], after = []] = plain
    .split('::')
    .map((part) => part.split(':').filter((one) => one !== ''));
  const omitted = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return BigInt(`0x${[...before, ...omitted, ...after].map((group) => group.padStart(4, '0')).join('')}`);
}
