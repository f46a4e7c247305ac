import { describe, expect, it } from 'vitest';
import { DEFAULT_PLANS } from '../../src/domain/plan.ts';
import { markAccountDeleted } from '../../src/queries/accounts.ts';
import { listShareLinks } from '../../src/queries/share-links.ts';
import { startGateway } from '../support/gateway.ts';
import { botVisit, makeSite, record } from '../support/makers.ts';
import { BUDGETS } from '../twins/support.ts';
import { askAs, makeLink, makeShared, openLink, outcomeOf } from './share.ts';
import { OWN_ORIGIN, ask, send } from './support.ts';

const gateway = startGateway({ sharedDocuments: 'any' });
const DAY_MS = 86_400_000;
const VIEW = '{ sharedView { start end hasHours expiresAt site { id domain name } } }';

const totals = (siteId: string, range = '') =>
  `{ site(id: "${siteId}") { stats${range} { totals { botVisits } period { start end } } } }`;

const exchange = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  send(gateway, body, { path: '/session/share', headers });

describe('the exchange of a token', () => {
  it('sets a cookie of the link, closed to scripts and to other sites, for as long as it works', async () => {
    const { link } = await makeShared(gateway, 'expiresInDays: 2');
    const { status, headers, body } = await exchange({ token: link.token });
    const number = link.id.replace('share_', '');
    expect([status, body]).toEqual([200, { link: Number(number) }]);
    expect(headers.get('set-cookie')).toBe(
      `share-${number}=${link.token}; Path=/; Max-Age=172800; HttpOnly; SameSite=Lax`,
    );
    expect(headers.get('cache-control')).toBe('private, no-store');
  });

  it('binds the cookie to the host behind TLS', async () => {
    const secure = startGateway({ sharedDocuments: 'any', publicUrl: 'https://stats.example.com' });
    const { link } = await makeShared(gateway);
    const headers = { origin: 'https://stats.example.com' };
    const answer = await send(secure, { token: link.token }, { path: '/session/share', headers });
    expect(answer.headers.get('set-cookie')).toMatch(
      /^__Host-share-\d+=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/,
    );
  });

  it.each([
    [{ token: 'x' }, {}, 401, 'SHARE_LINK_INVALID'],
    [{ token: '' }, {}, 401, 'SHARE_LINK_INVALID'],
    [{ token: 'x'.repeat(1_001) }, {}, 400, 'INVALID_PARAMETER'],
    [{ token: 7 }, {}, 400, 'INVALID_PARAMETER'],
    [['x'], {}, 400, 'INVALID_JSON'],
    [{ token: 'x' }, { origin: 'https://evil.example' }, 403, 'ORIGIN_REFUSED'],
    [{ token: 'x' }, { 'content-type': 'text/plain' }, 400, 'BAD_REQUEST'],
    [{ token: 'x', more: 'x'.repeat(20_000) }, {}, 400, 'BAD_REQUEST'],
  ])('of %j with %j is refused: %d %s', async (body, headers, status, code) => {
    const answer = await exchange(body, headers);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(answer.headers.get('set-cookie')).toBeNull();
  });

  it('is refused after sixty wrong ones in 60 seconds, but not to those whose link was good', async () => {
    const throttled = startGateway({ sharedDocuments: 'any' });
    const { viewer } = await makeShared(throttled);
    const address = '198.51.100.7';
    const guess = () => send(throttled, { token: 'wrong' }, { path: '/session/share', address });
    for (let times = 0; times < 60; times += 1) expect((await guess()).status).toBe(401);
    const { status, headers, body } = await guess();
    expect([status, headers.get('retry-after'), body]).toEqual([
      429,
      '60',
      {
        error:
          'Too many requests with invalid share links from your address. Open the link again, and wait 60 seconds.',
        code: 'RATE_LIMITED',
        retry_after: 60,
      },
    ]);
    const seen = await send(throttled, { query: VIEW }, { path: '/graphql', address, headers: viewer });
    expect(seen.body.data.sharedView.site.domain).toBe('shared.example');
  });
});

