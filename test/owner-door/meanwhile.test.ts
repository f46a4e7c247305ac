import { describe, expect, it } from 'vitest';
import { deleteAccount, setPlan, unlinkAccount } from '../../src/operations/owner/accounts.ts';
import { byOperator } from '../../src/operations/owner/in-account.ts';
import { invite } from '../../src/operations/owner/invitations.ts';
import { createKey, revokeKey } from '../../src/operations/owner/keys.ts';
import {
  createSite,
  deleteSite,
  renameSite,
  setDomain,
  setRetention,
} from '../../src/operations/owner/site-changes.ts';
import { listAuditEntries } from '../../src/queries/audit.ts';
import { listKeys } from '../../src/queries/api-keys.ts';
import { markSiteDeletion } from '../../src/queries/site-deletions.ts';
import { listAllSites } from '../../src/queries/sites.ts';
import { startGateway, testDatabase } from '../support/gateway.ts';
import { openInterrupted } from '../support/interrupted-database.ts';
import { makeSite } from '../support/makers.ts';
import { PASSWORD, ask, makeInvitation, makeSignedIn, send } from './support.ts';

const db = testDatabase();
const operator = byOperator(db, 0);
const interrupted = openInterrupted();
const gateway = startGateway({ db: interrupted.db });

/** An owner with a site, and what they and an operator are answered. */
async function start() {
  const owner = await makeSignedIn(gateway);
  const { id: siteId } = await makeSite(db, owner.accountId, { domain: 'own.example' });
  const before = (await auditOf(owner.accountId)).length;
  return {
    ...owner,
    siteId,
    /** What the owner gets, or the code of the refusal. */
    change: async (mutation: string): Promise<unknown> => {
      const { body } = await ask(gateway, owner.cookie, `mutation { ${mutation} }`);
      return body.errors?.[0].extensions.code ?? body.data;
    },
    /** What the audit says since the start, the oldest first. */
    audit: async () => (await auditOf(owner.accountId)).slice(before),
    site: async () => {
      const { name, domain } = (await listAllSites(db)).find(({ id }) => id === siteId) ?? {};
      return { name, domain };
    },
  };
}

type Scene = Awaited<ReturnType<typeof start>>;

async function auditOf(accountId: number): Promise<readonly string[]> {
  const entries = await listAuditEntries(db, accountId, { limit: 200 });
  return entries.map(({ action, detail }) => `${action}: ${detail}`).toReversed();
}

/** What an operator gets from the interrupted database, or the code of the refusal. */
async function asOperator(change: (asker: typeof operator) => Promise<unknown>): Promise<unknown> {
  try {
    return await change(byOperator(interrupted.db, 0));
  } catch (error) {
    return (error as { readonly code?: unknown }).code;
  }
}

describe('a change keeps what another one writes just before it:', () => {
  it('a name, the domain', async () => {
    const { siteId, change, audit, site } = await start();
    interrupted.before(() => setDomain(operator, siteId, { domain: 'new.example' }));

    expect(await change(`renameSite(id: "${siteId}", name: "Shop") { name domain }`)).toEqual({
      renameSite: { name: 'Shop', domain: 'new.example' },
    });
    expect(await site()).toEqual({ name: 'Shop', domain: 'new.example' });
    expect(await audit()).toEqual([
      `site.set-domain: ${siteId} to new.example`,
      `site.rename: new.example (${siteId}) to Shop`,
    ]);
  });

  it('a domain, the name', async () => {
    const { siteId, site } = await start();
    interrupted.before(() => renameSite(operator, siteId, 'Shop'));
    await asOperator((asker) => setDomain(asker, siteId, { domain: 'new.example' }));
    expect(await site()).toEqual({ name: 'Shop', domain: 'new.example' });
  });

  it('a name of a key, that it is revoked and was called otherwise', async () => {
    const { keyId, change, audit } = await start();
    const rename = (name: string) => `renameKey(id: "key_${keyId}", name: "${name}") { name revokedAt }`;
    interrupted.before(async () => {
      await change(rename('second'));
      await revokeKey(operator, keyId);
    });

    expect(await change(rename('third'))).toEqual({
      renameKey: { name: 'third', revokedAt: '1970-01-01T00:00:00.000Z' },
    });
    expect(await audit()).toEqual([
      `key.rename: test to second (key ${keyId})`,
      `key.revoke: second (key ${keyId})`,
      `key.rename: second to third (key ${keyId})`,
    ]);
  });
});

