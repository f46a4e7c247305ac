import { describe, expect, it } from 'vitest';
import { byOperator } from '../../src/operations/owner/in-account.ts';
import { invite } from '../../src/operations/owner/invitations.ts';
import { testDatabase } from '../support/gateway.ts';
import { makeOwner, makeSite } from '../support/makers.ts';
import { withProxies } from '../support/programs.ts';
import { NOW_MS, serve } from '../faults/http.ts';
import { PROXY_NAME, type ProxyName, startProxy, startTlsProxy } from './proxies.ts';

const db = testDatabase();
const PASSWORD = 'right';
const NAMES: readonly ProxyName[] = ['nginx', 'caddy', 'haproxy'];

describe.runIf(withProxies).each(NAMES)(
  '%s, as the documentation configures it to sign people in',
  (name) => {
    async function open() {
      const owner = await makeOwner(db);
      const env = { TRUSTED_PROXIES: '127.0.0.1', TRUSTED_USER_HEADER: 'X-Forwarded-Email' };
      const served = await serve(db, { env });
      const upstream = new URL(served.url).host;
      const { send } = await startProxy(name, { upstream, user: owner.email, password: PASSWORD });
      return { owner, served, send };
    }

    it('lets nobody past it through the paths of programs', async () => {
      const { owner, served, send } = await open();
      const doors = ['graphql?query={__typename}', 'session', 'export/sites/x/events.csv', 'sign-in'];
      const ways = [
        '..\\',
        '..%5c',
        '..%5C',
        '../',
        '%2e%2e/',
        '.%2E/',
        '..%2f',
        '%2e%2e%2F',
        'x/../../',
        './../',
      ];
      const headers = { 'x-forwarded-email': owner.email };
      for (const door of doors) {
        for (const way of ways) {
          for (const start of ['/collect/', '/api/', '/api/v1/sites/']) {
            const up = start === '/api/v1/sites/' ? way.repeat(3) : way;
            const { status, text } = await send(start + up + door, { headers });
            // a proxy that decodes the path sees the door, and asks who it is
            expect([400, 401], `${start + up + door}: ${status} ${text}`).toContain(status);
          }
        }
      }
      const seen = served.logged().filter(({ msg, path }) => msg === 'request' && path !== '/health/live');
      expect(new Set(seen.map(({ status }) => status))).toEqual(new Set([400]));
    });

    it('lets owners in by their password at it, and programs by their key', async () => {
      const { owner, send } = await open();
      const site = await makeSite(db, owner.accountId);
      const query = `/graphql?query=${encodeURIComponent('{account{email}}')}`;
      const authorization = `Basic ${Buffer.from(`${owner.email}:${PASSWORD}`).toString('base64')}`;
      const headers = { authorization, 'x-forwarded-email': 'other@example.org' };
      expect((await send(query)).status).toBe(401);
      expect(JSON.parse((await send(query, { headers })).text)).toMatchObject({
        data: { account: { email: owner.email } },
      });

      const key = { headers: { authorization: `Bearer ${owner.key}` } };
      expect((await send(`/api/v1/sites/${site.id}/stats`, key)).status).toBe(200);
      const encoded = await send('/api/v1/sites/a%2Fb/stats', key);
      expect([encoded.status, JSON.parse(encoded.text)]).toMatchObject([403, { code: 'SITE_NOT_FOUND' }]);
      const keyless = await send('/api/v1/sites', { headers: { 'x-forwarded-email': owner.email } });
      expect([keyless.status, JSON.parse(keyless.text)]).toMatchObject([401, { code: 'MISSING_KEY' }]);
      // these have a key or a token in their path
      for (const [path, code] of [
        ['/drain', 'MISSING_KEY'],
        ['/drain/not-a-key', 'INVALID_KEY'],
      ] as const) {
        const drained = await send(path, { method: 'POST' });
        expect([drained.status, JSON.parse(drained.text)]).toMatchObject([401, { code }]);
      }
      expect((await send('/mail/not-a-token')).status).toBe(404);
      expect((await send('/.well-known/fastly/logging/challenge')).status).toBe(200);
    });
  },
);

describe.runIf(withProxies).each(NAMES)('%s, as the documentation configures it with TLS', (name) => {
  const ORIGIN = `https://${PROXY_NAME}`;

  it('lets owners sign in and change things with no other setting than TRUSTED_PROXIES', async () => {
    const { email } = await makeOwner(db);
    const { token } = await invite(byOperator(db, NOW_MS), email);
    const served = await serve(db, { env: { TRUSTED_PROXIES: '127.0.0.1' } });
    const { send } = await startTlsProxy(name, new URL(served.url).host);
    const post = (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
      send(path, {
        ...{ method: 'POST', body },
        headers: { origin: ORIGIN, 'content-type': 'application/json', ...headers },
      });

    const signedIn = await post('/session', { token, password: 'correct horse battery' });

    expect([signedIn.status, JSON.parse(signedIn.text)]).toEqual([200, { email }]);
    const [cookie = ''] = signedIn.cookies;
    expect(cookie).toMatch(/^__Host-session=[\w-]{43}; Path=\/; .*; Secure$/);
    const [pair = ''] = cookie.split(';');
    const query = { query: '{ account { email } }' };
    const read = await post('/graphql', query, { cookie: pair });
    expect(JSON.parse(read.text)).toMatchObject({ data: { account: { email } } });

    // a page of somebody else, in the browser of the owner
    const evil = { cookie: pair, origin: 'https://evil.example' };
    const forged = await post('/graphql', query, evil);
    expect([forged.status, forged.text]).toEqual([403, expect.stringContaining('ORIGIN_REFUSED')]);
    expect(served.logged().filter(({ msg }) => String(msg).startsWith('ORIGIN_REFUSED'))).toMatchObject([
      { level: 40, origin: 'https://evil.example', expected: [ORIGIN] },
    ]);
    // a browser asks before it sends such a header for that page
    const asks = {
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'x-forwarded-host',
    };
    const preflight = await send('/graphql', { method: 'OPTIONS', headers: { ...evil, ...asks } });
    expect([preflight.status, preflight.allowed]).toEqual([204, undefined]);
    // programs reach /mcp by the name of the proxy
    expect(JSON.parse((await send('/mcp', { method: 'POST' })).text)).toMatchObject({ code: 'MISSING_KEY' });
  });
});
