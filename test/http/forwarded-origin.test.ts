import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createOriginFinder } from '../../src/http/forwarded-origin.ts';

const find = createOriginFinder(['127.0.0.1', '10.0.0.0/8', '2001:db8:ff::/48']);

type Sent = Readonly<Record<string, string | readonly string[]>>;

/** The origin of a request that the proxy 127.0.0.1 sends with these headers, or another peer. */
function originOf(sent: Sent, { peer = '127.0.0.1', host = 'own.example' } = {}): string | undefined {
  const headers = Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, [value].flat()]));
  return find({ peer, headers, host });
}

describe('the origin that a trusted proxy tells', () => {
  it.each<[Sent, string | undefined]>([
    [{ 'x-forwarded-proto': 'https' }, 'https://own.example'],
    [
      { 'x-forwarded-proto': 'HTTPS', 'x-forwarded-host': 'Stats.example:8443' },
      'https://stats.example:8443',
    ],
    [{ 'x-forwarded-proto': 'https', 'x-forwarded-host': 'stats.example:443' }, 'https://stats.example'],
    [{ 'x-forwarded-proto': 'http', 'x-forwarded-host': '[2001:db8::1]:81' }, 'http://[2001:db8::1]:81'],
    [{ forwarded: 'proto=https;host=stats.example' }, 'https://stats.example'],
    [{ forwarded: 'for=192.0.2.1; Proto="https" ;HOST="stats.example:81"' }, 'https://stats.example:81'],
    [{ forwarded: 'for="[2001:db8::1]:99";proto=https' }, 'https://own.example'],
    [{ forwarded: 'host="a\\.example";proto=http;by="_x,y"' }, 'http://a.example'],
    [{ forwarded: 'proto=https;host=a.example', 'x-forwarded-proto': 'http' }, 'https://a.example'],
    [{ forwarded: 'for=192.0.2.1', 'x-forwarded-proto': 'http' }, 'http://own.example'],
    [{ forwarded: 'malformed', 'x-forwarded-proto': 'http' }, 'http://own.example'],
    [{}, undefined],
    [{ 'x-forwarded-host': 'stats.example' }, undefined],
  ])('with %j is %s', (sent, origin) => {
    expect(originOf(sent)).toBe(origin);
  });

  it.each(['', 'ws', 'javascript', 'https:', 'http,'])('is unknown for the scheme "%s"', (proto) => {
    expect(originOf({ 'x-forwarded-proto': proto })).toBeUndefined();
    expect(originOf({ forwarded: `proto="${proto}";host=a.example` })).toBeUndefined();
  });

  it.each([
    '',
    'a b',
    'u@a.example',
    'a.example/x',
    'a.example?x',
    'a.example#',
    'a.example:',
    'a.example:99999',
  ])('is unknown for the host "%s"', (host) => {
    expect(originOf({ 'x-forwarded-proto': 'https', 'x-forwarded-host': host })).toBeUndefined();
    expect(originOf({ forwarded: `proto=https;host="${host}"` })).toBeUndefined();
    expect(originOf({ 'x-forwarded-proto': 'https' }, { host })).toBeUndefined();
  });

  it('is unknown from anybody else, whatever the headers say', () => {
    const sent = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '127.0.0.1', forwarded: 'proto=https' };
    for (const peer of ['198.51.100.7', '127.0.0.2', '']) expect(originOf(sent, { peer })).toBeUndefined();
    const nobody = createOriginFinder([]);
    expect(nobody({ peer: '127.0.0.1', headers: { forwarded: ['proto=https'] }, host: 'a' })).toBeUndefined();
  });

  it('is never anything but an origin, and takes a moment, whatever is sent', () => {
    const text = fc.oneof(
      fc.string({ maxLength: 40 }),
      fc.constantFrom(
        'https',
        'for=10.0.0.1,',
        'proto=https;host=a.example',
        '"'.repeat(5_000),
        ' '.repeat(5_000),
      ),
    );
    fc.assert(
      fc.property(text, text, text, text, (forwarded, proto, host, own) => {
        const sent = { forwarded, 'x-forwarded-proto': proto, 'x-forwarded-host': host };
        const origin = originOf(sent, { host: own });
        if (origin !== undefined) expect(new URL(origin).origin).toBe(origin);
      }),
    );
  });
});

describe('behind several proxies the origin', () => {
  it.each<[forwardedFor: string, proto: string, host: string, origin: string]>([
    // the client wrote the first value, the only proxy the second
    ['198.51.100.7', 'http, https', 'evil.example, a.example', 'https://a.example'],
    ['10.0.0.9, 198.51.100.7', 'http, https', 'evil.example, a.example', 'https://a.example'],
    // each of two proxies added one
    ['198.51.100.7, 10.0.0.9', 'http, https, http', 'evil.example, a.example, inner:80', 'https://a.example'],
    ['198.51.100.7, 10.0.0.9', 'https', 'a.example', 'https://a.example'],
  ])('for %s with %s and %s is %s', (forwardedFor, proto, host, origin) => {
    const sent = { 'x-forwarded-for': forwardedFor, 'x-forwarded-proto': proto, 'x-forwarded-host': host };
    expect(originOf(sent)).toBe(origin);
    // a header that comes several times is one list
    const lines = { ...sent, 'x-forwarded-host': host.split(',') };
    expect(originOf(lines)).toBe(origin);
  });

  it('is that of the element which the first trusted one of them added to Forwarded', () => {
    const spoofed = 'for=10.0.0.1;proto=http;host=evil.example';
    const outer = 'for=198.51.100.7;proto=https;host=a.example';
    const inner = 'for=10.0.0.9;proto=http;host=inner';
    expect(originOf({ forwarded: [spoofed, outer, inner] })).toBe('https://a.example');
    expect(originOf({ forwarded: `${spoofed}, ${outer}` })).toBe('https://a.example');
    expect(originOf({ forwarded: `${outer},${inner.replace('10.0.0.9', '"[2001:db8:ff::9]:80"')}` })).toBe(
      'https://a.example',
    );
    expect(originOf({ forwarded: `${inner},${inner}` })).toBe('http://inner');
  });
});
