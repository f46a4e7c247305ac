import { expect, it } from 'vitest';
import { bareAddress, canonicalAddress } from '../../src/domain/bare-address.ts';

it.each([
  ['8.8.8.8', '8.8.8.8'],
  ['8.8.8.8:443', '8.8.8.8'],
  ['[8.8.8.8]', '8.8.8.8'],
  ['[8.8.8.8]:443', '8.8.8.8'],
  ['2001:DB8::1', '2001:DB8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[2001:db8::1]:65535', '2001:db8::1'],
  ['::ffff:192.0.2.1', '::ffff:192.0.2.1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['[fe80::1%25eth0]:443', 'fe80::1'],
])('the address in %s is %s', (written, address) => {
  expect(bareAddress(written)).toBe(address);
});

it.each([
  '',
  '-',
  'unknown',
  ' 8.8.8.8',
  '8.8.8.8\n',
  '8.8.8.8:',
  '8.8.8.8:123456',
  '8.8.8.8%eth0',
  '8.8.8.8, 1.1.1.1',
  '[2001:db8::1',
  '2001:db8::1]',
  '[2001:db8::1]443',
  '::1%',
  '::1%a%b',
  `::1%${'x'.repeat(77)}`,
])('there is no address in %j', (written) => {
  expect(bareAddress(written)).toBeUndefined();
});

it.each([
  [
    '192.0.2.1',
    ['192.0.2.1:443', '[192.0.2.1]', '::ffff:192.0.2.1', '::FFFF:c000:201', '[0:0:0:0:0:ffff:c000:0201]:80'],
  ],
  ['2001:db8::1', ['2001:DB8::1', '2001:0db8:0:0:0:0:0:1', '[2001:db8:0::0:1]:443', '2001:db8::1%eth0']],
  ['255.0.1.255', ['::ffff:ff00:1ff']],
  ['::ffff:0:c000:201', ['::ffff:0:192.0.2.1']],
])('%s is one address in all ways to write it', (address, written) => {
  expect([address, ...written].map(canonicalAddress)).toEqual([address, ...written].map(() => address));
});

it.each(['', '-', '1.2', '1.2.3.256', '01.2.3.4', '1:2', '[::1', '1::2::3', 'site.example'])(
  'no address is written %j',
  (written) => {
    expect(canonicalAddress(written)).toBeUndefined();
  },
);
