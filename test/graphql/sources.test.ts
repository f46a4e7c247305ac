import { describe, expect, it } from 'vitest';
import { createSourceNotes } from '../../src/operations/recording/source-notes.ts';
import { makeBackend } from '../collect/support.ts';
import { watchQueries } from '../support/asked-queries.ts';
import { startGateway } from '../support/gateway.ts';
import { makeOwner, makeSite } from '../support/makers.ts';
import { BUDGETS, type Budgets, type Json, askText, inRestWords, refusals } from '../twins/support.ts';

const { db, asked } = watchQueries();
const notes = createSourceNotes(db, () => undefined);
const gateway = startGateway({ db, sources: notes });

const SOURCES = `sources {
  id kind name keyId sender lastRecordedAt
  window { records events repeats skipped { reason count sample } }
  lastBatch { at records bytes }
  limits { code remedy }
  lastRefusal { at status reason }
}`;

type Answer = { readonly site: { readonly sources: readonly Json[] | null } };

async function sourcesOf(key: string, id: string, selection = SOURCES) {
  const { data, ...answer } = await askText<Answer>(
    gateway,
    key,
    `query ($id: ID!) { site(id: $id) { ${selection} } }`,
    { id },
  );
  expect(refusals(answer)).toEqual([]);
  const sources = data?.site.sources;
  if (selection === SOURCES) {
    const { status, body } = await gateway.rest(`/api/v1/sites/${id}/sources`, key);
    expect([status, body]).toEqual([200, { sources: (sources ?? []).map(inRest) }]);
  }
  return sources;
}

/** In REST, ids of keys are numbers. */
function inRest(source: Json): Json {
  const { key_id, ...words } = inRestWords(source) as { key_id: string | null };
  return { ...words, key_id: key_id && Number(key_id.replace('key_', '')) };
}

const CRAWL = {
  ...{ type: 'request', method: 'GET', target: '/a?b', host: 'example.com', address: '203.0.113.9' },
  ...{ status: 200, user_agent: 'GPTBot/1.2', referrer: 'https://example.com/' },
};

