import { describe, expect, it } from 'vitest';
import { markAccountDeleted } from '../../src/queries/accounts.ts';
import { OWN_ORIGIN, makeSignedIn } from '../owner-door/support.ts';
import { REFUSED, badDate, badParameter, headersOf, makeCaller, pick, rateLimited } from '../rest/support.ts';
import { startGateway } from '../support/gateway.ts';
import { botVisit, makeKey, makeSite } from '../support/makers.ts';
import { makeExporter } from './support.ts';

const gateway = startGateway();
const exporter = await makeExporter(gateway);

const BUSY = {
  error: 'An export of this account is under way. Start the next one when it has ended.',
  code: 'RATE_LIMITED',
  retry_after: 5,
};

const get = (path: string, key?: string, init?: RequestInit) => gateway.rest(path, key, init);
const pathOf = (id: string, query = '') => `/export/sites/${id}/events.csv${query}`;

describe('an export is refused', () => {
  const { site, key } = exporter;
  const TYPES = '"bot", "referral" or "conversion"';

  it.each([
    ['start=x', badDate('start', 'x')],
    ['end=2026-02-30', badDate('end', '2026-02-30')],
    ['start=', badDate('start', '')],
    ['type=Bot', badParameter('type', TYPES, 'Bot')],
    ['type=', badParameter('type', TYPES, '')],
    ['bot=', badParameter('bot', 'the name of a bot', '')],
    ['page=', badParameter('page', 'the path of a page', '')],
    ['bot=a&bot=b', badParameter('bot', 'given once', 'a, b')],
    ['page=/&page=/b', badParameter('page', 'given once', '/, /b')],
    ['start=2026-03-01&start=2026-03-01', badParameter('start', 'given once', '2026-03-01, 2026-03-01')],
  ])('with 400 for %s, as the events endpoint does', async (query, body) => {
    const answer = await get(pathOf(site.id, `?${query}`), key);
    expect([answer.status, answer.body]).toEqual([400, body]);
    expect(answer.headers.get('ratelimit')).toMatch(/^"export";r=\d+;t=\d+$/);
    if (!/^(bot|page)/.test(query)) expect((await exporter.ask(`events?${query}`)).body).toEqual(body);
  });

  it('without a key, and with a bad one', async () => {
    const [none, bad] = [await get(pathOf(site.id)), await get(pathOf(site.id), 'st_wrong')];
    expect([none.status, none.body, bad.status, bad.body]).toEqual([
      401,
      REFUSED.MISSING_KEY,
      401,
      REFUSED.INVALID_KEY,
    ]);
    const deleted = await makeCaller(gateway);
    await markAccountDeleted(gateway.db, deleted.accountId, 0);
    expect((await get(pathOf(deleted.site.id), deleted.key)).body).toEqual(REFUSED.USER_NOT_FOUND);
  });

  it('for unknown sites, those of others, and keys that only record', async () => {
    const other = await makeCaller(gateway);
    const { key: collecting } = await makeKey(gateway.db, exporter.accountId, site.id);
    const answers = [
      await get(pathOf('site_none'), key),
      await get(pathOf(other.site.id), key),
      await get(pathOf('%00'), key),
      await get(pathOf('%'), key),
    ];
    expect(answers.map(({ body }) => body)).toEqual(answers.map(() => REFUSED.SITE_NOT_FOUND));
    const { status, body } = await get(pathOf(site.id), collecting);
    expect([status, body.code, body.error]).toEqual([
      403,
      'SITE_NOT_FOUND',
      expect.stringContaining('This API key only records.'),
    ]);
  });

  it('without the id of a site', async () => {
    for (const path of [
      '/export/sites//events.csv',
      '/export/sites/%20/events.ndjson',
      '/export/sites/events.csv',
    ])
      expect((await get(path, key)).body).toEqual(REFUSED.MISSING_SITE_ID);
  });

  it('as any other kind of file, and anywhere else', async () => {
    const paths = ['events.json', 'events', 'events.csv/', 'events.CSV', 'stats.csv', 'events.csv.gz'];
    for (const path of paths) {
      const { status, body } = await get(`/export/sites/${site.id}/${path}`, key);
      expect([path, status, body]).toEqual([path, 404, REFUSED.NOT_FOUND]);
    }
  });

  it('by other methods', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const { status, body, headers } = await get(pathOf(site.id), key, { method });
      expect([status, body, headers.get('allow')]).toEqual([
        405,
        REFUSED.METHOD_NOT_ALLOWED,
        'GET, HEAD, OPTIONS',
      ]);
    }
  });
});

