import { describe, expect, it } from 'vitest';
import { parsePrefix } from '../../src/ranges/prefix.ts';

describe('parsePrefix', () => {
  it.each([
    ['192.0.2.0/24', '192.0.2.0/24', 0xc0000200, 0xc00002ff],
    ['192.0.2.7', '192.0.2.7/32', 0xc0000207, 0xc0000207],
    ['192.0.2.7/32', '192.0.2.7/32', 0xc0000207, 0xc0000207],
    ['17.0.0.0/8', '17.0.0.0/8', 0x11000000, 0x11ffffff],
    ['255.255.255.254/31', '255.255.255.254/31', 0xfffffffe, 0xffffffff],
  ])('reads the IPv4 prefix %s', (written, text, first, last) => {
    expect(parsePrefix(written)).toEqual({ text, first: [0, 0, 0xffff, first], last: [0, 0, 0xffff, last] });
  });

  it.each([
    [
      '2001:db8::/32',
      '2001:db8::/32',
      [0x20010db8, 0, 0, 0],
      [0x20010db8, 0xffffffff, 0xffffffff, 0xffffffff],
    ],
    [
      '2001:db8::/47',
      '2001:db8::/47',
      [0x20010db8, 0, 0, 0],
      [0x20010db8, 0x0001ffff, 0xffffffff, 0xffffffff],
    ],
    ['2001:db8::1', '2001:db8::1/128', [0x20010db8, 0, 0, 1], [0x20010db8, 0, 0, 1]],
    ['2001:db8::2/127', '2001:db8::2/127', [0x20010db8, 0, 0, 2], [0x20010db8, 0, 0, 3]],
    ['2001::/16', '2001::/16', [0x20010000, 0, 0, 0], [0x2001ffff, 0xffffffff, 0xffffffff, 0xffffffff]],
  ])('reads the IPv6 prefix %s', (written, text, first, last) => {
    expect(parsePrefix(written)).toEqual({ text, first, last });
  });

  it.each([
    ['', '"" is no prefix'],
    ['192.0.2.0/', '"192.0.2.0/" is no prefix'],
    ['192.0.2/24', '"192.0.2/24" is no prefix'],
    ['192.0.2.0-192.0.2.9', '"192.0.2.0-192.0.2.9" is no prefix'],
    ['[2001:db8::]/32', '"[2001:db8::]/32" is no prefix'],
    ['2001:db8::%eth0/64', '"2001:db8::%eth0/64" is no prefix'],
    ['x'.repeat(90), `"${'x'.repeat(60)}" is no prefix`],
    ['192.0.2.0/33', '192.0.2.0/33 is longer than /32'],
    ['2001:db8::/129', '2001:db8::/129 is longer than /128'],
    ['192.0.2.1/24', '192.0.2.1/24 has bits set beyond its length'],
    ['2001:db8::1/64', '2001:db8::1/64 has bits set beyond its length'],
    ['0.0.0.0/0', '0.0.0.0/0 is too large a range: the largest allowed is /8'],
    ['16.0.0.0/7', '16.0.0.0/7 is too large a range: the largest allowed is /8'],
    ['2000::/15', '2000::/15 is too large a range: the largest allowed is /16'],
    ['::/0', '::/0 is not in 2000::/3'],
    ['::/64', '::/64 is not in 2000::/3'],
    ['::ffff:192.0.2.0/120', '::ffff:192.0.2.0/120 is not in 2000::/3'],
    ['fc00::/16', 'fc00::/16 is not in 2000::/3'],
  ])('refuses %j and says why', (written, message) => {
    expect(() => parsePrefix(written)).toThrow(new Error(message));
  });
});
