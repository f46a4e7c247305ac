import { describe, expect, it } from 'vitest';
import { hashApiKey } from '../../src/domain/api-key.ts';
import {
  findAccount,
  findSignInAccount,
  insertAccount,
  listAccounts,
  markAccountDeleted,
  setAccountPlan,
} from '../../src/queries/accounts.ts';
import { findKey, listKeys, markKeyUsed, markKeyRevoked } from '../../src/queries/api-keys.ts';
import { findUsage, releaseUsage, reserveUsage } from '../../src/queries/usage.ts';
import { testDatabase } from '../support/gateway.ts';
import { makeKey, makeOwner, makeSite } from '../support/makers.ts';

const db = testDatabase();
const CREATED_MS = Date.parse('2026-01-01T00:00:00Z');
const LATER_MS = Date.parse('2026-03-15T12:34:56.789Z');

describe('an account', () => {
  it('is found by its address in whatever case, and answered as it was given', async () => {
    const { email } = await makeOwner(db);
    const mixed = `Mixed.${email}`;
    const id = await insertAccount(db, { email: mixed, plan: 'free', createdAtMs: LATER_MS });

    const account = { id, email: mixed, plan: 'free', createdAtMs: LATER_MS };
    expect(await findAccount(db, mixed.toUpperCase())).toEqual(account);
    expect(await listAccounts(db)).toContainEqual(account);
  });

  it('is found by the address that it was given, with letters beyond ASCII too', async () => {
    const { email } = await makeOwner(db);
    const found = ['Ärger', 'İÇ', 'Σ', 'ẞ'].map(async (name) => {
      const account = { email: `${name}.${email}`, plan: 'free', createdAtMs: CREATED_MS } as const;
      const id = await insertAccount(db, account);
      return [{ id, ...account }, await findAccount(db, account.email)];
    });

    for (const [account, same] of await Promise.all(found)) expect(same).toEqual(account);
  });

  it('is found in either Unicode form of its address, and by no letter that a database may fold into ASCII', async () => {
    const { email } = await makeOwner(db);
    const insert = (name: string) =>
      insertAccount(db, { email: `${name}.${email}`, plan: 'free', createdAtMs: CREATED_MS });
    const [kim, ivan, composed, decomposed] = await Promise.all(
      ['kim', 'ivan', 'caf\u00E9', 're\u0301gie'].map(insert),
    );
    const find = async (name: string) => (await findAccount(db, `${name}.${email}`))?.id;
    const findOwner = async (name: string) => (await findSignInAccount(db, `${name}.${email}`))?.id;

    for (const ask of [find, findOwner]) {
      expect(await Promise.all(['KIM', 'Ivan'].map(ask))).toEqual([kim, ivan]);
      expect(await Promise.all(['CAFe\u0301', 'R\u00E9gie'].map(ask))).toEqual([composed, decomposed]);
      expect(await Promise.all(['caf\u00E9', 'CAF\u00E9', 'cafe\u0301'].map(ask))).toEqual(
        Array(3).fill(composed),
      );
      expect(await Promise.all(['\u212Aim', '\u0130van', 'CAF\u00C9'].map(ask))).toEqual(
        Array(3).fill(undefined),
      );
    }
  });

  it('shares its address with no other living account', async () => {
    const { email, accountId } = await makeOwner(db);
    const again = { email: email.toUpperCase(), plan: 'free', createdAtMs: CREATED_MS } as const;

    expect(await insertAccount(db, again)).toBeUndefined();
    await markAccountDeleted(db, accountId, LATER_MS);
    const successor = await insertAccount(db, again);

    expect(successor).not.toBe(accountId);
    expect(await findAccount(db, email)).toEqual({ id: successor, ...again });
  });

  it('is one of six that are made with one address at once', async () => {
    const email = `once-${(await makeOwner(db)).email}`;
    const making = Array.from({ length: 6 }, () =>
      insertAccount(db, { email, plan: 'free', createdAtMs: CREATED_MS }),
    );

    expect((await Promise.all(making)).filter((id) => id !== undefined)).toHaveLength(1);
  });

  it('changes its plan for its next key check', async () => {
    const { accountId, key } = await makeOwner(db, 'free');

    await setAccountPlan(db, accountId, 'pro');

    expect(await findKey(db, hashApiKey(key))).toMatchObject({ plan: 'pro' });
  });

  it('is not found once deleted, and its keys stay without a plan', async () => {
    const { email, accountId, keyId, key } = await makeOwner(db);

    await markAccountDeleted(db, accountId, LATER_MS);

    expect(await findAccount(db, email)).toBeUndefined();
    expect((await listAccounts(db)).map(({ id }) => id)).not.toContain(accountId);
    expect(await findKey(db, hashApiKey(key))).toEqual({
      keyId,
      accountId,
      reach: { scope: 'read', siteId: null },
      plan: null,
      revoked: false,
      lastUsedAtMs: null,
      site: undefined,
    });
  });
});

