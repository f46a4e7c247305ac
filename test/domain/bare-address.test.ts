import { expect, it } from 'vitest';
import { bareAddress } from '../../src/domain/bare-address.ts';

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
