import { describe, expect, it } from 'vitest';
import { watchQueries } from '../support/asked-queries.ts';
import { startGateway } from '../support/gateway.ts';
import { makeOwner } from '../support/makers.ts';
import { REFUSED, headersOf, makeCaller, pick } from './support.ts';

const gateway = startGateway();
const OPERATIONS = ['sites', 'sites/x/timeseries', 'sites/x/stats', 'sites/x/events'];
const JSON_TYPE = 'application/json; charset=utf-8';

describe('a route that does not exist', () => {
  it.each([
    '/api/v1',
    '/api/v1/',
    '/api/v2/sites',
    '/api/v1/Sites',
    '/api/v1/sites/',
    '/api/v1/sites//',
    '/api/v1/sites/x',
    '/api/v1/sites/x/',
    '/api/v1/sites/x/stats/',
    '/api/v1/sites/x/stats/y',
    '/api/v1/sites/x/y/stats',
    '/api/v1/sites/x/STATS',
    '/api/v1//sites',
    '/api/v1/sitesx',
    '/favicon.ico',
  ])('%s is 404 NOT_FOUND to whoever asks, before any key is looked at', async (path) => {
    const { key } = await makeOwner(gateway.db);
    for (const given of [undefined, 'wrong', key]) {
      const { status, headers, body } = await gateway.rest(path, given);
      expect([status, body]).toEqual([404, REFUSED.NOT_FOUND]);
      expect(headersOf(headers)).toEqual({
        'content-type': JSON_TYPE,
        'content-length': '117',
        'x-content-type-options': 'nosniff',
      });
    }
  });

  it('is 404 with every method', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const { status, body } = await gateway.rest('/api/v1/sites/', undefined, { method });
      expect([status, body]).toEqual([404, REFUSED.NOT_FOUND]);
    }
  });
});

describe('a method that a route does not have', () => {
  it.each(OPERATIONS)('is 405 with Allow at %s, before any key is looked at', async (path) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'PURGE']) {
      const { status, headers, body } = await gateway.rest(`/api/v1/${path}`, undefined, { method });
      expect([status, body]).toEqual([405, REFUSED.METHOD_NOT_ALLOWED]);
      expect(headers.get('allow')).toBe('GET, HEAD, OPTIONS');
    }
  });
});

describe('HEAD', () => {
  it.each(['sites', 'stats', 'events', 'events?limit=0', 'stats?start=x'])(
    'of %s has the status and headers of GET and no body',
    async (question) => {
      const { site, key } = await makeCaller(gateway);
      const path = question === 'sites' ? '/api/v1/sites' : `/api/v1/sites/${site.id}/${question}`;
      const head = await gateway.rest(path, key, { method: 'HEAD' });
      const other = await makeCaller(gateway);
      const get = await gateway.rest(path.replace(site.id, other.site.id), other.key);
      expect(get.text.length).toBeGreaterThan(0);
      expect([head.status, head.text]).toEqual([get.status, '']);
      expect(headersOf(head.headers)).toEqual(headersOf(get.headers));
    },
  );

  it('of a timeseries, however long, counts nothing and has all headers of GET but the length', async () => {
    const { db, asked } = watchQueries();
    const { rest } = startGateway({ db });
    const { site, key } = await makeCaller(gateway);
    const path = `/api/v1/sites/${site.id}/timeseries?granularity=hour&start=0001-01-01&end=9999-12-31`;
    const head = await rest(path, key, { method: 'HEAD' });
    expect([head.status, head.text]).toEqual([200, '']);
    expect(asked.filter(({ text }) => text.includes('site_buckets'))).toEqual([]);

    const other = await makeCaller(gateway);
    const get = await other.ask('timeseries');
    const { 'content-length': length, ...others } = headersOf(get.headers);
    expect(length).toBe(String(get.text.length));
    expect(headersOf(head.headers)).toEqual(others);
  });

  it('of what is refused has the status and headers of the refusal', async () => {
    const missing = await gateway.rest('/api/v1/sites', undefined, { method: 'HEAD' });
    expect([missing.status, missing.text]).toEqual([401, '']);
    expect(missing.headers.get('www-authenticate')).toBe('Bearer');
    const unknown = await gateway.rest('/api/v1/nothing', undefined, { method: 'HEAD' });
    expect([unknown.status, unknown.text, unknown.headers.get('content-type')]).toEqual([404, '', JSON_TYPE]);
  });

  it('draws on the budget as GET does', async () => {
    const { ask } = await makeCaller(gateway);
    await ask('stats', { method: 'HEAD' });
    expect((await ask('stats')).headers.get('ratelimit')).toBe('"stats";r=598;t=60');
  });
});

