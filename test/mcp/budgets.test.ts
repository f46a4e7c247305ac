import { describe, expect, it } from 'vitest';
import { DEFAULT_PLANS, type PlanCatalogue } from '../../src/domain/plan.ts';
import { type RestAnswer, startGateway } from '../support/gateway.ts';
import { createClient } from '../support/graphql-client/client.ts';
import { AccountDocument } from '../support/graphql-client/generated/graphql.ts';
import { makeOwner } from '../support/makers.ts';
import { REFUSED, rateLimited } from '../rest/support.ts';
import {
  type Assisted,
  REQUIRED,
  answerOf,
  callOf,
  makeAssisted,
  post,
  refusalOf,
  requestOf,
} from './support.ts';

const terms = { eventsPerMonth: Infinity, retentionDays: Infinity };
const PLANS: PlanCatalogue = {
  ...DEFAULT_PLANS,
  free: { requestsPerMinute: 8, ...terms },
  pro: { requestsPerMinute: 40, ...terms },
};
const gateway = startGateway({ plans: PLANS });
const FULL = { sites: 40, timeseries: 40, stats: 40, events: 40, graphql: 40, insight: 40 };

async function remaining({ key }: Assisted): Promise<Record<string, number>> {
  const { data } = await createClient(gateway.fetch, key).ask(AccountDocument, {});
  const budgets = data?.account?.budgets ?? [];
  return Object.fromEntries(budgets.map(({ operation, remaining: left }) => [operation, left]));
}

describe('a call', () => {
  it.each([
    ['list_sites', { sites: 39 }],
    ['stats', { stats: 39, insight: 39 }],
    ['timeseries', { timeseries: 39, insight: 39 }],
    ['companies', { insight: 38 }],
    ['pages', { insight: 38 }],
    ['events', { events: 39, insight: 39 }],
    ['explain_bot', { insight: 38 }],
    ['get_obedience', { insight: 38 }],
    ['get_reach', { insight: 38 }],
    ['reach_pages', { insight: 38 }],
  ])('of %s spends what its description says', async (tool, spent) => {
    const assisted = await makeAssisted(gateway);
    const { client, site } = assisted;
    const args = { site_id: site.id, ...REQUIRED[tool] };
    await client.callTool({ name: tool, arguments: tool === 'list_sites' ? {} : args });
    // the two messages of the handshake, the call, and the document that reads this
    expect(await remaining(assisted)).toEqual({ ...FULL, graphql: 36, ...spent });
  });

  it('of the protocol itself spends one unit of "graphql" and nothing else', async () => {
    const assisted = await makeAssisted(gateway);
    await assisted.client.listTools();
    await assisted.client.ping();
    expect(await remaining(assisted)).toEqual({ ...FULL, graphql: 35 });
  });

  it('of a tool and of REST lack what the other has spent', async () => {
    const { key, site, call } = await makeAssisted(gateway, { plan: 'free' });
    const rest = async () => (await gateway.rest(`/api/v1/sites/${site.id}/stats`, key)).status;

    const answered: unknown[] = [];
    for (let turn = 0; turn < 4; turn++) answered.push(await rest(), (await call('stats')).isError ?? false);

    expect(answered).toEqual([200, false, 200, false, 200, false, 200, false]);
    expect([await rest(), (await call('stats')).isError]).toEqual([429, true]);
  });

  it('beyond the budget is refused as a result with the time to wait, and HTTP stays 200', async () => {
    const { key, site, call } = await makeAssisted(gateway, { plan: 'free' });
    await spendByRest({ key, site }, 'timeseries', 8);

    expect(refusalOf(await call('timeseries'))).toEqual(rateLimited(60));
    expect((await post(gateway, key, callOf(1, 'timeseries', { site_id: site.id }))).status).toBe(200);
    answerOf(await call('stats'));
  });

  it('is answered without its coverage when "insight" has no room', async () => {
    const { call } = await makeAssisted(gateway, { plan: 'free' });
    for (let n = 0; n < 4; n++) answerOf(await call('companies'));
    const answer = answerOf(await call('stats'));
    expect([answer['coverage'], answer['totals']]).toEqual([
      null,
      { bot_visits: 0, referrals: 0, conversions: 0 },
    ]);
  });

  it('is limited before its dates, its site and its plan are looked at', async () => {
    const { key, site, call } = await makeAssisted(gateway, { plan: 'free' });
    await spendByRest({ key, site }, 'timeseries', 8);
    expect(refusalOf(await call('timeseries', { start: 'yesterday' }))).toEqual(rateLimited(60));
  });

  it('for hours needs the plan, and the date and the site before it', async () => {
    const { call } = await makeAssisted(gateway, { plan: 'free' });
    expect(refusalOf(await call('timeseries', { granularity: 'hour' }))).toEqual(REFUSED.PLAN_REQUIRED);
    expect(refusalOf(await call('timeseries', { granularity: 'hour', site_id: 'x' }))).toEqual(
      REFUSED.SITE_NOT_FOUND,
    );
  });

  it('in a batch costs as much as alone', async () => {
    const { key, site } = await makeAssisted(gateway, { plan: 'free' });
    await spendByRest({ key, site }, 'stats', 4);
    const calls = Array.from({ length: 6 }, (_, id) => callOf(id, 'stats', { site_id: site.id }));

    const { status, body } = await post(gateway, key, calls);

    const refused = (body as { id: number; result: { isError?: boolean } }[]).filter(
      ({ result }) => result.isError === true,
    );
    expect([status, (body as unknown[]).length, refused.length]).toEqual([200, 6, 2]);
  });
});

