import { expect, it } from 'vitest';
import { startGateway } from '../support/gateway.ts';
import { botVisit, makeOwner, makeSite, record } from '../support/makers.ts';
import { askText } from './support.ts';

const gateway = startGateway();
const { accountId, key } = await makeOwner(gateway.db);
const site = await makeSite(gateway.db, accountId);
const MOST = Number.MAX_SAFE_INTEGER;

it('sums of bytes end at 2^53-1, which every door shows', async () => {
  // an earlier release recorded larger sizes
  const sizes = [2 ** 52, 2 ** 52, 2 ** 52];
  await record(
    gateway.db,
    site,
    sizes.map((bytes) => botVisit('2026-03-14T10:00:00Z', { bytes })),
  );
  const graphql = await askText(
    gateway,
    key,
    `{ site(id: "${site.id}") {
      stats { bytes botBreakdown { bytes } } companies { bytes } pages { nodes { bytes } } bot(name: "GPTBot") { bytes }
    } }`,
  );
  const rest = async (path: string): Promise<unknown> =>
    (await gateway.rest(`/api/v1/sites/${site.id}/${path}`, key)).body;

  expect([graphql.data, graphql.errors]).toEqual([
    {
      site: {
        stats: { bytes: MOST, botBreakdown: [{ bytes: MOST }] },
        companies: [{ bytes: MOST }],
        pages: { nodes: [{ bytes: MOST }] },
        bot: { bytes: MOST },
      },
    },
    undefined,
  ]);
  expect([
    await rest('stats?detail=true'),
    await rest('companies'),
    await rest('pages'),
    await rest('bots/GPTBot'),
  ]).toMatchObject([
    { bytes: MOST, bot_breakdown: [{ bytes: MOST }] },
    { companies: [{ bytes: MOST }] },
    { pages: [{ bytes: MOST }] },
    { bytes: MOST, pages: [{ bytes: MOST }] },
  ]);
});
