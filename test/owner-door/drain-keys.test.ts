import { describe, expect, it } from 'vitest';
import { API_KEY } from '../../src/domain/api-key.ts';
import { deleteAccount } from '../../src/operations/owner/accounts.ts';
import { byOperator } from '../../src/operations/owner/in-account.ts';
import { revokeKey } from '../../src/operations/owner/keys.ts';
import { deleteSite } from '../../src/operations/owner/site-changes.ts';
import { listKeys } from '../../src/queries/api-keys.ts';
import { pathOf } from '../collect/support.ts';
import { callOf, post as postToMcp } from '../mcp/support.ts';
import { NOW, startGateway } from '../support/gateway.ts';
import { type Owner, makeKey, makeOwner, makeSite } from '../support/makers.ts';
import { askText } from '../twins/support.ts';
import { startAdmission } from './admit-drain.ts';
import { ask, makeSignedIn } from './support.ts';

const gateway = startGateway();
const { db } = gateway;
const NOW_MS = Date.parse(NOW);
const operator = byOperator(db, NOW_MS);

/** An account with a site, and a key that drains to it. */
async function makeDrain(owner?: Owner) {
  const { accountId, email, key: readKey } = owner ?? (await makeOwner(db));
  const site = await makeSite(db, accountId);
  return { accountId, email, readKey, site, ...(await makeKey(db, accountId, site.id, 'drain')) };
}

const INVALID = 'INVALID_KEY: API key invalid or revoked.';

describe('a key that drains', () => {
  it('is made for a site by its owner, and shown as such in lists and in the audit', async () => {
    const { cookie, accountId } = await makeSignedIn(gateway);
    const own = await makeSite(db, accountId);
    const foreign = await makeSite(db, (await makeOwner(db)).accountId);
    const create = async (given: string) => {
      const fields = '{ key apiKey { id name scope siteId } }';
      const { body } = await ask(
        gateway,
        cookie,
        `mutation { createKey(name: "Vercel", ${given}) ${fields} }`,
      );
      return body.data?.createKey ?? body.errors[0].extensions.code;
    };

    const made = await create(`scope: DRAIN, siteId: "${own.id}"`);

    expect(made).toEqual({
      key: expect.stringMatching(API_KEY),
      apiKey: { id: expect.any(String), name: 'Vercel', scope: 'DRAIN', siteId: own.id },
    });
    expect(await create('scope: DRAIN')).toBe('INVALID_PARAMETER');
    expect(await create(`scope: READ, siteId: "${own.id}"`)).toBe('INVALID_PARAMETER');
    expect(await create(`scope: DRAIN, siteId: "${foreign.id}"`)).toBe('SITE_NOT_FOUND');
    const { body } = await ask(
      gateway,
      cookie,
      '{ account { keys { id name scope siteId } audit(first: 1) { action detail } } }',
    );
    expect(body.data.account.keys.at(-1)).toEqual(made.apiKey);
    const id = made.apiKey.id.replace('key_', '');
    expect(body.data.account.audit).toEqual([
      { action: 'key.create', detail: `Vercel (key ${id}, drain ${own.id})` },
    ]);
  });

  it('is answered by every other door as a key that collects, and records by none', async () => {
    const { accountId, site, key } = await makeDrain();
    const { key: collects } = await makeKey(db, accountId, site.id);
    const ways = [
      ...['', `/${site.id}/stats`, `/${site.id}/pages`, '/unknown/stats'].map(
        (path) => async (with_: string) => {
          const { status, body } = await gateway.rest(`/api/v1/sites${path}`, with_);
          return { status, body: body as unknown };
        },
      ),
      async (with_: string) => {
        const { status, body } = await gateway.rest(`/export/sites/${site.id}/events`, with_);
        return { status, body: body as unknown };
      },
      async (with_: string) => {
        const { status, body } = await postToMcp(gateway, with_, callOf(1, 'stats', { site_id: site.id }));
        return { status, body: body as unknown };
      },
      async (with_: string) => {
        const { data, errors } = await askText(
          gateway,
          with_,
          `{ sites { id } site(id: "${site.id}") { domain } }`,
        );
        return { data, errors };
      },
    ];

    for (const way of ways) expect(await way(key)).toEqual(await way(collects));
    const collected = await gateway.rest(pathOf(site.id), key, {
      method: 'POST',
      body: '{"type":"bot","page_path":"/","bot_name":"GPTBot","bot_company":"OpenAI"}',
    });
    expect([collected.status, collected.body]).toEqual([
      403,
      {
        error:
          'This API key only drains. Recording needs a key of the site with the scope collect: ' +
          'site-traffic key create --account EMAIL --scope collect --site ID.',
        code: 'SITE_NOT_FOUND',
      },
    ]);
  });

  it('has budgets apart from those of keys that collect', async () => {
    const { accountId, site, key } = await makeDrain(await makeOwner(db, 'free'));
    const { key: collects } = await makeKey(db, accountId, site.id);
    const post = (with_: string) => gateway.rest('/graphql?query={__typename}', with_);
    const answers = await Promise.all(Array.from({ length: 61 }, () => post(key)));

    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
    expect((await post(collects)).status).toBe(200);
  });
});

