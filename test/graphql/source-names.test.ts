import { expect, it } from 'vitest';
import { LLM_PRODUCTS } from '../../src/catalogue/llm-products.ts';
import { startGateway } from '../support/gateway.ts';
import { makeOwner, makeSite, record, referral } from '../support/makers.ts';
import { askText } from '../twins/support.ts';

const gateway = startGateway();
const { accountId, key } = await makeOwner(gateway.db);
const site = await makeSite(gateway.db, accountId);
await record(gateway.db, site, [
  referral('2026-03-10T10:00:00.000Z'),
  referral('2026-03-10T11:00:00.000Z'),
  referral('2026-03-10T12:00:00.000Z', { source: 'mine' }),
]);

it('referrals have the name and the company of their product, and the source if the catalogue does not know it', async () => {
  const days = '(start: "2026-03-10", end: "2026-03-10")';
  const { data, errors } = await askText(
    gateway,
    key,
    `{ site(id: "${site.id}") {
      stats${days} { referralBreakdown { source name company count } }
      events${days} { nodes { ... on Referral { source sourceName } } }
    } }`,
  );
  expect(errors).toBeUndefined();
  expect(data).toEqual({
    site: {
      stats: {
        referralBreakdown: [
          { source: 'chatgpt', name: 'ChatGPT', company: 'OpenAI', count: 2 },
          { source: 'mine', name: 'mine', company: 'mine', count: 1 },
        ],
      },
      events: {
        nodes: [
          { source: 'mine', sourceName: 'mine' },
          { source: 'chatgpt', sourceName: 'ChatGPT' },
          { source: 'chatgpt', sourceName: 'ChatGPT' },
        ],
      },
    },
  });
});

it('no two products have the same name', () => {
  const names = LLM_PRODUCTS.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
});
