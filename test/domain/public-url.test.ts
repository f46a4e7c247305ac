import { expect, it } from 'vitest';
import { forwardedPublicUrl, publicUrlOf } from '../../src/domain/public-url.ts';

it('is the configured origin alone', () => {
  const base = 'https://stats.example.com';
  expect(publicUrlOf(base, '127.0.0.1', 4000)).toEqual({
    base,
    origins: [base],
    isSecure: true,
    source: 'setting',
  });
});

it.each(['127.0.0.1', '0.0.0.0', 'localhost', '::'])('is this machine by all of its names for %s', (host) => {
  expect(publicUrlOf(undefined, host, 4000)).toEqual({
    base: 'http://127.0.0.1:4000',
    origins: ['http://127.0.0.1:4000', 'http://localhost:4000', 'http://[::1]:4000'],
    isSecure: false,
    source: 'listening',
  });
});

it.each([
  ['10.0.0.1', 80, 'http://10.0.0.1'],
  ['fd00::1', 4000, 'http://[fd00::1]:4000'],
])('is the address on which the server listens otherwise: %s port %s', (host, port, base) => {
  expect(publicUrlOf(undefined, host, port)).toEqual({
    ...{ base, origins: [base], isSecure: false, source: 'listening' },
  });
});

it('is the origin that trusted proxies tell, for one request', () => {
  const base = 'https://stats.example.com';
  expect(forwardedPublicUrl(base)).toEqual({ base, origins: [base], isSecure: true, source: 'proxies' });
});
