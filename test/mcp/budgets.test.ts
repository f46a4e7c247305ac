import { describe, expect, it } from 'vitest';
import type { PlanCatalogue } from '../../src/domain/plan.ts';
import { startGateway } from '../support/gateway.ts';
import { createClient } from '../support/graphql-client/client.ts';
import { AccountDocument } from '../support/graphql-client/generated/graphql.ts';
import { REFUSED, rateLimited } from '../rest/support.ts';
import { type Assisted, answerOf, callOf, makeAssisted, post, refusalOf } from './support.ts';

const terms = { eventsPerMonth: Infinity, retentionDays: Infinity };
const PLANS: PlanCatalogue = {
  free: { requestsPerMinute: 5, ...terms },
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
  ])('of %s spends what its description says', async (tool, spent) => {
    const assisted = await makeAssisted(gateway);
    const { client, site } = assisted;
    const args = { site_id: site.id, ...(tool === 'explain_bot' && { bot_name: 'GPTBot' }) };
    await client.callTool({ name: tool, arguments: tool === 'list_sites' ? {} : args });
    expect(await remaining(assisted)).toEqual({ ...FULL, graphql: 39, ...spent });
  });

  it('of the protocol itself spends nothing', async () => {
    const assisted = await makeAssisted(gateway);
    await assisted.client.listTools();
    await assisted.client.ping();
    expect(await remaining(assisted)).toEqual({ ...FULL, graphql: 39 });
  });

  it('of a tool and of REST lack what the other has spent', async () => {
    const { key, site, call } = await makeAssisted(gateway, { plan: 'free' });
    const rest = async () => (await gateway.rest(`/api/v1/sites/${site.id}/stats`, key)).status;

    const answered: unknown[] = [];
    for (let turn = 0; turn < 3; turn++) answered.push(await rest(), (await call('stats')).isError ?? false);

    expect(answered).toEqual([200, false, 200, false, 200, true]);
    expect(await rest()).toBe(429);
  });

  it('beyond the budget is refused as a result with the time to wait, and HTTP stays 200', async () => {
    const { key, site, call } = await makeAssisted(gateway, { plan: 'free' });
    for (let n = 0; n < 5; n++) answerOf(await call('timeseries'));

    expect(refusalOf(await call('timeseries'))).toEqual(rateLimited(60));
    expect((await post(gateway, key, callOf(1, 'timeseries', { site_id: site.id }))).status).toBe(200);
    answerOf(await call('stats'));
  });

  it('is answered without its coverage when "insight" has no room', async () => {
    const { call } = await makeAssisted(gateway, { plan: 'free' });
    for (let n = 0; n < 5; n++) answerOf(await call('events'));
    const answer = answerOf(await call('stats'));
    expect([answer['coverage'], answer['totals']]).toEqual([
      null,
      { bot_visits: 0, referrals: 0, conversions: 0 },
    ]);
  });

  it('is limited before its dates, its site and its plan are looked at', async () => {
    const { call } = await makeAssisted(gateway, { plan: 'free' });
    for (let n = 0; n < 5; n++) refusalOf(await call('timeseries', { start: 'yesterday' }));
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
    const calls = Array.from({ length: 7 }, (_, id) => callOf(id, 'stats', { site_id: site.id }));

    const { status, body } = await post(gateway, key, calls);

    const refused = (body as { id: number; result: { isError?: boolean } }[]).filter(
      ({ result }) => result.isError === true,
    );
    expect([status, (body as unknown[]).length, refused.length]).toEqual([200, 7, 2]);
  });
});
