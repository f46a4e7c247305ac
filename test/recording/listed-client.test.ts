import { describe, expect, it } from 'vitest';
import { createProxyCheck } from '../../src/http/client.ts';
import { clientIn, isPrivateAddress } from '../../src/recording/listed-client.ts';

describe('the client in a list of addresses', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['10.0.0.7', '10.0.0.7'],
    ['20.171.207.5, 10.0.0.7', '20.171.207.5'],
    ['10.0.0.7, 20.171.207.5', '20.171.207.5'],
    ['1.2.3.4, 20.171.207.5,10.0.0.7, 192.168.1.1', '20.171.207.5'],
    ['20.171.207.5:4711, [fd00::1]:80', '20.171.207.5'],
    ['2001:db8::1, ::1', '2001:db8::1'],
    ['10.0.0.1, 10.0.0.2', '-'],
    ['20.171.207.5, unknown, 10.0.0.7', '-'],
    ['20.171.207.5, ', '-'],
  ])('%s is %s', (written, client) => {
    expect(clientIn(written, isPrivateAddress)).toBe(client);
  });

  it('is the one before the named proxies', () => {
    const isProxy = createProxyCheck(['198.51.100.0/24']);
    expect(clientIn('20.171.207.5, 10.0.0.7, 198.51.100.9', isProxy)).toBe('10.0.0.7');
  });
});

it.each([
  '9.255.255.255',
  '11.0.0.0',
  '172.15.0.1',
  '172.32.0.1',
  '100.63.0.1',
  '100.128.0.1',
  '192.169.0.1',
  'fc',
  'fec0::1',
  '2001:db8::1',
  '::2',
  '::ffff:8.8.8.8',
])('%s is in no private network', (address) => expect(isPrivateAddress(address)).toBe(false));

it.each([
  '10.0.0.0',
  '127.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '100.64.0.1',
  '100.127.0.1',
  '169.254.1.1',
  '192.168.0.1',
  '::1',
  'fc00::1',
  'fdff::1',
  'fe80::1',
  '::ffff:10.0.0.1',
])('%s is in a private network', (address) => expect(isPrivateAddress(address)).toBe(true));
