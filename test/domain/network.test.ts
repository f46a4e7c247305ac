import { expect, it } from 'vitest';
import { customerOf } from '../../src/domain/network.ts';

it.each([
  ['2001:db8:0:ab12::/64', '2001:db8:0:ab00::/56'],
  ['2001:db8:0:abff::/64', '2001:db8:0:ab00::/56'],
  ['2001:db8:0:12::/64', '2001:db8:0:0::/56'],
  ['0:0:0:0::/64', '0:0:0:0::/56'],
  ['203.0.113.7', '203.0.113.7'],
  ['unknown', 'unknown'],
])('the customer who has %s is %s', (client, customer) => {
  expect(customerOf(client)).toBe(customer);
});
