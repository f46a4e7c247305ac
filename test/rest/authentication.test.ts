import { describe, expect, it } from 'vitest';
import { generateApiKey } from '../../src/domain/api-key.ts';
import { markAccountDeleted, setAccountPlan } from '../../src/queries/accounts.ts';
import { listKeys, markKeyRevoked } from '../../src/queries/api-keys.ts';
import { NOW, startGateway, testDatabase } from '../support/gateway.ts';
import { makeKey, makeOwner } from '../support/makers.ts';
import { REFUSED, headersOf, makeCaller } from './support.ts';

const gateway = startGateway();
const NOW_MS = Date.parse(NOW);
const SITES = '/api/v1/sites';

/** The answer to a GET with exactly this Authorization header, or none. */
async function authorize(authorization: string | undefined, path = SITES) {
  const init = authorization === undefined ? {} : { headers: { authorization } };
  const { status, headers, body } = await gateway.rest(path, undefined, init);
  return { status, body, challenge: headers.get('www-authenticate') };
}

const refused = (code: 'MISSING_KEY' | 'INVALID_KEY' | 'USER_NOT_FOUND') => ({
  status: 401,
  body: REFUSED[code],
  challenge: 'Bearer',
});
const GRANTED = { status: 200, body: { sites: [] }, challenge: null };

describe('the Authorization header', () => {
  it.each([SITES, `${SITES}/x/timeseries`, `${SITES}/x/stats`, `${SITES}/x/events`, `${SITES}//stats`])(
    'is required at %s: without it 401 MISSING_KEY',
    async (path) => {
      expect(await authorize(undefined, path)).toEqual(refused('MISSING_KEY'));
    },
  );

  it.each([
    ['as documented', (key: string) => `Bearer ${key}`],
    ['in lower case', (key: string) => `bearer ${key}`],
    ['in upper case', (key: string) => `BEARER ${key}`],
    ['in mixed case', (key: string) => `bEaReR ${key}`],
    ['with two spaces', (key: string) => `Bearer  ${key}`],
    ['with blanks around it, which HTTP takes away', (key: string) => `  Bearer ${key}\t `],
  ])('opens with the scheme %s', async (_, write) => {
    const { key } = await makeOwner(gateway.db);
    expect(await authorize(write(key))).toEqual(GRANTED);
  });

  it.each([
    ['empty', () => ''],
    ['blank', () => '   '],
    ['of the scheme alone', () => 'Bearer'],
    ['of the scheme and a blank', () => 'Bearer '],
    ['of the key alone', (key: string) => key],
    ['without a space', (key: string) => `Bearer${key}`],
    ['with a tab for the space', (key: string) => `Bearer\t${key}`],
    ['with trailing words', (key: string) => `Bearer ${key} please`],
    ['with two keys', (key: string) => `Bearer ${key}, Bearer ${key}`],
    ['with a comma behind', (key: string) => `Bearer ${key},`],
    ['with the key in quotes', (key: string) => `Bearer "${key}"`],
    ['with the key in upper case', (key: string) => `Bearer ${key.toUpperCase()}`],
    ['with the key cut short', (key: string) => `Bearer ${key.slice(0, -1)}`],
    ['with the key and one letter more', (key: string) => `Bearer ${key}A`],
    ['with padding behind the key', (key: string) => `Bearer ${key}=`],
    ['of Basic', (key: string) => `Basic ${Buffer.from(`${key}:`).toString('base64')}`],
    ['of Basic with the key bare', (key: string) => `Basic ${key}`],
    ['of another scheme', (key: string) => `Token ${key}`],
    ['of two schemes', (key: string) => `Basic Bearer ${key}`],
    ['with the key as a field', (key: string) => `Bearer token=${key}`],
    ['with letters beyond ASCII', (key: string) => `Bearer ${key}é`],
    ['10 kB long', (key: string) => `Bearer ${key}${'x'.repeat(10_000)}`],
    ['10 kB long by its blanks', (key: string) => `Bearer ${' '.repeat(10_000)}x ${key}`],
    ['of a key that was never made', () => `Bearer ${generateApiKey()}`],
    ['of the hash that is stored', () => `Bearer ${'0'.repeat(64)}`],
  ])('%s is 401 INVALID_KEY', async (_, write) => {
    const { key } = await makeOwner(gateway.db);
    expect(await authorize(write(key))).toEqual(refused('INVALID_KEY'));
  });

  it('is not replaced by a key in the query string, a cookie or another header', async () => {
    const { key } = await makeOwner(gateway.db);
    for (const name of ['api_key', 'apikey', 'key', 'access_token', 'token', 'authorization']) {
      expect(await authorize(undefined, `${SITES}?${name}=${key}`)).toEqual(refused('MISSING_KEY'));
      expect(await authorize('Bearer wrong', `${SITES}?${name}=${key}`)).toEqual(refused('INVALID_KEY'));
    }
    const headers = { 'x-api-key': key, cookie: `key=${key}`, 'proxy-authorization': `Bearer ${key}` };
    expect((await gateway.rest(SITES, undefined, { headers })).body).toEqual(REFUSED.MISSING_KEY);
  });

  it('refused answers nothing of budgets', async () => {
    const { headers } = await gateway.rest(SITES, 'wrong');
    expect(Object.keys(headersOf(headers)).sort()).toEqual([
      'content-length',
      'content-type',
      'www-authenticate',
      'x-content-type-options',
    ]);
  });
});

