import { describe, expect, it } from 'vitest';
import { listRobotsVersions } from '../../src/queries/robots-versions.ts';
import { startGateway } from '../support/gateway.ts';
import { makeKey, makeSite } from '../support/makers.ts';
import { type Json, askText } from '../twins/support.ts';
import { askAs, makeShared, outcomeOf } from './share.ts';
import { ask, makeSignedIn, send } from './support.ts';

const gateway = startGateway({ sharedDocuments: 'any' });

const FIELDS = 'id number since until origin text signals invalidLines';
const CREATE = `mutation ($siteId: ID!, $text: String!, $since: DateTime) {
  createRobotsVersion(siteId: $siteId, text: $text, since: $since) { ${FIELDS} }
}`;
const DELETE = 'mutation ($id: ID!) { deleteRobotsVersion(id: $id) }';

type Answer = { readonly data?: Record<string, Json>; readonly errors?: readonly { message: string }[] };

async function start() {
  const { cookie, accountId } = await makeSignedIn(gateway);
  const site = await makeSite(gateway.db, accountId, { domain: 'ruled.example' });
  const run = async (query: string, variables: Json) => {
    const answer = await send(gateway, { query, variables }, { path: '/graphql', headers: { cookie } });
    return answer.body as Answer;
  };
  const create = async (text: string, since: string | null = null, siteId = site.id) => {
    const { data, errors } = await run(CREATE, { siteId, text, since });
    return errors?.[0]?.message ?? data?.['createRobotsVersion'];
  };
  const remove = async (id: string) => {
    const { data, errors } = await run(DELETE, { id });
    return errors?.[0]?.message ?? data?.['deleteRobotsVersion'];
  };
  const { key } = await makeKey(gateway.db, accountId);
  const list = async (fields = FIELDS) => {
    const query = `query ($id: ID!) { site(id: $id) { robotsVersions { ${fields} } } }`;
    const { data } = await askText<{ site: { robotsVersions: Json } }>(gateway, key, query, { id: site.id });
    return data?.site.robotsVersions;
  };
  return { cookie, site, run, create, remove, list };
}

const anId = expect.stringMatching(/^robots_\d+$/) as string;
const NO_VERSION = /^There is no version of a robots\.txt with the id /;
const TEXT = 'User-agent: *\nContent-Signal: ai-train=no\nDisallow: /private/\nnonsense\n';

