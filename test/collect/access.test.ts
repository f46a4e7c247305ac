import { describe, expect, it } from 'vitest';
import { deleteAccount } from '../../src/operations/owner/accounts.ts';
import { byOperator } from '../../src/operations/owner/in-account.ts';
import { revokeKey } from '../../src/operations/owner/keys.ts';
import { deleteSite } from '../../src/operations/owner/site-changes.ts';
import { REFUSED, headersOf } from '../rest/support.ts';
import { NOW, startGateway } from '../support/gateway.ts';
import { makeKey, makeOwner, makeSite } from '../support/makers.ts';
import { askText, refusals } from '../twins/support.ts';
import { VISIT, makeBackend, outcome, pathOf, storedEvents } from './support.ts';

const gateway = startGateway({ corsOrigins: ['https://app.example'] });
const { db } = gateway;
const NOW_MS = Date.parse(NOW);
const post = (path: string, key: string | undefined, body = JSON.stringify(VISIT)) =>
  gateway.rest(path, key, { method: 'POST', body });

describe('the route', () => {
  it.each([
    '/collect',
    '/collect/sites',
    '/collect/sites/a/events/',
    '/collect/sites/a/b/events',
    '/collect/sites/a/stats',
    '/api/v1/collect/sites/a/events',
  ])('is no other than /collect/sites/{siteId}/events: %s', async (path) => {
    const { key } = await makeBackend(gateway);

    expect(outcome(await post(path, key))).toEqual({ status: 404, body: REFUSED.NOT_FOUND });
  });

  it.each(['GET', 'PUT', 'DELETE', 'PATCH'])('allows POST and no %s', async (method) => {
    const answer = await gateway.rest(pathOf('site_a'), undefined, { method });

    expect([outcome(answer), answer.headers.get('allow')]).toEqual([
      { status: 405, body: REFUSED.METHOD_NOT_ALLOWED },
      'POST, OPTIONS',
    ]);
  });

  it('answers the preflight request of a browser', async () => {
    const headers = { origin: 'https://app.example', 'access-control-request-method': 'POST' };
    const answer = await gateway.rest(pathOf('site_a'), undefined, { method: 'OPTIONS', headers });

    expect([answer.status, headersOf(answer.headers)]).toEqual([
      204,
      expect.objectContaining({
        allow: 'POST, OPTIONS',
        'access-control-allow-methods': 'POST, OPTIONS',
        'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key',
      }),
    ]);
  });

  it.each(['/collect/sites//events', '/collect/sites/%20/events', '/collect/sites/events'])(
    'without a site is MISSING_SITE_ID: %s',
    async (path) => {
      const { key } = await makeBackend(gateway);

      expect(outcome(await post(path, key))).toEqual({ status: 400, body: REFUSED.MISSING_SITE_ID });
    },
  );
});

describe('the order of checks', () => {
  it('is key, then body, then site', async () => {
    const { site } = await makeBackend(gateway);
    const other = await makeBackend(gateway);

    const codes = async (path: string, key: string | undefined) => {
      const answer = await post(path, key, '{');
      return [answer.status, (answer.body as { code: string }).code];
    };
    expect(await codes('/collect/none', undefined)).toEqual([404, 'NOT_FOUND']);
    expect(await codes(pathOf(site.id), undefined)).toEqual([401, 'MISSING_KEY']);
    expect(await codes(pathOf(site.id), 'nonsense')).toEqual([401, 'INVALID_KEY']);
    expect(await codes(pathOf(site.id), other.key)).toEqual([400, 'INVALID_JSON']);
    expect(outcome(await post(pathOf(site.id), other.key))).toEqual({
      status: 403,
      body: REFUSED.SITE_NOT_FOUND,
    });
  });

  it('answers 401 before the body has arrived', async () => {
    const { site } = await makeBackend(gateway);
    const never = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => undefined) });
    const init = { method: 'POST', body: never, duplex: 'half' } as RequestInit;

    expect(outcome(await gateway.rest(pathOf(site.id), 'nonsense', init))).toEqual({
      status: 401,
      body: REFUSED.INVALID_KEY,
    });
  });

  it('refuses a key as soon as it is revoked or its account is deleted', async () => {
    const { accountId, site, email } = await makeBackend(gateway);
    const { key, keyId } = await makeKey(db, accountId, site.id);
    const { key: orphan } = await makeKey(db, accountId, site.id);
    await revokeKey(byOperator(db, NOW_MS), keyId);
    expect(outcome(await post(pathOf(site.id), key))).toEqual({ status: 401, body: REFUSED.INVALID_KEY });

    await deleteAccount(byOperator(db, NOW_MS), email);
    expect(outcome(await post(pathOf(site.id), orphan))).toEqual({
      status: 401,
      body: REFUSED.USER_NOT_FOUND,
    });
  });
});