describe('a key', () => {
  it('that was revoked is INVALID_KEY from the next request on, while another of the account opens', async () => {
    const { accountId, key, keyId } = await makeOwner(gateway.db);
    const other = await makeKey(gateway.db, accountId);
    expect(await authorize(`Bearer ${key}`)).toEqual(GRANTED);
    await markKeyRevoked(gateway.db, keyId, NOW_MS);
    expect(await authorize(`Bearer ${key}`)).toEqual(refused('INVALID_KEY'));
    expect(await authorize(`Bearer ${other.key}`)).toEqual(GRANTED);
  });

  it('of a deleted account is USER_NOT_FOUND, and INVALID_KEY if it was revoked too', async () => {
    const { accountId, key } = await makeOwner(gateway.db);
    const revoked = await makeKey(gateway.db, accountId);
    await markKeyRevoked(gateway.db, revoked.keyId, NOW_MS);
    await markAccountDeleted(gateway.db, accountId, NOW_MS);
    expect(await authorize(`Bearer ${key}`)).toEqual(refused('USER_NOT_FOUND'));
    expect(await authorize(`Bearer ${revoked.key}`)).toEqual(refused('INVALID_KEY'));
  });

  it('whose account was removed altogether is USER_NOT_FOUND', async () => {
    const { accountId, key } = await makeOwner(gateway.db);
    await gateway.db.deleteFrom('accounts').where('id', '=', accountId).execute();
    expect(await authorize(`Bearer ${key}`)).toEqual(refused('USER_NOT_FOUND'));
  });

  it('revoked or orphaned through one instance is refused by the next request of every other', async () => {
    const [one, two] = [startGateway({ db: testDatabase() }), startGateway({ db: testDatabase() })];
    const [revoked, orphaned] = [await makeOwner(one.db), await makeOwner(one.db)];
    for (const { key } of [revoked, orphaned]) {
      for (const { rest } of [one, two]) expect((await rest(SITES, key)).status).toBe(200);
    }
    await markKeyRevoked(one.db, revoked.keyId, NOW_MS);
    await markAccountDeleted(one.db, orphaned.accountId, NOW_MS);
    for (const { rest } of [two, one]) {
      expect((await rest(SITES, revoked.key)).body).toEqual(REFUSED.INVALID_KEY);
      expect((await rest(SITES, orphaned.key)).body).toEqual(REFUSED.USER_NOT_FOUND);
    }
  });

  it('carries the plan its account has at the moment of the request', async () => {
    const { ask, accountId } = await makeCaller(gateway, 'free');
    const hours = 'timeseries?granularity=hour&start=2026-03-15';
    expect((await ask(hours)).body).toEqual(REFUSED.PLAN_REQUIRED);
    await setAccountPlan(gateway.db, accountId, 'pro');
    expect((await ask(hours)).status).toBe(200);
    await setAccountPlan(gateway.db, accountId, 'free');
    expect((await ask(hours)).body).toEqual(REFUSED.PLAN_REQUIRED);
  });

  it('opens the sites of its own account alone', async () => {
    const [caller, other] = [await makeCaller(gateway), await makeCaller(gateway)];
    expect((await gateway.rest(`${SITES}/${caller.site.id}/stats`, caller.key)).status).toBe(200);
    expect((await gateway.rest(`${SITES}/${caller.site.id}/stats`, other.key)).body).toEqual(
      REFUSED.SITE_NOT_FOUND,
    );
  });

  it('that was used has the moment noted to the minute, one that was refused has not', async () => {
    const { rest, clock, db } = startGateway({ db: gateway.db });
    const { accountId, key, keyId } = await makeOwner(db);
    const lastUse = async () => (await listKeys(db, accountId)).map(({ lastUsedAtMs }) => lastUsedAtMs);
    const noted = (ms: number) => expect.poll(lastUse).toEqual([ms]);
    expect(await lastUse()).toEqual([null]);
    await rest(SITES, key);
    await noted(NOW_MS);
    clock.advance(59_999);
    await rest(SITES, key);
    await noted(NOW_MS);
    clock.advance(1);
    await rest(SITES, key);
    await noted(NOW_MS + 60_000);
    await markKeyRevoked(db, keyId, NOW_MS);
    clock.advance(60_000);
    await rest(SITES, key);
    expect(await lastUse()).toEqual([NOW_MS + 60_000]);
  });
});