describe('a request from a browser of another origin', () => {
  const ORIGIN = 'https://app.example.com';
  const CORS = [
    'access-control-allow-origin',
    'access-control-expose-headers',
    'access-control-allow-methods',
    'access-control-allow-headers',
    'access-control-max-age',
    'access-control-allow-credentials',
    'vary',
  ];
  const READABLE =
    'RateLimit-Policy, RateLimit, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, X-Request-Id, Idempotency-Replayed, Collect-Fields';
  const NOTHING = Object.fromEntries(CORS.map((name) => [name, null]));
  const READ = {
    ...NOTHING,
    'access-control-allow-origin': ORIGIN,
    'access-control-expose-headers': READABLE,
    vary: 'Origin',
  };
  const PREFLIGHT = {
    ...READ,
    'access-control-allow-methods': 'GET, HEAD, OPTIONS',
    'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key',
    'access-control-max-age': '600',
  };
  const ANY = { 'access-control-allow-origin': '*', vary: null };

  const SILENT = { read: { ...NOTHING, vary: 'Origin' }, preflight: { ...NOTHING, vary: 'Origin' } };

  it.each([
    { name: 'closed', open: [], read: NOTHING, preflight: NOTHING },
    { name: 'open to a list with it', open: ['https://b.example', ORIGIN], read: READ, preflight: PREFLIGHT },
    { name: 'open to a list without it', open: ['https://b.example'], ...SILENT },
    {
      name: 'open to a list with its like',
      open: [`${ORIGIN}.evil.example`, 'http://app.example.com'],
      ...SILENT,
    },
    {
      name: 'open to all',
      open: '*' as const,
      read: { ...READ, ...ANY },
      preflight: { ...PREFLIGHT, ...ANY },
    },
  ])(
    'of a gateway that is $name reads what it may, never with credentials',
    async ({ open, read, preflight }) => {
      const { rest, db } = startGateway({ db: gateway.db, corsOrigins: open });
      const { key } = await makeOwner(db);
      const headers = { origin: ORIGIN };
      const answers = [
        await rest('/api/v1/sites', key, { headers }),
        await rest('/api/v1/sites', undefined, { headers }),
        await rest('/api/v1/sites', undefined, { headers, method: 'POST' }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([200, 401, 405]);
      for (const answer of answers) expect(pick(answer.headers, CORS)).toEqual(read);

      const asking = { ...headers, 'access-control-request-method': 'GET' };
      const answer = await rest('/api/v1/sites', undefined, { headers: asking, method: 'OPTIONS' });
      expect([answer.status, answer.text, answer.headers.get('allow')]).toEqual([
        204,
        '',
        'GET, HEAD, OPTIONS',
      ]);
      expect(pick(answer.headers, CORS)).toEqual(preflight);
    },
  );

  it.each([
    ['traceparent,apollographql-client-name', 'traceparent,apollographql-client-name'],
    ['x'.repeat(2000), 'x'.repeat(2000)],
    ['x'.repeat(2001), PREFLIGHT['access-control-allow-headers']],
    ['<script>', PREFLIGHT['access-control-allow-headers']],
  ])('may send the headers that it asks for, within reason (%#)', async (requested, allowed) => {
    const { rest } = startGateway({ db: gateway.db, corsOrigins: [ORIGIN] });
    const headers = {
      origin: ORIGIN,
      'access-control-request-method': 'POST',
      'access-control-request-headers': requested,
    };
    const answer = await rest('/graphql', undefined, { headers, method: 'OPTIONS' });
    expect([answer.status, answer.headers.get('access-control-allow-headers')]).toEqual([204, allowed]);
  });

  it('may read that a route does not exist, whatever headers it sends', async () => {
    const { rest } = startGateway({ db: gateway.db, corsOrigins: [ORIGIN] });
    const asking = {
      origin: ORIGIN,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization',
    };
    const preflight = await rest('/api/v1/nothing', undefined, { headers: asking, method: 'OPTIONS' });
    expect(preflight.status).toBe(204);
    expect(pick(preflight.headers, CORS)).toEqual({
      ...PREFLIGHT,
      'access-control-allow-methods': 'GET, HEAD, POST, OPTIONS',
      'access-control-allow-headers': 'authorization',
    });
    const answer = await rest('/api/v1/nothing', undefined, { headers: { origin: ORIGIN } });
    expect([answer.status, answer.body]).toEqual([404, REFUSED.NOT_FOUND]);
    expect(pick(answer.headers, CORS)).toEqual(READ);
  });

  it('without an origin is answered nothing about origins, unless all may read', async () => {
    const listed = startGateway({ db: gateway.db, corsOrigins: [ORIGIN] });
    const { headers } = await listed.rest('/api/v1/sites', undefined);
    expect(pick(headers, CORS)).toEqual({ ...NOTHING, vary: 'Origin' });
  });
});

describe('the request id', () => {
  it('is a new one with every answer, whatever its status, and the log has it', async () => {
    const { key } = await makeOwner(gateway.db);
    const answers = [
      await gateway.rest('/api/v1/sites', key, { headers: { 'x-request-id': 'mine' } }),
      await gateway.rest('/api/v1/sites', key),
      await gateway.rest('/api/v1/sites', undefined),
      await gateway.rest('/nothing', undefined),
      await gateway.rest('/api/v1/sites', undefined, { method: 'OPTIONS' }),
    ];
    const ids = answers.map(({ headers }) => headers.get('x-request-id'));
    expect(new Set(ids).size).toBe(answers.length);
    for (const id of ids) expect(id).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
    const lines = gateway.logged().filter(({ requestId }) => ids.includes(String(requestId)));
    expect(
      lines.map(({ msg, requestId, method, path, status }) => [msg, requestId, method, path, status]),
    ).toEqual([
      ['request', ids[0], 'GET', '/api/v1/sites', 200],
      ['request', ids[1], 'GET', '/api/v1/sites', 200],
      ['request', ids[2], 'GET', '/api/v1/sites', 401],
      ['request', ids[3], 'GET', '/nothing', 404],
      ['request', ids[4], 'OPTIONS', '/api/v1/sites', 204],
    ]);
  });
});

describe('a site id that is left out', () => {
  it.each([
    'stats',
    '/stats',
    '%20/stats',
    '%20%09/events',
    '/timeseries',
    'events',
    './stats',
    '%C2%A0/stats',
  ])('as in /sites/%s is 400 MISSING_SITE_ID', async (path) => {
    const { key } = await makeOwner(gateway.db);
    const { status, headers, body } = await gateway.rest(`/api/v1/sites/${path}`, key);
    expect([status, body]).toEqual([400, REFUSED.MISSING_SITE_ID]);
    expect(headers.get('ratelimit')).toMatch(/;r=599;t=60$/);
  });
});

describe('a site id that no site has', () => {
  it.each(['x', 'stats', '%00', '%2F', '%', '%E0%A4%A', '%25', "'--", 'x'.repeat(5000), 'a%2Fb'])(
    'as in /sites/%s/stats is 403 SITE_NOT_FOUND',
    async (id) => {
      const { key } = await makeOwner(gateway.db);
      const { status, body } = await gateway.rest(`/api/v1/sites/${id}/stats`, key);
      expect([status, body]).toEqual([403, REFUSED.SITE_NOT_FOUND]);
    },
  );

  it.each(['..%2F..', 'a%2F..', 'a%5Cb', '%2E%2e%2Fb'])(
    'is refused before all else as in /sites/%s/stats, since a proxy may have read another path',
    async (id) => {
      const { status, body } = await gateway.rest(`/api/v1/sites/${id}/stats`, undefined);
      expect([status, body]).toEqual([400, REFUSED.AMBIGUOUS_PATH]);
    },
  );

  it('looks exactly like a site of another account', async () => {
    const [caller, other] = [await makeCaller(gateway), await makeCaller(gateway)];
    for (const operation of ['timeseries', 'stats', 'events']) {
      const foreign = await gateway.rest(`/api/v1/sites/${other.site.id}/${operation}`, caller.key);
      const absent = await gateway.rest(`/api/v1/sites/site_0000000000000000/${operation}`, caller.key);
      expect([foreign.status, foreign.body]).toEqual([403, REFUSED.SITE_NOT_FOUND]);
      expect([absent.status, absent.text]).toEqual([foreign.status, foreign.text]);
      const { ratelimit, 'x-ratelimit-remaining': left, ...rest } = headersOf(foreign.headers);
      expect([ratelimit, left]).toEqual([`"${operation}";r=599;t=60`, '599']);
      expect(headersOf(absent.headers)).toEqual({
        ...rest,
        ratelimit: `"${operation}";r=598;t=60`,
        'x-ratelimit-remaining': '598',
      });
    }
  });

  it('is matched to the letter', async () => {
    const { site, key } = await makeCaller(gateway);
    for (const id of [site.id.toUpperCase(), `${site.id}%20`, `%20${site.id}`, site.id.slice(0, -1)]) {
      expect((await gateway.rest(`/api/v1/sites/${id}/stats`, key)).body).toEqual(REFUSED.SITE_NOT_FOUND);
    }
    const spelt = site.id.replace('s', '%73');
    expect((await gateway.rest(`/api/v1/sites/${spelt}/stats`, key)).status).toBe(200);
  });
});