describe('a source', () => {
  it('is there once something was sent, with what became of it', async () => {
    const { send, site, readKey } = await makeBackend(gateway);
    expect(await sourcesOf(readKey, site.id)).toEqual([]);

    const visit = { ...CRAWL, user_agent: 'Firefox/140.0', target: '/cart?token=secret' };
    const body = [CRAWL, { ...CRAWL, id: 'one' }, { ...CRAWL, id: 'one' }, visit, { ...visit, target: '/b' }];
    await send(body, { idempotencyKey: 'key' });
    await notes.settle();
    const first = {
      id: expect.stringMatching(/^source_[0-9a-f]{20}$/) as string,
      ...{ kind: 'COLLECTOR', name: 'test', sender: null, lastRefusal: null },
      keyId: expect.stringMatching(/^key_\d+$/) as string,
      lastRecordedAt: '2026-03-15T12:34:56.789Z',
      window: {
        ...{ records: 5, events: 2, repeats: 1 },
        skipped: [{ reason: 'ordinary-visit', count: 2, sample: 'GET example.com/cart' }],
      },
      lastBatch: { at: '2026-03-15T12:34:56.789Z', records: 5, bytes: JSON.stringify(body).length },
      limits: [],
    };
    expect(await sourcesOf(readKey, site.id)).toEqual([first]);

    // the same request again
    await send(body, { idempotencyKey: 'key' });
    await notes.settle();
    expect(await sourcesOf(readKey, site.id)).toEqual([
      { ...first, window: { ...first.window, records: 10, repeats: 6 } },
    ]);
  });

  it('says what it lacks, and what to change', async () => {
    const { send, site, readKey } = await makeBackend(gateway);
    await send({ ...CRAWL, user_agent: undefined, host: undefined });
    await notes.settle();
    expect(await sourcesOf(readKey, site.id, 'sources { limits { code remedy } }')).toEqual([
      {
        limits: [
          {
            code: 'no-user-agent',
            remedy:
              'No record has a user agent: no AI bot can be found, since it is what names them. Send user_agent with each request.',
          },
          {
            code: 'no-host',
            remedy:
              'No record names its host: requests to other sites that share the log are counted for this one. If the server has several sites, send host with each request.',
          },
        ],
      },
    ]);
  });

  it('shows its last refusal without what it sent, and no one else’s', async () => {
    const { send, site, readKey } = await makeBackend(gateway);
    const other = await makeBackend(gateway);
    await send({ ...CRAWL, status: 'secret' }, { headers: { 'user-agent': 'site-traffic' } });
    await send('{');
    await gateway.rest(`/collect/sites/${site.id}/events`, other.key, { method: 'POST', body: '[]' });
    await notes.settle();
    const refused = { ...{ keyId: expect.anything() as string }, window: { records: 0 } };
    const selection = 'sources { kind keyId window { records } lastRefusal { at status reason } }';
    const at = '2026-03-15T12:34:56.789Z';
    expect(await sourcesOf(readKey, site.id, selection)).toEqual([
      {
        ...{ ...refused, kind: 'COLLECTOR' },
        lastRefusal: { at, status: 400, reason: 'The request body is not valid JSON.' },
      },
      {
        ...{ ...refused, kind: 'MIDDLEWARE' },
        lastRefusal: {
          ...{ at, status: 400 },
          reason: 'status must be a whole number from 0 to 999',
        },
      },
    ]);
    expect(await sourcesOf(other.readKey, other.site.id)).toEqual([]);
  });

  it('has an id that stays, and that no other has', async () => {
    const { send, site, readKey } = await makeBackend(gateway);
    const { send: sendOther, site: otherSite, readKey: otherKey } = await makeBackend(gateway);
    await send(CRAWL);
    await sendOther(CRAWL);
    await notes.settle();
    const before = await sourcesOf(readKey, site.id, 'sources { id }');
    await send(CRAWL, { headers: { 'user-agent': 'site-traffic' } });
    await notes.settle();
    const after = (await sourcesOf(readKey, site.id, 'sources { id }')) ?? [];
    const others = (await sourcesOf(otherKey, otherSite.id, 'sources { id }')) ?? [];
    expect(before).toEqual(after.slice(0, 1));
    const ids = [...after, ...others].map((one) => (one as { readonly id: string }).id);
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) expect(id).toMatch(/^source_[0-9a-f]{20}$/);
  });
});

it('sources cost nothing, and those of many sites take as many queries as those of one', async () => {
  const { accountId, key } = await makeOwner(db);
  for (let n = 0; n < 3; n++) {
    const { id: siteId } = await makeSite(db, accountId, { createdAtMs: n });
    const skipped = new Map();
    const batch = { records: 1, events: 1, repeats: 0, bytes: 1, lastEvent: true, skipped, limits: [] };
    notes.note({ siteId, kind: 'log', name: `/log/access.log.${n}` }, batch, gateway.clock.now());
  }
  await notes.settle();
  const remaining = async () => {
    const { data } = await askText<Budgets>(gateway, key, BUDGETS);
    return data?.account.budgets.map((budget) => [budget.operation, budget.remaining]);
  };
  const before = await remaining();
  const begin = asked.length;
  const { data } = await askText(gateway, key, '{ sites { sources { name window { events } } } }');
  const names = asked.slice(begin).map(({ name }) => name);
  expect(data).toEqual({
    sites: [0, 1, 2].map((n) => ({ sources: [{ name: `access.log.${n}`, window: { events: 1 } }] })),
  });
  expect(names.filter((name) => /source|key_names/.test(name ?? ''))).toEqual([
    'list_site_sources',
    'count_source_hours',
  ]);
  // the list of sites has a budget, and each document one of its own
  expect(await remaining()).toEqual(
    before?.map(([operation, left]) =>
      operation === 'sites'
        ? [operation, Number(left) - 1]
        : operation === 'graphql'
          ? [operation, Number(left) - 2]
          : [operation, left],
    ),
  );
});
