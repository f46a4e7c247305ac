import { expect, it } from 'vitest';
import { Refusal } from '../../src/domain/refusal.ts';
import { URL_OF_DOOR, openLoneDoor } from '../execution/lone-door.ts';

/** Where a page names what a browser fetches by itself. */
const FETCHED =
  /(?:\bsrc|<link[^>]*\bhref)\s*=\s*["']?https?:|url\(\s*["']?https?:|@import\s*(?:url\()?["']https?:/i;

it('offers GraphiQL to a browser without a key, from no other host', async () => {
  const door = openLoneDoor({ admit: () => Promise.reject(new Refusal('MISSING_KEY')) });
  const response = await door.fetch(new Request(URL_OF_DOOR, { headers: { accept: 'text/html,*/*;q=0.8' } }));
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(response.headers.get('content-security-policy')).toBe(
    "default-src 'self' 'unsafe-inline' 'unsafe-eval' blob: data:",
  );
  const html = await response.text();
  expect(html).toContain('YogaGraphiQL.renderYogaGraphiQL');
  expect(html).toContain('Bearer <API_KEY>');
  expect(FETCHED.exec(html)).toBeNull();
});

it('is not served to clients that do not accept HTML', async () => {
  const door = openLoneDoor({ admit: () => Promise.reject(new Refusal('MISSING_KEY')) });
  expect((await door.fetch(new Request(URL_OF_DOOR))).status).toBe(401);
});