describe('the other methods', () => {
  it('HEAD has the headers of GET, and starts nothing', async () => {
    const { open, site, key } = await makeExporter(gateway);
    const head = () => get(pathOf(site.id), key, { method: 'HEAD' });
    const [first, second] = [await head(), await head()];
    const got = await open('events.csv');
    const { ratelimit, 'x-ratelimit-remaining': remaining, ...same } = headersOf(got.headers);
    expect([ratelimit, remaining]).toEqual(['"export";r=597;t=60', '597']);
    expect([first.status, first.text, second.status]).toEqual([200, '', 200]);
    expect(headersOf(first.headers)).toEqual({
      ...same,
      ratelimit: '"export";r=599;t=60',
      'x-ratelimit-remaining': '599',
    });
    await got.body?.cancel();
  });

  it('OPTIONS lets pages of any allowed origin ask, never with a cookie', async () => {
    const open = startGateway({ corsOrigins: ['https://page.example'] });
    const headers = { origin: 'https://page.example', 'access-control-request-method': 'GET' };
    const preflight = await open.rest(pathOf('x'), undefined, { method: 'OPTIONS', headers });
    const got = await open.rest(pathOf(exporter.site.id), exporter.key, { headers });
    const names = ['access-control-allow-origin', 'access-control-allow-methods', 'vary'];
    expect([preflight.status, pick(preflight.headers, names)]).toEqual([
      204,
      {
        'access-control-allow-origin': 'https://page.example',
        'access-control-allow-methods': 'GET, HEAD, OPTIONS',
        vary: 'Origin',
      },
    ]);
    expect([got.status, pick(got.headers, [...names, 'access-control-allow-credentials'])]).toEqual([
      200,
      {
        'access-control-allow-origin': 'https://page.example',
        'access-control-allow-methods': null,
        'access-control-allow-credentials': null,
        vary: 'Accept-Encoding, Origin',
      },
    ]);
  });
});

describe('a session', () => {
  it('opens the exports of its account, by GET and HEAD, and ends', async () => {
    const owner = await makeSignedIn(gateway, 'free');
    const site = await makeSite(gateway.db, owner.accountId);
    const headers = { cookie: owner.cookie };
    const ask = (id: string, method = 'GET') => get(pathOf(id), undefined, { method, headers });

    const [own, head, foreign] = [
      await ask(site.id),
      await ask(site.id, 'HEAD'),
      await ask(exporter.site.id),
    ];
    await gateway.rest('/session', undefined, {
      method: 'DELETE',
      headers: { ...headers, origin: OWN_ORIGIN },
    });
    const ended = await ask(site.id);

    expect([own.status, head.status, foreign.body]).toEqual([200, 200, REFUSED.SITE_NOT_FOUND]);
    expect(own.headers.get('ratelimit')).toBe('"export";r=59;t=60');
    expect([ended.status, ended.body]).toEqual([
      401,
      { error: 'The session has ended. Sign in again.', code: 'SESSION_ENDED' },
    ]);
    expect((await get(pathOf(site.id), owner.key)).headers.get('ratelimit')).toBe('"export";r=59;t=60');
  });
});

describe('the budget', () => {
  it('is 60 exports a minute on the Free plan', async () => {
    const { open, text } = await makeExporter(gateway, 'free');
    for (let times = 0; times < 60; times += 1) await text('events.csv');
    const refused = await open('events.ndjson');
    expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
      429,
      '60',
      rateLimited(60),
    ]);
  });

  it('allows one export of an account at a time, and counts none that it refuses for that', async () => {
    const { open, record, accountId, key } = await makeExporter(gateway);
    const other = await makeSite(gateway.db, accountId);
    await record(Array.from({ length: 3_000 }, () => botVisit('2026-03-15T10:00:00Z')));
    const running = await open('events.csv');

    const second = await get(`/export/sites/${other.id}/events.ndjson`, key);
    const head = await get(pathOf(other.id), key, { method: 'HEAD' });
    const whole = await running.text();
    const third = await open('events.csv');

    expect([second.status, second.body, second.headers.get('retry-after')]).toEqual([429, BUSY, '5']);
    expect([head.status, whole.split('\r\n').length]).toEqual([429, 3_002]);
    expect([third.status, third.headers.get('ratelimit')]).toEqual([200, '"export";r=598;t=60']);
    await third.body?.cancel();
    expect((await open('events.csv')).status).toBe(200);
  });

  it('allows one of those that begin together', async () => {
    const { open, record } = await makeExporter(gateway);
    await record(Array.from({ length: 3_000 }, () => botVisit('2026-03-15T10:00:00Z')));

    const answers = await Promise.all(Array.from({ length: 5 }, () => open('events.csv')));

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 429, 429, 429, 429]);
    for (const { body } of answers) await body?.cancel();
  });

  it('of one account leaves those of others', async () => {
    const [one, two] = [await makeExporter(gateway), await makeExporter(gateway)];
    for (const { record } of [one, two])
      await record(Array.from({ length: 3_000 }, () => botVisit('2026-03-15T10:00:00Z')));
    const answers = [await one.open('events.csv'), await two.open('events.csv')];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    for (const { body } of answers) await body?.cancel();
  });
});
