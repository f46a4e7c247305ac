import { describe, expect, it } from 'vitest';
import { startGateway } from '../support/gateway.ts';
import { makeOwner, makeSite } from '../support/makers.ts';
import { askText, refusals } from '../twins/support.ts';
import { askAs, makeShared } from './share.ts';
import { ask, makeSignedIn } from './support.ts';

const gateway = startGateway({ sharedDocuments: 'any' });
const { db } = gateway;
const FIELDS = '{ id exclusions { addresses paths } }';

async function start() {
  const owner = await makeSignedIn(gateway);
  const { id: siteId } = await makeSite(db, owner.accountId, { domain: 'own.example' });
  const set = async (addresses: readonly string[], paths: readonly string[], site = siteId) => {
    const lists = `addresses: ${JSON.stringify(addresses)}, paths: ${JSON.stringify(paths)}`;
    const { body } = await ask(
      gateway,
      owner.cookie,
      `mutation { setExclusions(siteId: "${site}", ${lists}) ${FIELDS} }`,
    );
    const [error] = body.errors ?? [];
    return error ? `${error.extensions.code}: ${error.message}` : body.data.setExclusions.exclusions;
  };
  return { ...owner, siteId, set };
}

describe('setExclusions', () => {
  it('sets all that a site excludes at once, each once, and what is left out is recorded again', async () => {
    const { set, siteId, key, cookie } = await start();
    const networks = ['203.0.113.0/24', '2001:db8::7'];

    expect(await set([...networks, '203.0.113.0/24'], ['/admin/**'])).toEqual({
      ...{ addresses: networks, paths: ['/admin/**'] },
    });
    const { data } = await askText(gateway, key, `{ site(id: "${siteId}") ${FIELDS} }`);
    expect(data).toEqual({ site: { id: siteId, exclusions: { addresses: networks, paths: ['/admin/**'] } } });
    expect(await set([], ['/x'])).toEqual({ addresses: [], paths: ['/x'] });
    expect(await set([], [])).toEqual({ addresses: [], paths: [] });
    const { body } = await ask(gateway, cookie, '{ account { audit(first: 3) { action detail } } }');
    expect(body.data.account.audit).toEqual(
      ['0 networks, 0 patterns', '0 networks, 1 pattern', '2 networks, 1 pattern'].map((counts) => ({
        action: 'site.set-exclusions',
        detail: `own.example (${siteId}): ${counts}`,
      })),
    );
  });

  it('is for the owner of the site, and is not shown to share links', async () => {
    const { set, key, siteId } = await start();
    const foreign = await makeSite(db, (await makeOwner(db)).accountId);
    expect(await set([], [], foreign.id)).toContain('SITE_NOT_FOUND');
    const mutation = `mutation { setExclusions(siteId: "${siteId}", addresses: [], paths: []) { id } }`;
    expect(refusals(await askText(gateway, key, mutation))).toEqual(['setExclusions OWNER_REQUIRED']);
    const shared = await makeShared(gateway);
    const asked = await askAs(gateway, shared.viewer, `{ site(id: "${shared.site.id}") ${FIELDS} }`);
    expect(JSON.stringify(asked)).toContain('NOT_SHARED');
  });

  it.each([
    [[['shop.example'], []], 'addresses must be addresses such as 203.0.113.7, or networks such as'],
    [[['203.0.113.7/24'], []], 'without bits beyond their length; got "203.0.113.7/24".'],
    [[[], ['admin']], 'paths must be patterns that start with "/", such as /admin/**'],
    [[[], ['/a?b']], 'without "?", "#" and controls; got "/a?b".'],
    [[Array.from({ length: 51 }, (_, n) => `10.0.0.${n}`), []], 'addresses must be at most 50 of them'],
    [[[], Array.from({ length: 51 }, (_, n) => `/${n}`)], 'paths must be at most 50 of them'],
    [[[], ['/a', `/${'b'.repeat(2_000)}`]], 'paths must be at most 2,000 characters together'],
  ] as const)('refuses %j', async ([addresses, paths], message) => {
    const { set } = await start();
    const refusal = await set(addresses, paths);
    expect(refusal).toMatch(/^INVALID_PARAMETER: /);
    expect(refusal).toContain(message);
  });
});