describe('versions of a robots.txt', () => {
  it('are kept by the owner if they differ, are read by keys, and are deleted', async () => {
    const { cookie, site, create, remove, list } = await start();
    const first = {
      ...{ id: anId, number: 1, since: '2026-03-01T00:00:00.000Z', until: null, origin: 'pasted' },
      ...{ text: TEXT, signals: ['ai-train=no'], invalidLines: [4] },
    };
    const made = (await create(TEXT, '2026-03-01T01:00:00+01:00')) as { id: string };
    expect(made).toEqual(first);
    expect(await create(TEXT)).toEqual(made);
    const now = { since: '2026-03-15T12:34:56.789Z', number: 2, until: null };
    const second = (await create('')) as { id: string };
    expect(second).toEqual({ ...now, id: anId, origin: 'pasted', text: '', signals: [], invalidLines: [] });
    expect(await list()).toEqual([{ ...made, until: now.since }, second]);
    expect(await remove(made.id)).toBe(made.id);
    expect(await list()).toEqual([{ ...second, number: 1 }]);
    expect(await remove(made.id)).toMatch(NO_VERSION);

    const { body } = await ask(gateway, cookie, '{ account { audit(first: 3) { action detail } } }');
    const line = (since: string, id: string) =>
      `robots.txt of ruled.example (${site.id}) since ${since}, pasted (${id})`;
    expect(body.data.account.audit).toEqual([
      { action: 'robots.delete', detail: line('2026-03-01T00:00:00.000Z', made.id) },
      { action: 'robots.create', detail: line(now.since, second.id) },
      { action: 'robots.create', detail: line('2026-03-01T00:00:00.000Z', made.id) },
    ]);
  });

  it('are read again after a change in the same document', async () => {
    const { site, run } = await start();
    const rename = (name: string) =>
      `${name}: renameSite(id: "${site.id}", name: "${name}") { robotsVersions { text } }`;
    const { data } = await run(
      `mutation { ${rename('one')} createRobotsVersion(siteId: "${site.id}", text: "new") { id } ${rename('two')} }`,
      {},
    );
    expect(data).toMatchObject({
      one: { robotsVersions: [] },
      two: { robotsVersions: [{ text: 'new' }] },
    });
  });

  it('are read with their texts only for the fields that need these', async () => {
    const { site, create, list } = await start();
    const made = (await create(TEXT, '2026-03-01T00:00:00Z')) as Record<string, Json>;
    const origins = await listRobotsVersions(gateway.db, site, { withText: false });
    expect(origins.map(({ text, origin }) => [text, origin])).toEqual([['', 'pasted']]);
    for (const field of ['id', 'text', 'signals', 'invalidLines'])
      expect(await list(`... on RobotsVersion { ${field} }`)).toEqual([{ [field]: made[field] }]);
  });

  it('are kept as they were written, but for what no text can have', async () => {
    const { create } = await start();
    const text = '\uFEFFUser-agent: *\r\nDisallow: /\0\r# \uD800 \u{1F916}\r\n';
    expect(await create(text)).toMatchObject({
      ...{ text: '\uFEFFUser-agent: *\r\nDisallow: /\uFFFD\r# \uFFFD \u{1F916}\r\n', invalidLines: [] },
    });
  });

  it.each([
    [
      '2026-03-15T12:34:56.790Z',
      'since must be a time that is not in the future; got "2026-03-15T12:34:56.790Z".',
    ],
    ['2026-03-01', 'since must be an ISO 8601 time with its zone, such as "2026-12-31T23:59:59.999Z"'],
    ['2026-02-30T00:00:00Z', 'since must be an ISO 8601 time'],
    ['2026-03-02T00:00:00.000Z', 'since must be a time at which no other version begins; got'],
  ])('are refused for %s', async (since, message) => {
    const { create, list } = await start();
    await create(TEXT, '2026-03-02T00:00:00Z');
    expect(await create('other', since)).toContain(message);
    expect(await list()).toHaveLength(1);
  });

  it('have room for as much as a request may carry, and the site for ten million bytes', async () => {
    const { site, create } = await start();
    const large = `# ${'x'.repeat(250_000)}`;
    expect(await create(large, '2026-03-01T00:00:00Z')).toMatchObject({ text: large });
    expect(await create('x'.repeat(262_144))).toBe('The request body has more than 262144 bytes (256 kB).');
    await gateway.db
      .updateTable('robots_versions')
      .set({ text: 'x'.repeat(9_999_000) })
      .where('ruled_site_id', '=', site.id)
      .execute();
    expect(await create('x'.repeat(1_000))).toMatchObject({ number: 2 });
    expect(await create('y', '2026-03-02T00:00:00Z')).toBe(
      'A site may have 1,000 versions with 10 MB together; delete some of ruled.example first.',
    );
  });

  it('are changed by their owner alone, and are not shared', async () => {
    const { site, create } = await start();
    const other = await start();
    const { id } = (await create(TEXT)) as { id: string };
    expect(await other.create(TEXT, null, site.id)).toBe(
      'Site not found, or not accessible with this API key.',
    );
    expect(await other.remove(id)).toMatch(NO_VERSION);
    for (const none of ['robots_0', 'robots_x', 'note_1', id.replace('robots_', '')])
      expect(await other.remove(none)).toMatch(NO_VERSION);
    const { key } = await makeKey(gateway.db, site.accountId);
    const { errors } = await askText(gateway, key, CREATE, { siteId: site.id, text: '', since: null });
    expect(errors?.map(({ extensions }) => extensions?.['code'])).toEqual(['OWNER_REQUIRED']);

    const shared = await makeShared(gateway, 'start: "2026-03-05", end: "2026-03-12"');
    const { viewer } = shared;
    const read = (fields: string) =>
      askAs(gateway, viewer, `{ site(id: "${shared.site.id}") { ${fields} } }`);
    expect(outcomeOf(await read('robotsVersions { text }'))).toBe('NOT_SHARED');
    expect(outcomeOf(await read('obedience(start: "2026-03-04") { visits }'))).toBe('RANGE_NOT_SHARED');
    expect(outcomeOf(await read('obedience { visits judgedUntil }'))).toBe('done');
  });
});