describe('of a site that is deleted just before, nothing is changed:', () => {
  const OF_A_SITE: readonly (readonly [string, (scene: Scene) => Promise<unknown>])[] = [
    ['its name', ({ change, siteId }) => change(`renameSite(id: "${siteId}", name: "x") { id }`)],
    ['its retention', ({ change, siteId }) => change(`setRetention(siteId: "${siteId}", days: 9) { id }`)],
    ['itself', ({ change, siteId }) => change(`deleteSite(id: "${siteId}", domain: "own.example")`)],
    [
      'its share links',
      ({ change, siteId }) => change(`createShareLink(siteId: "${siteId}", name: "x") { token }`),
    ],
    [
      'its keys',
      ({ change, siteId }) => change(`createKey(name: "x", scope: COLLECT, siteId: "${siteId}") { key }`),
    ],
    ['its name by an operator', ({ siteId }) => asOperator((asker) => renameSite(asker, siteId, 'x'))],
    [
      'its domain',
      ({ siteId }) => asOperator((asker) => setDomain(asker, siteId, { domain: 'new.example' })),
    ],
    ['its retention by an operator', ({ siteId }) => asOperator((asker) => setRetention(asker, siteId, 9))],
    ['itself by an operator', ({ siteId }) => asOperator((asker) => deleteSite(asker, siteId))],
    [
      'its keys by an operator',
      ({ siteId, accountId: id, email }) =>
        asOperator((asker) =>
          createKey(asker, { id, email }, { name: 'x', reach: { scope: 'collect', siteId } }),
        ),
    ],
  ];

  it.each(OF_A_SITE)('%s', async (_, act) => {
    const scene = await start();
    interrupted.before(() => deleteSite(operator, scene.siteId));

    expect(await act(scene)).toBe('SITE_NOT_FOUND');
    expect(await scene.audit()).toEqual([`site.delete: own.example (${scene.siteId})`]);
    expect(await listKeys(db, scene.accountId)).toHaveLength(1);
  });

  it.each(OF_A_SITE.filter(([name]) => !name.startsWith('itself')))(
    '%s, once its deletion has begun',
    async (_, act) => {
      const scene = await start();
      await markSiteDeletion(db, scene.siteId);

      expect(await act(scene)).toBe('SITE_NOT_FOUND');
      expect(await scene.audit()).toEqual([]);
      expect(await listKeys(db, scene.accountId)).toHaveLength(1);
      // an interrupted deletion can be repeated
      await deleteSite(operator, scene.siteId);
      expect(await scene.audit()).toEqual([`site.delete: own.example (${scene.siteId})`]);
    },
  );

  it('not even when two have begun to delete it', async () => {
    const { siteId, change, audit } = await start();
    interrupted.before(() => deleteSite(operator, siteId), 2);
    expect(await change(`deleteSite(id: "${siteId}", domain: "own.example")`)).toBe('SITE_NOT_FOUND');
    expect(await audit()).toEqual([`site.delete: own.example (${siteId})`]);
  });
});

describe('of an account that is deleted just before, nothing is changed:', () => {
  const OF_AN_ACCOUNT: readonly (readonly [string, string, (scene: Scene) => Promise<unknown>])[] = [
    ['SESSION_ENDED', 'its sites', ({ change }) => change('createSite(domain: "new.example") { id }')],
    ['SESSION_ENDED', 'its keys', ({ change }) => change('createKey(name: "x", scope: READ) { key }')],
    ['SESSION_ENDED', 'its sessions', ({ change }) => change('endOtherSessions')],
    [
      'SESSION_ENDED',
      'the name of a key',
      ({ change, keyId }) => change(`renameKey(id: "key_${keyId}", name: "x") { id }`),
    ],
    [
      'SESSION_ENDED',
      'its password',
      ({ change }) => change(`changePassword(current: "${PASSWORD}", next: "another password") { email }`),
    ],
    [
      'ACCOUNT_NOT_FOUND',
      'its sites by an operator',
      ({ accountId: id, email }) =>
        asOperator((asker) => createSite(asker, { id, email }, { domain: 'new.example', name: undefined })),
    ],
    [
      'ACCOUNT_NOT_FOUND',
      'its keys by an operator',
      ({ accountId: id, email }) => asOperator((asker) => createKey(asker, { id, email }, { name: 'x' })),
    ],
    ['ACCOUNT_NOT_FOUND', 'its plan', ({ email }) => asOperator((asker) => setPlan(asker, email, 'free'))],
    ['ACCOUNT_NOT_FOUND', 'its link', ({ email }) => asOperator((asker) => invite(asker, email))],
    ['ACCOUNT_NOT_FOUND', 'its identity', ({ email }) => asOperator((asker) => unlinkAccount(asker, email))],
    ['ACCOUNT_NOT_FOUND', 'itself', ({ email }) => asOperator((asker) => deleteAccount(asker, email))],
  ];

  it.each(OF_AN_ACCOUNT)('%s for %s', async (code, _, act) => {
    const scene = await start();
    interrupted.before(() => deleteAccount(operator, scene.email));

    expect(await act(scene)).toBe(code);
    expect(await scene.audit()).toEqual([`site.delete: own.example (${scene.siteId})`]);
    expect((await listAllSites(db)).filter(({ accountId }) => accountId === scene.accountId)).toEqual([]);
    expect(await listKeys(db, scene.accountId)).toHaveLength(1);
  });
});

