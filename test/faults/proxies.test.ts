import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../support/gateway.ts';
import { makeOwner, makeSite } from '../support/makers.ts';
import { withProxies } from '../support/programs.ts';
import { readWhole, serve } from './http.ts';
import { type ProxyName, documentedConfiguration, startProxy } from './proxies.ts';

const db = testDatabase();
const PASSWORD = 'right';
const NAMES: readonly ProxyName[] = ['nginx', 'caddy', 'haproxy'];

describe.runIf(withProxies).each(NAMES)('%s, as the README configures it to sign people in', (name) => {
  async function open() {
    const owner = await makeOwner(db);
    const env = { TRUSTED_PROXIES: '127.0.0.1', TRUSTED_USER_HEADER: 'X-Forwarded-Email' };
    const served = await serve(db, { env });
    const upstream = new URL(served.url).host;
    const configuration = documentedConfiguration(name, 'Signed in by your proxy');
    const port = await startProxy(name, configuration, { upstream, user: owner.email, password: PASSWORD });
    return { owner, served, send: (path: string, asking?: Asking) => send(port, path, asking) };
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
  });
});

type Asking = { readonly headers?: Readonly<Record<string, string>> };

/** Sends a path in exactly these characters. */
async function send(port: number, path: string, { headers = {} }: Asking = {}) {
  const asked = request({ host: '127.0.0.1', port, path, headers, agent: false });
  asked.end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  return readWhole(response);
}