/** What a key that only collects gets in place of data. */
const ONLY_RECORDS = {
  error:
    'This API key only records. Reading needs a key of the account with the scope read: site-traffic key create --account EMAIL --scope read.',
  code: 'SITE_NOT_FOUND',
};

describe('a key that does not collect for the site', () => {
  it('gets the same refusal whether the site exists or not, and whoever owns it', async () => {
    const { accountId, site, key } = await makeBackend(gateway);
    const sibling = await makeSite(db, accountId);
    const deleted = await makeSite(db, accountId);
    const { key: keyOfDeleted } = await makeKey(db, accountId, deleted.id);
    await deleteSite(byOperator(db, NOW_MS), deleted.id);
    const stranger = await makeBackend(gateway);
    const thief = await makeOwner(db);
    const { key: stolen } = await makeKey(db, thief.accountId, site.id);

    const answers = await Promise.all([
      post(pathOf(sibling.id), key),
      post(pathOf(deleted.id), keyOfDeleted),
      post(pathOf(stranger.site.id), key),
      post(pathOf(site.id), stranger.key),
      post(pathOf(site.id), stolen),
      post(pathOf('site_unknown'), key),
      post(pathOf('%00'), key),
      post(pathOf('%'), key),
    ]);

    const told = answers.map(({ status, text, headers }) => ({ status, text, headers: headersOf(headers) }));
    expect(told).toEqual(told.map(() => told[0]));
    expect(told[0]).toMatchObject({ status: 403, text: JSON.stringify(REFUSED.SITE_NOT_FOUND) });
    expect(await storedEvents(db, site)).toEqual([]);
  });

  it('that only reads is told so, in the same words for every site', async () => {
    const { site, readKey } = await makeBackend(gateway);
    const stranger = await makeBackend(gateway);

    const answers = await Promise.all(
      [site.id, stranger.site.id, 'site_unknown', '%00'].map((id) => post(pathOf(id), readKey)),
    );

    const told = answers.map(({ status, text, headers }) => ({ status, text, headers: headersOf(headers) }));
    expect(told).toEqual(told.map(() => told[0]));
    const error =
      'This API key only reads. Recording needs a key of the site with the scope collect: site-traffic key create --account EMAIL --scope collect --site ID.';
    expect(told[0]).toMatchObject({ status: 403, text: JSON.stringify({ error, code: 'SITE_NOT_FOUND' }) });
    expect(await storedEvents(db, site)).toEqual([]);
  });

  it('reads nothing over REST, and is told so in the same words for every site', async () => {
    const { site, key } = await makeBackend(gateway);
    const stranger = await makeBackend(gateway);
    const paths = [site.id, stranger.site.id, 'site_unknown'].flatMap((id) => [
      '',
      ...['/stats', '/timeseries', '/events'].map((operation) => `/${id}${operation}`),
    ]);

    for (const path of paths) {
      expect(outcome(await gateway.rest(`/api/v1/sites${path}`, key))).toEqual({
        status: 403,
        body: ONLY_RECORDS,
      });
    }
  });

  it('reads nothing over GraphQL, and is told so', async () => {
    const { site, key } = await makeBackend(gateway);
    const fields = [
      'stats { totals { botVisits } }',
      'timeseries { granularity }',
      'events { nodes { id } }',
    ];
    const document = `query ($id: ID!) {
      account { plan budgets { limit } usage { used } }
      sites { id }
      ${fields.map((field, n) => `s${n}: site(id: $id) { id ${field} }`).join('\n')}
    }`;

    const answer = await askText(gateway, key, document, { id: site.id });

    expect(answer.data).toEqual({ account: null, sites: null, s0: null, s1: null, s2: null });
    expect(refusals(answer).toSorted()).toEqual(
      ['account', 's0', 's1', 's2', 'sites'].map((path) => `${path} SITE_NOT_FOUND`),
    );
    expect(answer.errors?.map(({ message }) => message)).toEqual(Array(5).fill(ONLY_RECORDS.error));
  });
});

describe('every answer', () => {
  it('to a known key is not cached, has a request id and no rate-limit headers', async () => {
    const { send } = await makeBackend(gateway);

    for (const body of [VISIT, '{', { type: 'click' }]) {
      const { headers } = await send(body);
      expect(headersOf(headers)).toMatchObject({
        'cache-control': 'private, no-store',
        'content-type': 'application/json; charset=utf-8',
        'x-content-type-options': 'nosniff',
      });
      expect(headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
      expect([...headers.keys()].filter((name) => /rate/i.test(name))).toEqual([]);
    }
  });

  it('comes at any request rate: there is no budget', async () => {
    const { send } = await makeBackend(gateway, 'free');

    const answers = await Promise.all(Array.from({ length: 100 }, () => send(VISIT)));

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });
});
