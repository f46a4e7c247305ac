import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createClientFinder, createUserFinder } from '../../src/http/client.ts';

describe('the client of a connection', () => {
  const find = createClientFinder([]);

  it.each([
    ['198.51.100.7', '198.51.100.7'],
    ['::ffff:198.51.100.7', '198.51.100.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8:0:0:1::', '2001:db8:0:0::/64'],
    ['1::4:5:6:7:8', '1:0:0:4::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('from %s is %s', (peer, client) => {
    expect(find(peer, null)).toBe(client);
  });

  it('is one for all addresses of a /64, and another for those of the next', () => {
    const group = fc.integer({ min: 0, max: 0xffff });
    const network = fc.tuple(fc.integer({ min: 1, max: 0xffff }), group, group, group);
    const host = fc.tuple(group, group, group, group);
    const write = (groups: readonly number[]) => groups.map((value) => value.toString(16)).join(':');
    fc.assert(
      fc.property(network, host, host, ([a, b, c, d], one, other) => {
        const client = find(write([a, b, c, d, ...one]), null);
        expect(find(write([a, b, c, d, ...other]), null)).toBe(client);
        expect(find(write([a, b, c, d ^ 1, ...one]), null)).not.toBe(client);
      }),
    );
  });

  it('is unknown when the connection is', () => {
    expect(find(undefined, null)).toBeUndefined();
    expect(find(undefined, '198.51.100.7')).toBeUndefined();
  });

  it('is the other end of the connection, whatever X-Forwarded-For says, unless that is a trusted proxy', () => {
    expect(find('198.51.100.7', '203.0.113.1')).toBe('198.51.100.7');
    expect(createClientFinder(['127.0.0.1'])('198.51.100.7', '203.0.113.1')).toBe('198.51.100.7');
  });
});

describe('behind trusted proxies the client', () => {
  const find = createClientFinder(['127.0.0.1', '10.0.0.0/8', '2001:db8:ff::/48', '::1']);

  it.each([
    ['127.0.0.1', '198.51.100.7', '198.51.100.7'],
    ['::ffff:127.0.0.1', '198.51.100.7', '198.51.100.7'],
    ['::1', '198.51.100.7', '198.51.100.7'],
    ['2001:db8:ff:1::2', '198.51.100.7', '198.51.100.7'],
    ['127.0.0.1', '198.51.100.7, 10.1.2.3,2001:db8:ff::1', '198.51.100.7'],
    ['127.0.0.1', 'spoofed, 203.0.113.1, 198.51.100.7', '198.51.100.7'],
    ['127.0.0.1', '198.51.100.7:51234', '198.51.100.7'],
    ['127.0.0.1', '[2001:db8:1:2::1]:51234', '2001:db8:1:2::/64'],
    ['127.0.0.1', '[2001:db8:1:2::1]', '2001:db8:1:2::/64'],
    ['127.0.0.1', '::ffff:c633:6407', '198.51.100.7'],
    ['127.0.0.1', '11.0.0.1', '11.0.0.1'],
  ])('from %s with "%s" is %s', (peer, forwardedFor, client) => {
    expect(find(peer, forwardedFor)).toBe(client);
  });

  it.each([
    null,
    '',
    'unknown',
    '_hidden',
    '198.51.100',
    '10.1.2.3',
    '198.51.100.7,',
    '198.51.100.7, unknown',
  ])('is unknown with %j: no proxy counts as a client', (forwardedFor) => {
    expect(find('127.0.0.1', forwardedFor)).toBeUndefined();
  });

  it('is not looked for beyond 32 proxies', () => {
    const proxies = (count: number) =>
      ['198.51.100.7', ...Array.from({ length: count }, () => '10.0.0.1')].join();
    expect(find('127.0.0.1', proxies(31))).toBe('198.51.100.7');
    expect(find('127.0.0.1', proxies(32))).toBeUndefined();
  });
});

describe('the users that a connection names', () => {
  const find = createUserFinder('X-User', ['127.0.0.1', '10.0.0.0/8', '::1']);

  it.each(['127.0.0.1', '::ffff:127.0.0.1', '10.9.8.7', '::1'])('count from the trusted proxy %s', (peer) => {
    expect(find(peer, { 'x-user': ['a@example.com', 'b@example.com'] })).toEqual([
      'a@example.com',
      'b@example.com',
    ]);
  });

  it.each([undefined, '', '127.0.0.2', '198.51.100.7', '::2', 'fe80::1%eth0'])('are none from %s', (peer) => {
    expect(find(peer, { 'x-user': ['a@example.com'] })).toEqual([]);
  });

  it('are none without the setting, without the header, and if that is empty', () => {
    expect(createUserFinder(undefined, ['127.0.0.1'])('127.0.0.1', { 'x-user': ['a@example.com'] })).toEqual(
      [],
    );
    expect(find('127.0.0.1', { user: ['a@example.com'] })).toEqual([]);
    expect(find('127.0.0.1', { 'x-user': [''] })).toEqual([]);
  });

  it('are read as UTF-8', () => {
    const sent = Buffer.from('jürgen@example.com').toString('latin1');
    expect(find('127.0.0.1', { 'x-user': [sent] })).toEqual(['jürgen@example.com']);
  });
});
