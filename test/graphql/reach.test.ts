import { describe, expect, it } from 'vitest';
import { replaceSitemap } from '../../src/queries/sitemaps.ts';
import { startGateway } from '../support/gateway.ts';
import { botVisit, makeOwner, makeSite, record } from '../support/makers.ts';
import { answerOf, makeAssisted } from '../mcp/support.ts';
import { askAs, makeShared, outcomeOf } from '../owner-door/share.ts';
import { type Json, askText, inRestWords, refusals } from '../twins/support.ts';

const gateway = startGateway({ sharedDocuments: 'any' });
const { db } = gateway;
const UPDATED_MS = Date.parse('2026-03-15T03:00:00.250Z');

const listed = (path: string, modifiedOn: string | null = null) => ({ path, spelling: null, modifiedOn });
const PAGES = [
  ...[listed('/'), listed('/blog/a', '2026-03-10'), listed('/blog/b', '2026-03-12'), listed('/blog/c')],
  ...[listed('/pricing', '2026-03-09')],
];
const VISITS = [
  botVisit('2026-03-09T10:00:00Z', { pagePath: '/blog/b' }),
  botVisit('2026-03-12T10:00:00Z', { pagePath: '/blog/a', botName: 'ClaudeBot', botCompany: 'Anthropic' }),
  botVisit('2026-03-13T10:00:00Z', { pagePath: '/blog/%61?page=2' }),
  botVisit('2026-03-13T10:00:00Z', { pagePath: '/pricing', status: 404 }),
  botVisit('2026-03-13T10:00:00Z', { pagePath: '/pricing', status: 304 }),
  botVisit('2026-03-14T10:00:00Z', { pagePath: '/old' }),
  botVisit('2026-03-14T10:00:00Z', { pagePath: '/old', status: 500 }),
];

async function start() {
  const { accountId, key } = await makeOwner(db);
  const site = await makeSite(db, accountId);
  await record(db, site, VISITS);
  await replaceSitemap(db, site.id, { updatedAtMs: UPDATED_MS, pages: PAGES });
  const ask = async (fields: string) => {
    const document = `query ($id: ID!) { site(id: $id) { ${fields} } }`;
    const { data, ...answer } = await askText<{ site: Record<string, Json> }>(gateway, key, document, {
      id: site.id,
    });
    return { site: data?.site, codes: refusals(answer) };
  };
  return { accountId, key, site, ask };
}

const COUNTS = 'pages read stale unread';
const READER = 'name read stale medianDaysToRead';
const FIELDS = `updatedAt ${COUNTS} medianDaysToRead sections { path ${COUNTS} } bots { ${READER} }
  companies { ${READER} } unlisted { pagePath visits }`;

const ANSWER = {
  updatedAt: '2026-03-15T03:00:00.250Z',
  ...{ pages: 5, read: 2, stale: 1, unread: 2, medianDaysToRead: 3 },
  sections: [
    { path: '/blog/', pages: 3, read: 1, stale: 1, unread: 1 },
    { path: '/', pages: 1, read: 0, stale: 0, unread: 1 },
    { path: '/pricing/', pages: 1, read: 1, stale: 0, unread: 0 },
  ],
  bots: [
    { name: 'GPTBot', read: 2, stale: 1, medianDaysToRead: 3.5 },
    { name: 'ClaudeBot', read: 1, stale: 0, medianDaysToRead: 2 },
  ],
  companies: [
    { name: 'OpenAI', read: 2, stale: 1, medianDaysToRead: 3.5 },
    { name: 'Anthropic', read: 1, stale: 0, medianDaysToRead: 2 },
  ],
  unlisted: [{ pagePath: '/old', visits: 1 }],
};

