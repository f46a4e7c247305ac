import { describe, expect, it } from 'vitest';
import { startGateway } from '../support/gateway.ts';
import { makeOwner, makeSite } from '../support/makers.ts';

const gateway = startGateway();
const { accountId, key } = await makeOwner(gateway.db, 'pro');
const site = await makeSite(gateway.db, accountId);

type Answer = {
  readonly data?: unknown;
  readonly extensions?: { readonly cost: Readonly<Record<string, unknown>> };
};

describe('the cost of a document', () => {
  it('is, for each budget that it used, what it requested and what remains', async () => {
    const { key: another } = await makeOwner(gateway.db, 'pro');
    const own = await ask(another, '{ sites { id } again: sites { id } account { email } }');
    const next = await ask(another, '{ __typename }');

    expect([own.extensions, next.extensions]).toEqual([
      { cost: { graphql: { requested: 1, remaining: 599 }, sites: { requested: 2, remaining: 598 } } },
      { cost: { graphql: { requested: 1, remaining: 598 } } },
    ]);
  });

  it('counts the second unit of a comparison', async () => {
    const query = `{ site(id: "${site.id}") { stats(compare: PREVIOUS_PERIOD) { totals { botVisits } } } }`;

    const { extensions } = await ask(key, query);

    expect(extensions?.cost).toMatchObject({ stats: { requested: 2, remaining: 598 } });
  });

  it('counts what was refused as requested', async () => {
    const { key: free, accountId: ownerId } = await makeOwner(gateway.db, 'free');
    const { id } = await makeSite(gateway.db, ownerId);
    const fields = Array.from({ length: 61 }, (_, index) => `s${index}: stats { totals { botVisits } }`);

    const { extensions } = await ask(free, `{ site(id: "${id}") { ${fields.join(' ')} } }`);

    expect(extensions?.cost).toMatchObject({ stats: { requested: 61, remaining: 0 } });
  });

  it('is also that of a document that is invalid, or finds its budget spent', async () => {
    const { key: free } = await makeOwner(gateway.db, 'free');

    expect((await ask(free, '{ nonsense')).extensions?.cost).toEqual({
      graphql: { requested: 1, remaining: 59 },
    });
    for (let left = 59; left > 0; left--) await ask(free, '{ __typename }');
    expect((await ask(free, '{ __typename }')).extensions?.cost).toEqual({
      graphql: { requested: 1, remaining: 0 },
    });
  });

  it('is not told without a key', async () => {
    expect((await ask('wrong', '{ __typename }')).extensions).toBeUndefined();
  });
});

async function ask(key: string, query: string): Promise<Answer> {
  const response = await gateway.fetch(
    new Request('http://site-traffic.test/graphql', {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    }),
  );
  return (await response.json()) as Answer;
}