describe('someone with a share link', () => {
  it('sees what it shows, and the counts of its days', async () => {
    const { site, viewer } = await makeShared(gateway, 'start: "2026-03-01", end: "2026-03-10"');
    await record(gateway.db, site, [botVisit('2026-02-28T12:00:00Z'), botVisit('2026-03-09T12:00:00Z')]);

    expect((await askAs(gateway, viewer, VIEW)).body.data.sharedView).toEqual({
      ...{ start: '2026-03-01', end: '2026-03-10', hasHours: true, expiresAt: '2026-04-14T12:34:56.789Z' },
      site: { id: site.id, domain: 'shared.example', name: 'Shared' },
    });
    const { body } = await askAs(gateway, viewer, totals(site.id));
    // by default the days up to the last one that is shown
    expect(body.data.site.stats).toEqual({
      totals: { botVisits: 1 },
      period: { start: '2026-03-03', end: '2026-03-10' },
    });
    const refused = await askAs(gateway, viewer, totals(site.id, '(start: "2026-02-28", end: "2026-03-01")'));
    expect(refused.body.errors[0].message).toBe(
      'The share link shows the days from 2026-03-01 to 2026-03-10. Those of the request, and those they are compared with, must be among them.',
    );
  });

  it.each([
    ['', '2026-03-08', '2026-03-15'],
    ['start: "2026-03-12"', '2026-03-12', '2026-03-15'],
    ['end: "2026-04-10"', '2026-03-08', '2026-03-15'],
    ['end: "2020-01-31"', '2020-01-24', '2020-01-31'],
    ['start: "2020-01-30", end: "2020-01-31"', '2020-01-30', '2020-01-31'],
  ])('of a link with %s sees the days from %s to %s by default', async (given, start, end) => {
    const { site, viewer } = await makeShared(gateway, given);
    const { body } = await askAs(gateway, viewer, totals(site.id));
    expect(body.data.site.stats.period).toEqual({ start, end });
  });

  it('sees no other site of the account', async () => {
    const { owner, viewer } = await makeShared(gateway);
    const other = await makeSite(gateway.db, owner.accountId);
    const { body } = await askAs(gateway, viewer, totals(other.id));
    const unknown = await askAs(gateway, viewer, totals('site_unknown'));
    expect(outcomeOf({ ...unknown, body })).toBe('SITE_NOT_FOUND');
    expect(body).toEqual(unknown.body);
  });

  it('sees no hours if the plan of the owner has none', async () => {
    const { site, viewer } = await makeShared(gateway, '', 'free');
    const query = `{ sharedView { hasHours } site(id: "${site.id}") { timeseries(granularity: HOUR) { granularity } } }`;
    const answer = await askAs(gateway, viewer, query);
    expect(answer.body.data).toEqual({ sharedView: { hasHours: false }, site: { timeseries: null } });
    expect(outcomeOf(answer)).toBe('PLAN_REQUIRED');
  });

  it('opens neither REST nor the export nor the collector', async () => {
    const { site, viewer } = await makeShared(gateway);
    const paths = [
      ['GET', '/api/v1/sites'],
      ['GET', `/api/v1/sites/${site.id}/stats`],
      ['GET', `/export/sites/${site.id}/events.csv`],
      ['POST', `/collect/sites/${site.id}/events`],
    ] as const;
    for (const [method, path] of paths) {
      const headers = { ...viewer };
      const { status, body } = await send(gateway, undefined, { method, path, headers });
      expect([path, status, body.code]).toEqual([path, 401, 'MISSING_KEY']);
    }
  });

  it('may read with GET, and with POST only from a page of the service', async () => {
    const { site, viewer } = await makeShared(gateway);
    const path = `/graphql?query=${encodeURIComponent(`{ site(id: "${site.id}") { domain } }`)}`;
    const got = await send(gateway, undefined, { method: 'GET', path, headers: viewer });
    expect(got.body.data.site.domain).toBe('shared.example');
    const origin = 'https://evil.example';
    const posted = await send(gateway, { query: VIEW }, { path: '/graphql', headers: { ...viewer, origin } });
    expect([posted.status, posted.body.errors[0].extensions.code]).toEqual([403, 'ORIGIN_REFUSED']);
  });

  it('is noted as a use of the link, to the minute', async () => {
    const used = startGateway({ sharedDocuments: 'any' });
    const { site, viewer } = await makeShared(used);
    await askAs(used, viewer, VIEW);
    const lastUse = async () => (await listShareLinks(used.db, [site.id], used.clock.now()))[0]?.lastUsedAtMs;
    await expect.poll(lastUse).toBe(used.clock.now());
  });
});

