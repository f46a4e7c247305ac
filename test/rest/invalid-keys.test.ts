import { describe, expect, it } from 'vitest';
import { generateApiKey } from '../../src/domain/api-key.ts';
import { markKeyRevoked } from '../../src/queries/api-keys.ts';
import { pathOf } from '../collect/support.ts';
import { watchQueries } from '../support/asked-queries.ts';
import { NOW, startGateway } from '../support/gateway.ts';
import { makeKey, makeOwner, makeSite } from '../support/makers.ts';
import { REFUSED } from './support.ts';

const NOW_MS = Date.parse(NOW);
const MAX_FAILURES = 60;

/** A gateway that is asked from addresses, and the number of keys it has looked up. */
function start() {
  const { db, asked } = watchQueries();
  const gateway = startGateway({ db });
  const send = async (
    address: string | undefined,
    key: string,
    path = '/api/v1/sites',
    init?: RequestInit,
  ) => {
    const headers = new Headers(init?.headers);
    headers.set('authorization', `Bearer ${key}`);
    const request = new Request(`http://site-traffic.test${path}`, { ...init, headers });
    const connection = { client: () => address, cut: () => undefined };
    const response = await gateway.fetch(request, connection);
    return { status: response.status, headers: response.headers, body: (await response.json()) as unknown };
  };
  const failOften = (address: string | undefined, times = MAX_FAILURES) =>
    Promise.all(Array.from({ length: times }, () => send(address, generateApiKey())));
  const lookUps = () => asked.filter(({ text }) => text.includes('from "api_keys"')).length;
  return { ...gateway, send, failOften, lookUps };
}

function tooMany(seconds: number) {
  return {
    error: `Too many requests with invalid API keys from your address. Check the key, and wait ${seconds} seconds.`,
    code: 'RATE_LIMITED',
    retry_after: seconds,
  };
}

describe('invalid keys from one address', () => {
  it('are looked up 60 times in 60 seconds, then refused without a query, however many come at once', async () => {
    const { send, failOften, lookUps, clock } = start();

    const answers = await failOften('198.51.100.7', 500);

    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      ...Array<number>(60).fill(401),
      ...Array<number>(440).fill(429),
    ]);
    expect(lookUps()).toBe(60);
    clock.advance(20_000);
    const { status, headers, body } = await send('198.51.100.7', generateApiKey());
    expect([status, headers.get('retry-after'), body]).toEqual([429, '40', tooMany(40)]);
    clock.advance(40_000);
    expect((await send('198.51.100.7', generateApiKey())).body).toEqual(REFUSED.INVALID_KEY);
    expect(lookUps()).toBe(61);
  });

  it('are refused by REST, GraphQL and the collector alike', async () => {
    const { send, failOften, lookUps } = start();
    await failOften('198.51.100.7');
    const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"query":"{a}"}' };

    const answers = [
      await send('198.51.100.7', generateApiKey(), '/api/v1/sites/x/stats'),
      await send('198.51.100.7', generateApiKey(), '/graphql', post),
      await send('198.51.100.7', generateApiKey(), pathOf('x'), post),
    ];

    expect(answers.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual(
      answers.map(() => [429, '60']),
    );
    const { error: message, code, retry_after } = tooMany(60);
    expect(answers.map(({ body }) => body)).toEqual([
      tooMany(60),
      { errors: [{ message, extensions: { code, retry_after } }] },
      tooMany(60),
    ]);
    expect(lookUps()).toBe(MAX_FAILURES);
  });

  it('do not lock out other addresses, nor callers without an address', async () => {
    const { send, failOften } = start();
    await failOften('198.51.100.7');
    await failOften(undefined, 100);

    for (const address of ['198.51.100.8', undefined]) {
      expect((await send(address, generateApiKey())).body).toEqual(REFUSED.INVALID_KEY);
    }
  });

  it('do not lock out a key of that address that was good when it was last used', async () => {
    const { db, send, failOften } = start();
    const [known, unknown] = [await makeOwner(db), await makeOwner(db)];
    await send('203.0.113.1', known.key);
    await failOften('198.51.100.7');

    expect((await send('198.51.100.7', known.key)).body).toEqual({ sites: [] });
    expect((await send('198.51.100.7', unknown.key)).body).toEqual(tooMany(60));
    expect((await send('203.0.113.1', unknown.key)).body).toEqual({ sites: [] });
    expect((await send('198.51.100.7', unknown.key)).body).toEqual({ sites: [] });
  });

  it('include one that was good: it is refused as soon as it is revoked', async () => {
    const { db, send, failOften } = start();
    const { key, keyId } = await makeOwner(db);
    await send('198.51.100.7', key);
    await failOften('198.51.100.7');

    await markKeyRevoked(db, keyId, NOW_MS);

    expect((await send('198.51.100.7', key)).body).toEqual(REFUSED.INVALID_KEY);
    expect((await send('198.51.100.7', key)).body).toEqual(tooMany(60));
  });

  it('are not keys of another form, missing keys, nor good keys that are refused for other reasons', async () => {
    const { db, send, lookUps } = start();
    const { accountId, key } = await makeOwner(db);
    const site = await makeSite(db, accountId);
    const collecting = await makeKey(db, accountId, site.id);
    for (let times = 0; times < 100; times += 1) {
      await send('198.51.100.7', `${key} and more`);
      await send('198.51.100.7', key, '/api/v1/sites/x/stats');
      await send('198.51.100.7', collecting.key);
    }

    expect(lookUps()).toBe(200);
    expect((await send('198.51.100.7', generateApiKey())).body).toEqual(REFUSED.INVALID_KEY);
  });
});