describe('a key', () => {
  it('is found with the site it is used on, whoever owns that', async () => {
    const [owner, other] = [await makeOwner(db), await makeOwner(db)];
    const [site, foreign] = [await makeSite(db, owner.accountId), await makeSite(db, other.accountId)];

    const find = async (siteId: string) => (await findKey(db, hashApiKey(owner.key), siteId))?.site;

    expect(await Promise.all([site.id, foreign.id].map(find))).toEqual([site, foreign]);
    expect(await Promise.all(['site_none', '', 'a\0b'].map(find))).toEqual([undefined, undefined, undefined]);
  });

  it('is listed with what may be shown of it, oldest first', async () => {
    const { accountId, keyId, key } = await makeOwner(db);
    const second = await makeKey(db, accountId);
    await makeOwner(db);

    await markKeyUsed(db, second.keyId, LATER_MS);

    const shown = {
      name: 'test',
      reach: { scope: 'read', siteId: null },
      drain: null,
      createdAtMs: CREATED_MS,
      lastUsedAtMs: null,
      revokedAtMs: null,
    };
    expect(await listKeys(db, accountId)).toEqual([
      { ...shown, id: keyId, lastFour: key.slice(-4) },
      { ...shown, id: second.keyId, lastFour: second.key.slice(-4), lastUsedAtMs: LATER_MS },
    ]);
  });

  it('is unknown by any text but its own hash', async () => {
    const { key } = await makeOwner(db);

    expect(await findKey(db, key)).toBeUndefined();
    expect(await findKey(db, hashApiKey(`${key} `))).toBeUndefined();
  });

  it('is revoked once: the first moment stays', async () => {
    const { accountId, keyId, key } = await makeOwner(db);

    await markKeyRevoked(db, keyId, CREATED_MS);
    await markKeyRevoked(db, keyId, LATER_MS);

    expect(await listKeys(db, accountId)).toMatchObject([{ revokedAtMs: CREATED_MS }]);
    expect(await findKey(db, hashApiKey(key))).toMatchObject({ revoked: true });
  });

  it('keeps its latest use, whichever note comes last', async () => {
    const { keyId, key } = await makeOwner(db);

    await markKeyUsed(db, keyId, LATER_MS);
    await markKeyUsed(db, keyId, LATER_MS - 1);

    expect(await findKey(db, hashApiKey(key))).toMatchObject({ lastUsedAtMs: LATER_MS });
  });
});

describe('usage', () => {
  it('counts by account and by month of UTC, from its first to its last millisecond', async () => {
    const [{ accountId }, other] = [await makeOwner(db), await makeOwner(db)];
    await reserve(accountId, '2026-01-31T23:59:59.999Z', 1);
    await reserve(accountId, '2026-02-01T00:00:00.000Z', 10);
    await reserve(accountId, '2026-02-28T23:59:59.999Z', 100);
    await reserve(accountId, '2026-03-01T00:00:00.000Z', 1000);
    await reserve(other.accountId, '2026-02-15T00:00:00.000Z', 10_000);

    const months = ['2026-01-01', '2026-02-14', '2026-03-31', '2026-04-01'];
    const used = await Promise.all(months.map((month) => findUsage(db, accountId, Date.parse(month))));
    expect(used).toEqual([1, 110, 1000, 0]);
  });

  it('grants what fits into the limit, to the last event, and nothing of what does not', async () => {
    const { accountId } = await makeOwner(db);
    const [tooMany, all, one] = [11, 10, 1].map((events) => ({ accountId, nowMs: LATER_MS, events }));

    const granted = [];
    for (const usage of [tooMany, all, one]) granted.push(usage && (await reserveUsage(db, usage, 10)));

    expect(granted.map(Boolean)).toEqual([false, true, false]);
    expect(await findUsage(db, accountId, LATER_MS)).toBe(10);
  });

  it('grants exactly the limit to many who ask at once, and what was given back again', async () => {
    const { accountId } = await makeOwner(db);
    const ask = (events: number) => reserveUsage(db, { accountId, nowMs: LATER_MS, events }, 25);

    const granted = await Promise.all(Array.from({ length: 40 }, () => ask(1)));
    await releaseUsage(db, { accountId, nowMs: LATER_MS, events: 3, epoch: 1 });

    expect(granted.filter(Boolean)).toHaveLength(25);
    expect([await ask(4), await ask(3)].map(Boolean)).toEqual([false, true]);
    expect(await findUsage(db, accountId, LATER_MS)).toBe(25);
  });

  it('counts beyond 32 bits, without a limit too', async () => {
    const { accountId } = await makeOwner(db);

    await reserve(accountId, '2026-03-15T00:00:00Z', 3_000_000_000);
    await reserve(accountId, '2026-03-15T00:00:00Z', 3_000_000_000);

    expect(await findUsage(db, accountId, LATER_MS)).toBe(6_000_000_000);
  });
});

async function reserve(accountId: number, at: string, events: number): Promise<void> {
  expect(await reserveUsage(db, { accountId, nowMs: Date.parse(at), events }, Infinity)).toBeDefined();
}