async function spendByRest({ key, site }: Pick<Assisted, 'key' | 'site'>, operation: string, times: number) {
  for (let n = 0; n < times; n++)
    expect((await gateway.rest(`/api/v1/sites/${site.id}/${operation}`, key)).status).toBe(200);
}

describe('the budget "graphql"', () => {
  const LIST = requestOf(1, 'tools/list');
  const NOTE = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 9 } };

  /** What is left, as the headers of an answer say. */
  function leftIn({ headers }: RestAnswer): string | null {
    return headers.get('ratelimit');
  }

  it('has a unit less after each message, whatever it is, and the headers of the answer say so', async () => {
    const { key } = await makeOwner(gateway.db, 'free');
    const sent = [LIST, NOTE, [LIST, NOTE, requestOf(2, 'ping')], '{', requestOf(3, 'no/method')];
    const left: unknown[] = [];
    for (const body of sent) left.push(leftIn(await post(gateway, key, body)));
    expect(left).toEqual([7, 6, 3, 2, 1].map((rest) => `"graphql";r=${rest};t=60`));
  });

  it('refuses what it has no room for before anything is done, a batch as a whole', async () => {
    const { key } = await makeOwner(gateway.db, 'free');
    await post(gateway, key, [LIST, LIST, LIST, LIST, LIST, LIST]);

    const refused = await post(gateway, key, [LIST, LIST, NOTE]);
    expect([refused.status, refused.body]).toEqual([429, rateLimited(60)]);
    expect(refused.headers.get('retry-after')).toBe('60');
    expect((await post(gateway, key, [LIST, NOTE])).status).toBe(200);

    for (const body of [LIST, NOTE, '{', 'x'.repeat(70_000)]) {
      const answer = await post(gateway, key, body);
      expect([answer.status, answer.body, leftIn(answer)]).toEqual([
        429,
        rateLimited(60),
        '"graphql";r=0;t=60',
      ]);
    }
  });

  it('is the one that documents spend', async () => {
    const { key } = await makeOwner(gateway.db, 'free');
    await post(
      gateway,
      key,
      Array.from({ length: 8 }, () => LIST),
    );
    const { status } = await gateway.rest('/graphql?query={__typename}', key);
    expect(status).toBe(429);
  });
});
