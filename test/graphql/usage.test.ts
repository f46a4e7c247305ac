import { expect, it } from 'vitest';
import { DEFAULT_PLANS } from '../../src/domain/plan.ts';
import { recordEvents } from '../../src/operations/recording/record-events.ts';
import { NOW, startGateway } from '../support/gateway.ts';
import { createClient } from '../support/graphql-client/client.ts';
import { UsageDocument } from '../support/graphql-client/generated/graphql.ts';
import { botVisit, makeOwner, makeSite } from '../support/makers.ts';

const gateway = startGateway();

it('reports the events of the month, the limit, and when the month ends', async () => {
  const { accountId, key } = await makeOwner(gateway.db, 'free');
  const site = { ...(await makeSite(gateway.db, accountId)), plan: 'free' as const };
  const recorder = { db: gateway.db, slot: 0, now: () => Date.parse(NOW), plans: DEFAULT_PLANS };
  await recordEvents(recorder, site, [botVisit('2020-01-01T00:00:00Z'), botVisit(NOW)]);
  const { data } = await createClient(gateway.fetch, key).ask(UsageDocument, {});

  const usage = {
    month: '2026-03-01',
    used: 2,
    limit: 10_000,
    projected: 4,
    resetsAt: '2026-04-01T00:00:00.000Z',
  };
  expect(data).toEqual({ account: { usage } });
});

it('has a limit of null on the plan of one’s own service', async () => {
  const { key } = await makeOwner(gateway.db, 'self-hosted');
  const { data } = await createClient(gateway.fetch, key).ask(UsageDocument, {});

  const usage = {
    month: '2026-03-01',
    used: 0,
    limit: null,
    projected: 0,
    resetsAt: '2026-04-01T00:00:00.000Z',
  };
  expect(data).toEqual({ account: { usage } });
});
