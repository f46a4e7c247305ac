import { describe, expect, it } from 'vitest';
import { startGateway } from '../support/gateway.ts';
import { botVisit, makeOwner, makeSite, record } from '../support/makers.ts';
import { type Json, askText } from '../twins/support.ts';

const NOW = '2026-03-15T23:59:00.000Z';

/** A caller with a visit of /a, two of /b and one of /c, on the first of the default days and on the last. */
async function start(plan: 'free' | 'pro' = 'pro') {
  const gateway = startGateway({ now: NOW });
  const { accountId, key } = await makeOwner(gateway.db, plan);
  const site = await makeSite(gateway.db, accountId);
  const visit = (path: string, at: string) => botVisit(at, { pagePath: path });
  await record(gateway.db, site, [
    visit('/c', '2026-03-08T00:00:00.000Z'),
    visit('/b', '2026-03-08T00:00:00.000Z'),
    visit('/b', '2026-03-15T12:00:00.000Z'),
    visit('/a', '2026-03-15T12:00:00.000Z'),
  ]);
  const ask = async (args: string) => {
    const fields = `nodes { pagePath } edges { cursor node { pagePath } }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }`;
    const document = `query ($id: ID!) { site(id: $id) { pages(${args}) { ${fields} } } }`;
    const { data, errors } = await askText(gateway, key, document, { id: site.id });
    return { pages: (data?.['site'] as { pages: Pages | null } | undefined)?.pages, errors };
  };
  return { gateway, key, site, ask };
}

type Pages = {
  readonly nodes: readonly { readonly pagePath: string }[];
  readonly edges: readonly { readonly cursor: string; readonly node: Json }[];
  readonly pageInfo: Readonly<Record<string, string | boolean | null>>;
};

const pathsOf = (pages: Pages | null | undefined) => pages?.nodes.map(({ pagePath }) => pagePath);

describe('the pages of a site', () => {
  it('are listed in parts that follow each other by any cursor', async () => {
    const { ask } = await start();
    const { pages: all } = await ask('first: 3');
    const { pages: first } = await ask('first: 1');
    const cursors = all?.edges.map(({ cursor }) => cursor) ?? [];
    const after = (cursor: string | undefined) => `first: 1, after: "${String(cursor)}"`;

    expect(all).toMatchObject({
      edges: [{ node: all?.nodes[0] }, { node: all?.nodes[1] }, { node: all?.nodes[2] }],
      pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: cursors[0], endCursor: null },
    });
    expect(first).toMatchObject({ nodes: [{ pagePath: '/b' }], pageInfo: { endCursor: cursors[0] } });
    expect((await ask(after(cursors[0]))).pages).toMatchObject({
      nodes: [{ pagePath: '/a' }],
      pageInfo: { hasNextPage: true, hasPreviousPage: true, startCursor: cursors[1], endCursor: cursors[1] },
    });
    expect((await ask(after(cursors[1]))).pages).toMatchObject({ nodes: [{ pagePath: '/c' }] });
    expect((await ask(after(cursors[2]))).pages).toMatchObject({
      nodes: [],
      pageInfo: { hasNextPage: false, startCursor: null, endCursor: null },
    });
  });

  it('are those of the days of the first part, even after midnight', async () => {
    const { gateway, ask } = await start();
    const { pages } = await ask('first: 1');

    gateway.clock.advance(120_000);

    expect(pathsOf((await ask(`after: "${String(pages?.pageInfo['endCursor'])}"`)).pages)).toEqual([
      '/a',
      '/c',
    ]);
    expect(pathsOf((await ask('first: 10')).pages)).toEqual(['/a', '/b']);
  });

  it.each([
    'start: "2026-03-08"',
    'end: "2026-03-15"',
    'orderBy: FAILED',
    'search: ""',
    'botName: "GPTBot"',
    'company: "OpenAI"',
    'purpose: TRAINING',
  ])('are refused to a cursor that was made without %s', async (argument) => {
    const { ask } = await start();
    const cursor = (await ask('first: 1')).pages?.edges[0]?.cursor ?? '';

    const { pages, errors } = await ask(`first: 1, after: "${cursor}", ${argument}`);

    expect([pages, errors]).toMatchObject([
      null,
      [
        {
          extensions: { code: 'INVALID_PARAMETER' },
          message: expect.stringContaining(
            'after must be used with the site, orderBy, search, botName, company, purpose, start and end it was made for',
          ) as string,
        },
      ],
    ]);
  });

  it('are refused to a malformed cursor, and to one of events', async () => {
    const { gateway, key, site, ask } = await start();
    const { body } = await gateway.rest(`/api/v1/sites/${site.id}/events?limit=1`, key);
    const cursor = (await ask('first: 1')).pages?.edges[0]?.cursor ?? '';
    const { next_cursor: ofEvents } = body as { readonly next_cursor: string };

    for (const after of ['', 'x', `${cursor}=`, cursor.slice(0, -20), ofEvents]) {
      const { pages, errors } = await ask(`after: "${after}"`);
      expect([pages, errors?.[0]?.message]).toEqual([
        null,
        expect.stringContaining('after must be a cursor of an earlier page, unchanged; got'),
      ]);
    }
  });

  it.each([0, 1001, -1])('are not listed %d at a time', async (first) => {
    const { ask } = await start();
    expect((await ask(`first: ${first}`)).errors?.[0]?.message).toBe(
      `first must be a whole number from 1 to 1000; got ${first}.`,
    );
  });

  it('cost one unit of the budget "insight", as countries do', async () => {
    const { gateway, key, site } = await start('free');
    const document = `query ($id: ID!) { site(id: $id) { pages { __typename } countries { country } }
      account { budgets { operation remaining } } }`;
    await askText(gateway, key, document, { id: site.id });
    const { data } = await askText(gateway, key, '{ account { budgets { operation remaining } } }');

    const { budgets } = data?.['account'] as { readonly budgets: readonly Json[] };
    expect(budgets).toContainEqual({ operation: 'insight', remaining: 58 });
    expect(budgets).toContainEqual({ operation: 'events', remaining: 60 });
  });
});
