import { describe, expect, it } from 'vitest';
import { digestOfClient } from '../../src/recording/client-digest.ts';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';
const client = digestOfClient('192.0.2.7', BROWSER);

describe('the digest of a client', () => {
  it('shows neither address nor user agent', () => {
    expect(client).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each([
    ['192.0.2.7:4711', BROWSER],
    ['::ffff:192.0.2.7', BROWSER],
    ['192.0.2.7', ` ${BROWSER} `],
  ])('is the same however a sender writes the client: %s, %j', (address, userAgent) => {
    expect(digestOfClient(address, userAgent)).toBe(client);
  });

  it('is another for another address, another user agent, and parts that are joined elsewhere', () => {
    const others = [
      digestOfClient('192.0.2.8', BROWSER),
      digestOfClient('2001:db8::7', BROWSER),
      digestOfClient('192.0.2.7', `${BROWSER} Chrome`),
      digestOfClient('192.0.2.7', BROWSER.toLowerCase()),
      digestOfClient('192.0.2.77', 'x'),
      digestOfClient('192.0.2.7', '7x'),
    ];
    expect(new Set([client, ...others]).size).toBe(7);
  });

  it('goes by as much of a user agent as the middleware sends', () => {
    const sent = 'x'.repeat(2_048);
    expect(digestOfClient('192.0.2.7', `${sent}y`)).toBe(digestOfClient('192.0.2.7', sent));
    expect(digestOfClient('192.0.2.7', `${sent.slice(1)}y`)).not.toBe(digestOfClient('192.0.2.7', sent));
  });

  it.each([
    [undefined, BROWSER],
    ['-', BROWSER],
    ['unix:', BROWSER],
    ['192.0.2.7, 192.0.2.8', BROWSER],
    ['192.0.2.7', undefined],
    ['192.0.2.7', ' '],
  ])('is none without an address or a user agent: %j, %j', (address, userAgent) => {
    expect(digestOfClient(address, userAgent)).toBeUndefined();
  });
});
