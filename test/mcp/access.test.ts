import { describe, expect, it } from 'vitest';
import { markKeyRevoked } from '../../src/queries/api-keys.ts';
import { OWNERS, startGateway } from '../support/gateway.ts';
import { makeKey, makeOwner, makeSite } from '../support/makers.ts';
import { REFUSED, headersOf } from '../rest/support.ts';
import { REQUIRED, answerOf, callOf, connect, makeAssisted, post, refusalOf, requestOf } from './support.ts';

const gateway = startGateway();
const LIST = requestOf(1, 'tools/list');

describe('a key', () => {
  it.each([
    ['is missing', undefined, 'MISSING_KEY'],
    ['is wrong', 'st_wrong', 'INVALID_KEY'],
  ] as const)('that %s gets 401 with the scheme, as in REST', async (_, key, code) => {
    const answer = await post(gateway, key, LIST);
    expect([answer.status, answer.body]).toEqual([401, REFUSED[code]]);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });

  it('counts in the header alone: not in the query, and no session does', async () => {
    const { key } = await makeOwner(gateway.db);
    const inQuery = await gateway.rest(`/mcp?key=${key}&access_token=${key}`, undefined, { method: 'POST' });
    const inCookie = await post(gateway, undefined, LIST, { headers: { cookie: `session=${key}` } });
    expect([inQuery.body, inCookie.body]).toEqual([REFUSED.MISSING_KEY, REFUSED.MISSING_KEY]);
  });

  it('that is revoked is refused from the next call on', async () => {
    const { call, keyId, key } = await makeAssisted(gateway);
    answerOf(await call('stats'));
    await markKeyRevoked(gateway.db, keyId, Date.parse('2026-03-15T12:00:00Z'));

    await expect(call('stats')).rejects.toThrow();
    expect((await post(gateway, key, LIST)).body).toEqual(REFUSED.INVALID_KEY);
  });

  it('that collects is told what it needs', async () => {
    const { accountId } = await makeOwner(gateway.db);
    const site = await makeSite(gateway.db, accountId);
    const { key } = await makeKey(gateway.db, accountId, site.id);

    const { status, body } = await post(gateway, key, LIST);

    expect([status, body]).toEqual([
      403,
      {
        error:
          'This API key only records. Reading needs a key of the account with the scope read: ' +
          'site-traffic key create --account EMAIL --scope read.',
        code: 'SITE_NOT_FOUND',
      },
    ]);
  });

  it('that is wrong is limited for its client, like in REST', async () => {
    const client = () => '203.0.113.7';
    const connection = { client, cut: () => undefined };
    const statuses: number[] = [];
    for (let n = 0; n < 61; n++) {
      const request = new Request('http://site-traffic.test/mcp', {
        method: 'POST',
        headers: { authorization: `Bearer wrong${n}` },
      });
      statuses.push((await gateway.fetch(request, connection)).status);
    }
    expect([statuses.indexOf(429), statuses.at(-1)]).toEqual([60, 429]);
  });

  it('reads no site of another account, in the words of a site that does not exist', async () => {
    const { call } = await makeAssisted(gateway);
    const other = await makeAssisted(gateway);
    for (const tool of [
      'stats',
      'timeseries',
      'companies',
      'pages',
      'events',
      'explain_bot',
      'get_obedience',
      'get_reach',
      'reach_pages',
    ]) {
      const [theirs, nobodys] = [
        refusalOf(await call(tool, { site_id: other.site.id, ...REQUIRED[tool] })),
        refusalOf(await call(tool, { site_id: 'site_nobodys', ...REQUIRED[tool] })),
      ];
      expect([theirs, nobodys]).toEqual([REFUSED.SITE_NOT_FOUND, REFUSED.SITE_NOT_FOUND]);
    }
  });
});