describe('what was done just before is not done again:', () => {
  it('a key is revoked once, at the first moment', async () => {
    const { keyId, change, audit } = await start();
    interrupted.before(() => revokeKey(operator, keyId));
    const revoked = { revokeKey: { revokedAt: '1970-01-01T00:00:00.000Z' } };
    expect(await change(`revokeKey(id: "key_${keyId}") { revokedAt }`)).toEqual(revoked);
    expect(await change(`revokeKey(id: "key_${keyId}") { revokedAt }`)).toEqual(revoked);
    expect(await audit()).toEqual([`key.revoke: test (key ${keyId})`]);
  });

  it('of two changes of the password with the same current one, the second is refused', async () => {
    const { change, audit, email } = await start();
    const to = (next: string) => `changePassword(current: "${PASSWORD}", next: "${next}") { email }`;
    interrupted.before(() => change(to('the first password')));
    expect(await change(to('the second password'))).toBe('WRONG_PASSWORD');
    expect(await audit()).toEqual(['password.change: all other sessions ended']);
    expect((await send(gateway, { email, password: 'the first password' })).status).toBe(200);
  });
});

describe('a sign-in starts no session', () => {
  it('with a password that is changed just before', async () => {
    const { change, audit, email } = await start();
    interrupted.before(() =>
      change(`changePassword(current: "${PASSWORD}", next: "another password") { email }`),
    );
    expect((await send(gateway, { email, password: PASSWORD })).body.code).toBe('SIGN_IN_FAILED');
    expect(await audit()).toEqual(['password.change: all other sessions ended']);
  });

  it('to an account that is deleted just before, with a password or a link', async () => {
    const [first, second] = [await start(), await start()];
    const token = await makeInvitation(gateway, second.email, false);
    interrupted.before(() => deleteAccount(operator, first.email));
    expect((await send(gateway, { email: first.email, password: PASSWORD })).body.code).toBe(
      'SIGN_IN_FAILED',
    );
    interrupted.before(() => deleteAccount(operator, second.email));
    expect((await send(gateway, { token })).body.code).toBe('INVITATION_INVALID');
    const deleted = ({ siteId }: Scene) => `site.delete: own.example (${siteId})`;
    expect(await first.audit()).toEqual([deleted(first)]);
    expect(await second.audit()).toEqual([`account.invite: ${second.email}`, deleted(second)]);
  });
});

it('changes of one account at once are made one after the other, and none fails', async () => {
  const { siteId, keyId, email, accountId: id, change, audit, site } = await start();
  const made = await Promise.all([
    change(`renameSite(id: "${siteId}", name: "Shop") { id }`),
    setDomain(operator, siteId, { domain: 'new.example' }),
    change(`setRetention(siteId: "${siteId}", days: 9) { id }`),
    change('createSite(domain: "second.example") { id }'),
    change(`createKey(name: "x", scope: COLLECT, siteId: "${siteId}") { key }`),
    change(`createShareLink(siteId: "${siteId}", name: "x") { token }`),
    createKey(operator, { id, email }, { name: 'y' }),
    change(`revokeKey(id: "key_${keyId}") { id }`),
    revokeKey(operator, keyId),
    setPlan(operator, email, 'free'),
    invite(operator, email),
    send(gateway, { email, password: PASSWORD }),
  ]);

  expect(made.filter((one) => typeof one === 'string')).toEqual([]);
  expect(await site()).toEqual({ name: 'Shop', domain: 'new.example' });
  const actions = (await audit()).map((line) => line.replace(/:.*/, '')).toSorted();
  expect(actions).toEqual([
    ...['account.invite', 'account.set-plan', 'key.create', 'key.create', 'key.revoke', 'session.start'],
    ...['share.create', 'site.create', 'site.rename', 'site.set-domain', 'site.set-retention'],
  ]);
});
