import { describe, expect, it } from 'vitest';
import { DEFAULT_PLANS } from '../../src/domain/plan.ts';
import { setPlan } from '../../src/operations/owner/accounts.ts';
import { byOperator } from '../../src/operations/owner/in-account.ts';
import { verify } from '../../src/operations/upkeep/verify.ts';
import { countStored } from '../queries/support.ts';
import { NOW, startGateway } from '../support/gateway.ts';
import { makeKey, makeSite } from '../support/makers.ts';
import { readUsage } from '../support/usage.ts';
import { VISIT, makeBackend, outcome, pathOf, purchases } from './support.ts';

const LIMIT = 1_003;
const plans = {
  ...DEFAULT_PLANS,
  free: { ...DEFAULT_PLANS.free, eventsPerMonth: LIMIT },
  pro: { ...DEFAULT_PLANS.pro, eventsPerMonth: Infinity },
};
const NOW_MS = Date.parse(NOW);

function limitExceeded(events: number, nextMonth = '2026-04-01T00:00:00.000Z') {
  return {
    status: 429,
    body: {
      error:
        `The quota of 1,003 events a month has no room for ${events} more: nothing of this request was recorded. ` +
        `There is room again from ${nextMonth} on. For more at once, ask support. If you run the service yourself: ` +
        '"site-traffic account set-plan EMAIL self-hosted" lifts the quota, and a higher FREE_EVENTS_PER_MONTH raises it.',
      code: 'LIMIT_EXCEEDED',
    },
  };
}

function granted(recorded: number) {
  return { status: 200, body: { recorded, passed_over: 0 } };
}

describe('the quota of a month', () => {
  it('refuses a request that does not fit, records nothing of it, and accepts one that fits', async () => {
    const gateway = startGateway({ plans });
    const { send, site, accountId } = await makeBackend(gateway, 'free');
    await send(purchases(1_000));

    const refused = await send(purchases(4));

    expect([outcome(refused), refused.headers.get('retry-after')]).toEqual([limitExceeded(4), null]);
    expect(await countStored(gateway.db, site.id)).toEqual({
      events: 1_000,
      inDays: 1_000,
      inBuckets: 1_000,
    });
    expect(outcome(await send(purchases(3)))).toEqual(granted(3));
    expect(outcome(await send(VISIT))).toEqual(limitExceeded(1));
    expect(await readUsage(gateway.db, accountId, NOW_MS)).toBe(LIMIT);
  });

  it('belongs to the account: its sites share it', async () => {
    const gateway = startGateway({ plans });
    const { send, accountId } = await makeBackend(gateway, 'free');
    const other = await makeSite(gateway.db, accountId);
    const { key } = await makeKey(gateway.db, accountId, other.id);
    await send(purchases(1_000));

    const init = { method: 'POST', body: JSON.stringify(purchases(4)) };
    expect(outcome(await gateway.rest(pathOf(other.id), key, init))).toEqual(limitExceeded(4));
  });

  it('does not matter for a request with nothing to record', async () => {
    const gateway = startGateway({ plans });
    const { send } = await makeBackend(gateway, 'free');
    await send(purchases(1_000));
    await send(purchases(3));
    const ordinary = { type: 'request', method: 'GET', target: '/', status: 200 };

    expect(outcome(await send(ordinary))).toEqual({ status: 200, body: { recorded: 0, passed_over: 1 } });
    expect(outcome(await send([ordinary, ordinary], { idempotencyKey: 'ordinary' }))).toEqual({
      status: 200,
      body: { recorded: 0, passed_over: 2 },
    });
  });

  it('has room again with a larger plan or in the next month, from the next request on', async () => {
    const gateway = startGateway({ plans, now: '2026-12-31T23:59:59.998Z' });
    const [upgraded, patient] = [await makeBackend(gateway, 'free'), await makeBackend(gateway, 'free')];
    for (const { send } of [upgraded, patient]) {
      await send(purchases(1_000));
      await send(purchases(3));
      expect(outcome(await send(VISIT))).toEqual(limitExceeded(1, '2027-01-01T00:00:00.000Z'));
    }

    await setPlan(byOperator(gateway.db, NOW_MS), upgraded.email, 'self-hosted');
    expect(outcome(await upgraded.send(VISIT))).toEqual(granted(1));
    gateway.clock.advance(1);
    expect(outcome(await patient.send(VISIT))).toEqual(limitExceeded(1, '2027-01-01T00:00:00.000Z'));
    gateway.clock.advance(1);
    expect(outcome(await patient.send(VISIT))).toEqual(granted(1));
  });
});

it('twenty concurrent recorders over four processes stop at exactly the limit', async () => {
  const gateways = Array.from({ length: 4 }, (_, slot) =>
    startGateway({ plans, recording: { slot: () => slot } }),
  );
  const [gateway] = gateways;
  if (gateway === undefined) throw new Error('no gateway');
  const { send, site, accountId } = await makeBackend(gateway, 'free');
  const sizes = [1, 2, 3, 5, 7, 11, 13];

  const recorder = async (n: number) => {
    const answers = [];
    for (let round = 0; round < 14; round++) {
      const by = gateways[(n + round) % gateways.length] ?? gateway;
      const size = sizes[(n * 3 + round) % sizes.length] ?? 1;
      const key = round % 2 ? { idempotencyKey: `${n}-${round}` } : {};
      answers.push({ size, ...outcome(await send(purchases(size), { by, ...key })) });
    }
    return answers;
  };
  const answers = (await Promise.all(Array.from({ length: 20 }, (_, n) => recorder(n)))).flat();
  // what is left is less than what was refused
  const used = await readUsage(gateway.db, accountId, NOW_MS);
  for (let left = LIMIT - used; left > 0; left--) answers.push({ size: 1, ...outcome(await send(VISIT)) });

  const recorded = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(recorded).toEqual(recorded.map(({ size }) => ({ size, ...granted(size) })));
  expect(refused).toEqual(refused.map(({ size }) => ({ size, ...limitExceeded(size) })));
  expect(refused.length).toBeGreaterThan(20);
  expect(LIMIT - used).toBeLessThan(Math.max(...sizes));
  expect(recorded.reduce((sum, { size }) => sum + size, 0)).toBe(LIMIT);
  expect(await countStored(gateway.db, site.id)).toEqual({ events: LIMIT, inDays: LIMIT, inBuckets: LIMIT });
  expect(await readUsage(gateway.db, accountId, NOW_MS)).toBe(LIMIT);
  expect(outcome(await send(VISIT))).toEqual(limitExceeded(1));
  expect(await verify(gateway.db, site.id)).toEqual({ sites: 1, drift: [], failed: [] });
});