describe('the cookies of a browser', () => {
  it('keep links and a session apart: a request shows the link that it names, and else the owner', async () => {
    const one = await makeShared(gateway);
    const two = await makeLink(gateway, {
      cookie: one.owner.cookie,
      siteId: one.site.id,
      given: 'end: "2026-03-02"',
    });
    const second = await openLink(gateway, two.token);
    const cookie = [one.owner.cookie, one.viewer.cookie, second.cookie].join('; ');
    const query = '{ sharedView { end } account { email } }';
    const asked = (headers: Readonly<Record<string, string>>) => ask(gateway, cookie, query, headers);

    expect((await asked({})).body.data).toEqual({ sharedView: null, account: { email: one.owner.email } });
    const first = await asked({ 'x-share-link': one.viewer['x-share-link'] });
    expect([first.body.data, outcomeOf(first)]).toEqual([
      { sharedView: { end: null }, account: null },
      'NOT_SHARED',
    ]);
    const other = await asked({ 'x-share-link': second['x-share-link'] });
    expect(other.body.data).toEqual({ sharedView: { end: '2026-03-02' }, account: null });
  });

  it.each(['999999999', '0', '07', 'x', '', '-1'])(
    'count for nothing in a request that names the link %j, which has none',
    async (link) => {
      const { owner, viewer } = await makeShared(gateway);
      const cookie = `${owner.cookie}; ${viewer.cookie}`;
      const { status, body } = await ask(gateway, cookie, VIEW, { 'x-share-link': link });
      expect([status, body.errors[0].extensions.code]).toEqual([401, 'SHARE_LINK_INVALID']);
    },
  );

  it('of a link alone open nothing, and a key counts before it', async () => {
    const { owner, viewer } = await makeShared(gateway);
    expect(outcomeOf(await ask(gateway, viewer.cookie, VIEW))).toBe('MISSING_KEY');
    const headers = { ...viewer, authorization: `Bearer ${owner.key}`, origin: OWN_ORIGIN };
    const { body } = await send(
      gateway,
      { query: '{ sharedView { end } sites { domain } }' },
      { path: '/graphql', headers },
    );
    expect(body.data).toEqual({ sharedView: null, sites: [{ domain: 'shared.example' }] });
  });

  it('do not make the owner whom a trusted proxy names of someone with a link', async () => {
    const { owner, viewer } = await makeShared(gateway);
    const asking = { path: '/graphql', headers: viewer, users: [owner.email] };
    const { body } = await send(gateway, { query: '{ account { email } }' }, asking);
    expect(body.errors[0].extensions.code).toBe('NOT_SHARED');
  });
});

describe('a share link', () => {
  it('that is revoked stops with the next request, on every server', async () => {
    const other = startGateway({ sharedDocuments: 'any' });
    const { owner, link, viewer } = await makeShared(gateway);
    expect(outcomeOf(await askAs(other, viewer, VIEW))).toBe('done');
    await ask(gateway, owner.cookie, `mutation { revokeShareLink(id: "${link.id}") }`);
    for (const at of [gateway, other]) {
      const { status, body } = await askAs(at, viewer, VIEW);
      expect([status, body.errors]).toEqual([
        401,
        [
          {
            message: 'The share link was revoked, has expired, or is incomplete.',
            extensions: { code: 'SHARE_LINK_INVALID' },
          },
        ],
      ]);
    }
    expect((await exchange({ token: link.token })).body.code).toBe('SHARE_LINK_INVALID');
  });

  it('stops when it expires', async () => {
    const aging = startGateway({ sharedDocuments: 'any' });
    const { viewer } = await makeShared(aging, 'expiresInDays: 1');
    aging.clock.advance(DAY_MS - 1);
    expect(outcomeOf(await askAs(aging, viewer, VIEW))).toBe('done');
    aging.clock.advance(1);
    expect(outcomeOf(await askAs(aging, viewer, VIEW))).toBe('SHARE_LINK_INVALID');
  });

  it('stops with its site, and with its account', async () => {
    const [one, two] = [await makeShared(gateway), await makeShared(gateway)];
    await ask(
      gateway,
      one.owner.cookie,
      `mutation { deleteSite(id: "${one.site.id}", domain: "shared.example") }`,
    );
    await markAccountDeleted(gateway.db, two.owner.accountId, gateway.clock.now());
    for (const { viewer } of [one, two])
      expect(outcomeOf(await askAs(gateway, viewer, VIEW))).toBe('SHARE_LINK_INVALID');
  });

  it('has budgets of its own, with the numbers of the plan of its owner', async () => {
    const plans = { ...DEFAULT_PLANS, free: { ...DEFAULT_PLANS.free, requestsPerMinute: 3 } };
    const small = startGateway({ plans, sharedDocuments: 'any' });
    const { owner, site, viewer } = await makeShared(small, '', 'free');
    small.clock.advance(60_000);
    const two = await makeLink(small, { cookie: owner.cookie, siteId: site.id });
    const other = await openLink(small, two.token);
    const view = (who = viewer) => askAs(small, who, totals(site.id));

    for (let times = 0; times < 3; times += 1) expect(outcomeOf(await view())).toBe('done');
    const refused = await view();
    expect([refused.status, outcomeOf(refused), refused.headers.get('retry-after')]).toEqual([
      429,
      'RATE_LIMITED',
      '60',
    ]);
    expect(outcomeOf(await view(other))).toBe('done');
    const { body } = await ask(small, owner.cookie, BUDGETS);
    const left = Object.fromEntries(
      body.data.account.budgets.map(({ operation, remaining }: { operation: string; remaining: number }) => [
        operation,
        remaining,
      ]),
    );
    // the owner has sent two documents: one that made the link, and this one
    expect([left['stats'], left['graphql']]).toEqual([3, 1]);
  });
});
