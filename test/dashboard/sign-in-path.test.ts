import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { signInPath, targetOf } from '../../src/dashboard/sign-in/sign-in-path.ts';
import { returnUrl } from '../../src/owner-door/return-path.ts';

const BASE = 'https://stats.example.com';

const routes = [...readFileSync('src/dashboard/app.tsx', 'utf8').matchAll(/<Route path="([^"]+)"/g)].flatMap(
  ([, path = '']) => path,
);

/** Screens that are there without a session. */
const isOpen = (path: string) => path === '/sign-in' || path.startsWith('/share');

const afterSignIn = (pathname: string, search: string) =>
  targetOf(new URL(signInPath({ pathname, search }), BASE).searchParams);

describe('a sign-in leads back', () => {
  it.each(routes.filter((path) => !isOpen(path)))('to %s, with what its URL says', (path) => {
    expect(afterSignIn(path, '')).toBe(path);
    expect(afterSignIn(path, '?range=90d')).toBe(`${path}?range=90d`);
    expect(returnUrl(`${path}?range=90d`, BASE).href).toBe(`${BASE}${path}?range=90d`);
  });

  it.each(['//evil.example', 'https://evil.example/alerts', '/alertsx', '/session/oidc', '/\\evil.example'])(
    'to the start instead of %s',
    (to) => {
      expect(targetOf(new URLSearchParams({ to }))).toBe('/');
      expect(returnUrl(to, BASE).href).toBe(`${BASE}/`);
    },
  );
});