describe('reach', () => {
  it('is the list against the visits, alike in GraphQL and REST', async () => {
    const { key, site, ask } = await start();
    const { site: found, codes } = await ask(`reach { ${FIELDS} }`);
    expect(codes).toEqual([]);
    // a page is read on the 12th that was changed on the 10th, and one on the 13th that was changed on the 9th
    expect(found?.['reach']).toEqual(ANSWER);
    const { status, body } = await gateway.rest(`/api/v1/sites/${site.id}/reach`, key);
    expect([status, body]).toEqual([200, { reach: inRestWords(ANSWER) }]);
    const { site: again } = await ask(
      'reach(start: "2026-03-13", end: "2026-03-14", botName: "GPTBot") { pages read stale unread }',
    );
    expect(again?.['reach']).toEqual({ pages: 5, read: 2, stale: 0, unread: 3 });
    const { body: ofUsers } = await gateway.rest(`/api/v1/sites/${site.id}/reach?purpose=user`, key);
    expect(ofUsers.reach).toMatchObject({ read: 0, stale: 0, unread: 5, bots: [], unlisted: [] });
  });

  it('lists the pages of a state in parts, by path', async () => {
    const { key, site, ask } = await start();
    const list = async (args: string) => {
      const fields =
        'nodes { pagePath modifiedOn lastReadOn visits } edges { cursor } pageInfo { endCursor }';
      const { site: found, codes } = await ask(
        `reach(start: "2026-03-08", end: "2026-03-15") { list(${args}) { ${fields} } }`,
      );
      return { list: (found?.['reach'] as { list: Record<string, Json> } | null)?.list, codes };
    };
    const unread = [
      { pagePath: '/', modifiedOn: null, lastReadOn: null, visits: 0 },
      { pagePath: '/blog/c', modifiedOn: null, lastReadOn: null, visits: 0 },
    ];
    expect((await list('state: UNREAD')).list).toMatchObject({
      nodes: unread,
      pageInfo: { endCursor: null },
    });
    expect((await list('state: READ, search: "blog"')).list?.['nodes']).toEqual([
      { pagePath: '/blog/a', modifiedOn: '2026-03-10', lastReadOn: '2026-03-13', visits: 2 },
    ]);
    expect((await list('state: STALE')).list?.['nodes']).toEqual([
      { pagePath: '/blog/b', modifiedOn: '2026-03-12', lastReadOn: '2026-03-09', visits: 1 },
    ]);
    const { list: first } = await list('state: UNREAD, first: 1');
    const cursor = (first?.['pageInfo'] as { endCursor: string }).endCursor;
    expect((await list(`state: UNREAD, first: 1, after: "${cursor}"`)).list?.['nodes']).toEqual(
      unread.slice(1),
    );
    expect((await list(`state: READ, after: "${cursor}"`)).codes).toEqual([
      'site.reach.list INVALID_PARAMETER',
    ]);
    expect((await list('state: READ, after: "x"')).codes).toEqual(['site.reach.list INVALID_PARAMETER']);
    expect((await list('state: READ, first: 1001')).codes).toEqual(['site.reach.list INVALID_PARAMETER']);
    const path = `/api/v1/sites/${site.id}/reach/pages?start=2026-03-08&end=2026-03-15`;
    expect((await gateway.rest(`${path}&state=unread&limit=1`, key)).body).toEqual({
      pages: inRestWords(unread.slice(0, 1)),
      next_cursor: cursor,
    });
    const next = await gateway.rest(`${path}&state=unread&limit=1&cursor=${cursor}`, key);
    expect(next.body).toEqual({ pages: inRestWords(unread.slice(1)), next_cursor: null });
    for (const wrong of ['', '&state=new', '&state='])
      expect((await gateway.rest(`${path}${wrong}`, key)).body).toMatchObject({
        ...{ code: 'INVALID_PARAMETER', error: expect.stringContaining('"read", "stale" or "unread"') },
      });
  });

  it('is null without a list, and no error', async () => {
    const { accountId, key } = await makeOwner(db);
    const site = await makeSite(db, accountId);
    const document = `query ($id: ID!) { site(id: $id) { reach { pages } pages { nodes { sitemap } } } }`;
    await record(db, site, VISITS.slice(0, 1));
    const { data, errors } = await askText(gateway, key, document, { id: site.id });
    expect([data, errors]).toEqual([
      { site: { reach: null, pages: { nodes: [{ sitemap: null }] } } },
      undefined,
    ]);
    expect((await gateway.rest(`/api/v1/sites/${site.id}/reach`, key)).body).toEqual({ reach: null });
    expect((await gateway.rest(`/api/v1/sites/${site.id}/reach/pages?state=read`, key)).body).toEqual({
      ...{ pages: [], next_cursor: null },
    });
  });

  it('says of each page of a list how it stands, by the same visits', async () => {
    const { ask } = await start();
    const { site } = await ask(
      'pages { nodes { pagePath sitemap } } bot(name: "ClaudeBot") { pages { pagePath sitemap } }',
    );
    expect(site).toEqual({
      pages: {
        nodes: [
          { pagePath: '/old', sitemap: 'NOT_LISTED' },
          { pagePath: '/pricing', sitemap: 'READ' },
          { pagePath: '/blog/%61?page=2', sitemap: 'READ' },
          { pagePath: '/blog/a', sitemap: 'READ' },
          { pagePath: '/blog/b', sitemap: 'STALE' },
        ],
      },
      bot: { pages: [{ pagePath: '/blog/a', sitemap: 'READ' }] },
    });
    const { site: searched } = await ask('pages(botName: "ClaudeBot", search: "blog") { nodes { sitemap } }');
    expect(searched?.['pages']).toEqual({ nodes: [{ sitemap: 'READ' }] });
  });
});

it('an assistant gets what REST answers', async () => {
  const assisted = await makeAssisted(gateway);
  const call = async () => answerOf(await assisted.call('get_reach'));
  expect(await call()).toMatchObject({ reach: null });
  await record(db, assisted.site, VISITS);
  await replaceSitemap(db, assisted.site.id, { updatedAtMs: UPDATED_MS, pages: PAGES });
  expect(await call()).toMatchObject({ reach: inRestWords(ANSWER) });
});

it('a share link shows the reach of its days, and of no others', async () => {
  const { site, viewer } = await makeShared(gateway, 'start: "2026-03-13", end: "2026-03-14"');
  await record(db, site, VISITS);
  await replaceSitemap(db, site.id, { updatedAtMs: UPDATED_MS, pages: PAGES });
  const reachOf = (range: string) =>
    `{ site(id: "${site.id}") { reach${range} { pages read list(state: READ) { nodes { pagePath } } } } }`;
  const { body } = await askAs(gateway, viewer, reachOf('(start: "2026-03-13", end: "2026-03-14")'));
  expect(body.data.site.reach).toEqual({
    ...{ pages: 5, read: 2, list: { nodes: [{ pagePath: '/blog/a' }, { pagePath: '/pricing' }] } },
  });
  expect(outcomeOf(await askAs(gateway, viewer, reachOf('(start: "2026-03-12")')))).toBe('RANGE_NOT_SHARED');
});