describe('a request', () => {
  async function send(url: string, headers: Record<string, string> = {}) {
    const { key } = await makeOwner(gateway.db);
    const init = { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers };
    const body = JSON.stringify(LIST);
    const response = await gateway.fetch(new Request(url, { method: 'POST', headers: init, body }));
    const { code } = (await response.json()) as { code?: string };
    return [response.status, code];
  }

  it.each([
    ['http://site-traffic.test/mcp', 200, undefined],
    ['http://localhost:4000/mcp', 200, undefined],
    ['http://127.0.0.1:4000/mcp', 200, undefined],
    ['http://[::1]:4000/mcp', 200, undefined],
    ['http://10.1.2.3/mcp', 200, undefined],
    ['http://rebound.example:4000/mcp', 403, 'HOST_REFUSED'],
    ['http://site-traffic.test.rebound.example/mcp', 403, 'HOST_REFUSED'],
  ])('to %s gets %s %s', async (url, status, code) => {
    expect(await send(url)).toEqual([status, code]);
  });

  it.each([
    ['http://site-traffic.test', 200, undefined],
    ['https://site-traffic.test', 403, 'ORIGIN_REFUSED'],
    ['http://site-traffic.test:8080', 403, 'ORIGIN_REFUSED'],
    ['http://evil.example', 403, 'ORIGIN_REFUSED'],
    ['null', 403, 'ORIGIN_REFUSED'],
  ])('of a page of the origin %s gets %s %s', async (origin, status, code) => {
    expect(await send('http://site-traffic.test/mcp', { origin })).toEqual([status, code]);
  });

  it('that is refused for its address says what would be right', async () => {
    const refused = await gateway.fetch(new Request('http://rebound.example/mcp', { method: 'POST' }));
    expect(await refused.json()).toEqual({
      error:
        'The Host header must name http://site-traffic.test, the address of this service (the setting PUBLIC_URL), localhost or an IP address.',
      code: 'HOST_REFUSED',
    });
    expect(OWNERS.publicUrl().base).toBe('http://site-traffic.test');
  });

  it.each(['GET', 'DELETE', 'PUT'])('by %s gets 405: there are no sessions', async (method) => {
    const { key } = await makeOwner(gateway.db);
    const { status, headers, body } = await gateway.rest('/mcp', key, { method });
    expect([status, headers.get('allow'), body]).toEqual([405, 'POST, OPTIONS', REFUSED.METHOD_NOT_ALLOWED]);
  });

  it('of a page is not allowed by CORS, whatever CORS_ORIGINS says', async () => {
    const open = startGateway({ corsOrigins: '*', db: gateway.db });
    const preflight = await open.rest('/mcp', undefined, {
      method: 'OPTIONS',
      headers: { origin: 'http://app.example', 'access-control-request-method': 'POST' },
    });
    expect([preflight.status, headersOf(preflight.headers)]).toEqual([
      204,
      { allow: 'POST, OPTIONS', 'x-content-type-options': 'nosniff' },
    ]);
  });

  it('leaves one line in the log, without the key', async () => {
    const { key } = await makeOwner(gateway.db);
    const before = gateway.logged().length;
    const client = await connect(gateway, key);
    await client.listTools();
    const lines = gateway.logged().slice(before);
    expect(
      lines.filter(({ path }) => path === '/mcp').map(({ msg, status }) => [msg, status]),
    ).toContainEqual(['request', 200]);
    expect(JSON.stringify(lines)).not.toContain(key);
  });

  it('is answered in JSON that nobody keeps', async () => {
    const { key, site } = await makeAssisted(gateway);
    const { headers, body } = await post(gateway, key, callOf(7, 'stats', { site_id: site.id }));
    expect([headers.get('content-type'), headers.get('cache-control')]).toEqual([
      'application/json; charset=utf-8',
      'private, no-store',
    ]);
    expect(body).toMatchObject({
      jsonrpc: '2.0',
      id: 7,
      result: { structuredContent: { time_zone: 'UTC' } },
    });
  });
});