describe('the admission of a drain', () => {
  it('finds the key, its site and its settings in one statement', async () => {
    const { admit, lookUps } = startAdmission();
    const { accountId, site, key, keyId } = await makeDrain();
    const settings = { signatureSecret: undefined, verifyCode: undefined, audience: undefined };

    expect(await admit(key)).toEqual({
      caller: { kind: 'drainer', accountId, plan: 'pro', siteId: site.id, keyId },
      site,
      settings: { keyId, siteId: site.id, ...settings },
    });
    expect(lookUps()).toBe(1);
  });

  it('notes when the key was used', async () => {
    const { admit, admission } = startAdmission();
    const { accountId, key, keyId } = await makeDrain();
    await admit(key);
    await admission.settle();

    const used = (await listKeys(db, accountId)).find(({ id }) => id === keyId);
    expect(used?.lastUsedAtMs).toBe(NOW_MS);
  });

  it.each([
    ['reads', 'read'],
    ['collects', 'collect'],
  ])('refuses a key that only %s', async (does, scope) => {
    const { admit } = startAdmission();
    const { accountId, site, readKey } = await makeDrain();
    const { key: collects } = await makeKey(db, accountId, site.id);

    expect(await admit(scope === 'read' ? readKey : collects)).toBe(
      `SITE_NOT_FOUND: This API key only ${does}. A drain needs a key of the site with the scope drain: ` +
        'site-traffic key create --account EMAIL --scope drain --site ID.',
    );
  });

  it('refuses a key as soon as it is revoked, its site or its account is deleted, also in a request under way', async () => {
    const { admit, arrive } = startAdmission();
    const owner = await makeOwner(db);
    const [revoked, ofSite, orphan] = [
      await makeDrain(owner),
      await makeDrain(owner),
      await makeDrain(owner),
    ];
    const { ctx } = await arrive().admitDrain(revoked.key);

    await revokeKey(operator, revoked.keyId);
    await deleteSite(operator, ofSite.site.id);
    expect(await admit(revoked.key)).toBe(INVALID);
    await expect(ctx.readmit()).rejects.toThrow('API key invalid or revoked.');
    expect(await admit(ofSite.key)).toBe(
      'SITE_NOT_FOUND: Site not found, or not accessible with this API key.',
    );
    await deleteAccount(operator, owner.email);
    expect(await admit(orphan.key)).toContain('USER_NOT_FOUND');
  });

  it('looks up 60 invalid keys of a client in 60 seconds, in whatever door, and locks nobody out', async () => {
    const { admit, lookUps } = startAdmission();
    const { key } = await makeDrain();
    const client = '198.51.100.7';
    await admit(key, client);
    const before = lookUps();

    const answers = await Promise.all(Array.from({ length: 80 }, (_, n) => admit(`st_${n}`, client)));

    expect(answers.filter((answer) => answer === INVALID)).toHaveLength(60);
    expect(answers.filter((answer) => String(answer).startsWith('RATE_LIMITED'))).toHaveLength(20);
    expect(lookUps() - before).toBe(60);
    expect(await admit(key, client)).toMatchObject({ caller: { kind: 'drainer' } });
  });

  it.each(['', 'two words', 'ä', 'x'.repeat(600), 'a\0b', '%2e'])(
    'refuses what can be no key without a look-up: %j',
    async (token) => {
      const { admit, lookUps } = startAdmission();
      expect([await admit(token), lookUps()]).toEqual([INVALID, 0]);
    },
  );
});
