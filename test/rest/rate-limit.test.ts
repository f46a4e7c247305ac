import { describe, expect, it } from 'vitest';
import { DEFAULT_PLANS } from '../../src/domain/plan.ts';
import { setAccountPlan } from '../../src/queries/accounts.ts';
import { type GatewayOptions, NOW, type RestAnswer, startGateway, testDatabase } from '../support/gateway.ts';
import { makeKey } from '../support/makers.ts';
import { REFUSED, type Caller, makeCaller, pick, rateLimited } from './support.ts';

const NOW_S = Math.ceil(Date.parse(NOW) / 1000);
const NAMES = [
  'ratelimit-policy',
  'ratelimit',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'retry-after',
];

/** The six headers of an answer, for a budget of 60 unless told. */
function budget(operation: string, remaining: number, seconds: number, limit = 60) {
  return {
    'ratelimit-policy': `"${operation}";q=${limit};w=60`,
    ratelimit: `"${operation}";r=${remaining};t=${seconds}`,
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(NOW_S + 60),
    'retry-after': null,
  };
}

const budgetOf = ({ headers }: RestAnswer) => pick(headers, NAMES);

const db = testDatabase();

/** A gateway on which Free has the requests a minute given. */
function gatewayOf(requestsPerMinute: number, options: GatewayOptions = {}) {
  const free = { ...DEFAULT_PLANS.free, requestsPerMinute };
  return startGateway({ db, ...options, plans: { ...DEFAULT_PLANS, free } });
}

async function countGranted({ ask }: Pick<Caller, 'ask'>, question: string, requests: number) {
  const answers = await Promise.all(Array.from({ length: requests }, () => ask(question)));
  const granted = answers.filter(({ status }) => status === 200).length;
  const refusedAll = answers.filter(({ status }) => status === 429);
  expect(granted + refusedAll.length).toBe(requests);
  return { granted, refused: refusedAll };
}

describe('the budget', () => {
  it.each([
    ['free', 60, 200],
    ['pro', 600, 800],
  ] as const)('of plan %s grants %d of %d requests at once, no more', async (plan, limit, requests) => {
    const gateway = startGateway({ db });
    const caller = await makeCaller(gateway, plan);
    const { granted, refused } = await countGranted(caller, 'stats', requests);
    expect(granted).toBe(limit);
    for (const answer of refused) {
      expect(answer.body).toEqual(rateLimited(60));
      expect(budgetOf(answer)).toEqual({ ...budget('stats', 0, 60, limit), 'retry-after': '60' });
    }
  });

  it.each([
    ['stats', 'stats'],
    ['timeseries', 'timeseries'],
    ['companies', 'insight'],
  ])(
    'refuses a comparison of %s that takes more units than it ever has, and counts nothing',
    async (report, of) => {
      const { ask } = await makeCaller(gatewayOf(1), 'free');
      const compared = await ask(`${report}?compare=previous-year`);

      expect([compared.status, compared.body, budgetOf(compared)['retry-after']]).toEqual([
        400,
        {
          error: `The request takes 2 units of the budget "${of}", which has 1 a minute: it can never be granted.`,
          code: 'INVALID_PARAMETER',
        },
        null,
      ]);
      expect((await ask(report)).status).toBe(200);
      expect((await ask(`${report}?compare=previous-year`)).body).toMatchObject({
        code: 'INVALID_PARAMETER',
      });
      expect((await ask(report)).body).toMatchObject({ code: 'RATE_LIMITED' });
    },
  );

  it('is reported completely by every authenticated response, 200 and 4xx alike', async () => {
    const gateway = startGateway({ db });
    const { ask, key } = await makeCaller(gateway, 'free');
    const told: [question: string, status: number][] = [
      ['timeseries', 200],
      ['timeseries?start=x', 400],
      ['timeseries?granularity=week', 400],
      ['timeseries?granularity=hour', 403],
      ['timeseries?foo', 200],
    ];
    for (const [index, [question, status]] of told.entries()) {
      const answer = await ask(question);
      expect([answer.status, budgetOf(answer)]).toEqual([status, budget('timeseries', 59 - index, 60)]);
    }
    const foreign = await gateway.rest('/api/v1/sites/x/timeseries', key);
    expect([foreign.status, budgetOf(foreign)]).toEqual([403, budget('timeseries', 54, 60)]);
    const missing = await gateway.rest('/api/v1/sites//timeseries', key);
    expect([missing.status, budgetOf(missing)]).toEqual([400, budget('timeseries', 53, 60)]);
  });

  it('is one for each endpoint: a spent one leaves the others whole', async () => {
    const gateway = gatewayOf(1);
    const { ask, key } = await makeCaller(gateway, 'free');
    const endpoints = {
      sites: () => gateway.rest('/api/v1/sites', key),
      timeseries: () => ask('timeseries'),
      stats: () => ask('stats'),
      events: () => ask('events'),
    };
    for (const [operation, get] of Object.entries(endpoints)) {
      const [first, second] = [await get(), await get()];
      expect([first.status, budgetOf(first)]).toEqual([200, budget(operation, 0, 60, 1)]);
      expect([second.status, second.body]).toEqual([429, rateLimited(60)]);
      expect(budgetOf(second)).toEqual({ ...budget(operation, 0, 60, 1), 'retry-after': '60' });
    }
  });

  it('is the account’s: a second key and a second site buy no second one, another account has its own', async () => {
    const gateway = gatewayOf(3);
    const [caller, other] = [await makeCaller(gateway, 'free'), await makeCaller(gateway, 'free')];
    const { key } = await makeKey(gateway.db, caller.accountId);
    const path = `/api/v1/sites/${caller.site.id}/stats`;
    const left = async (path: string, key: string) =>
      (await gateway.rest(path, key)).headers.get('x-ratelimit-remaining');
    expect(await left(path, caller.key)).toBe('2');
    expect(await left(path, key)).toBe('1');
    expect(await left('/api/v1/sites/x/stats', key)).toBe('0');
    expect((await gateway.rest(path, caller.key)).status).toBe(429);
    expect((await gateway.rest(path, key)).status).toBe(429);
    expect(await left(`/api/v1/sites/${other.site.id}/stats`, other.key)).toBe('2');
  });

  it('is not drawn on by what it refuses, nor by 401, 404, 405 and OPTIONS', async () => {
    const gateway = gatewayOf(2);
    const { ask, site, key } = await makeCaller(gateway, 'free');
    const path = `/api/v1/sites/${site.id}/stats`;
    await gateway.rest(path, undefined);
    await gateway.rest(path, `${key}x`);
    await gateway.rest(`${path}/`, key);
    await gateway.rest(path, key, { method: 'POST' });
    await gateway.rest(path, key, { method: 'OPTIONS' });
    expect(budgetOf(await ask('stats'))).toEqual(budget('stats', 1, 60, 2));
    gateway.clock.advance(30_000);
    await ask('stats');
    for (let refused = 0; refused < 5; refused++) expect((await ask('stats')).status).toBe(429);
    // the first leaves and makes room for one, however many were refused meanwhile
    gateway.clock.advance(30_000);
    expect((await ask('stats')).status).toBe(200);
    expect((await ask('stats')).status).toBe(429);
  });

  it('counts what it granted though the answer was a refusal', async () => {
    const gateway = gatewayOf(2);
    const { ask } = await makeCaller(gateway, 'free');
    expect((await ask('events?limit=0')).status).toBe(400);
    expect((await ask('events?limit=0')).status).toBe(400);
    expect((await ask('events')).body).toEqual(rateLimited(60));
  });

  it('follows the plan of the moment, also when it shrinks', async () => {
    const gateway = startGateway({ db });
    const caller = await makeCaller(gateway, 'pro');
    expect((await countGranted(caller, 'stats', 100)).granted).toBe(100);
    await setAccountPlan(gateway.db, caller.accountId, 'free');
    const refused = await caller.ask('stats');
    expect([refused.status, refused.body]).toEqual([429, rateLimited(60)]);
    expect(budgetOf(refused)).toEqual({ ...budget('stats', 0, 60), 'retry-after': '60' });
  });
});

describe('the window', () => {
  it('slides: a request leaves it 60.000 s after it was granted, not 59.999', async () => {
    const gateway = gatewayOf(2);
    const { ask } = await makeCaller(gateway, 'free');
    await ask('stats');
    gateway.clock.advance(20_000);
    expect(budgetOf(await ask('stats'))).toEqual(budget('stats', 0, 40, 2));
    gateway.clock.advance(39_999);
    const early = await ask('stats');
    expect([early.status, early.body]).toEqual([429, rateLimited(1)]);
    expect(budgetOf(early)).toEqual({ ...budget('stats', 0, 1, 2), 'retry-after': '1' });
    gateway.clock.advance(1);
    const granted = await ask('stats');
    expect([granted.status, granted.headers.get('ratelimit')]).toEqual([200, '"stats";r=0;t=20']);
    expect((await ask('stats')).body).toEqual(rateLimited(20));
  });

  it('never holds more than the limit across a minute of the clock', async () => {
    const gateway = gatewayOf(60, { now: '2026-03-15T12:34:59.000Z' });
    const caller = await makeCaller(gateway, 'free');
    expect((await countGranted(caller, 'stats', 60)).granted).toBe(60);
    gateway.clock.set('2026-03-15T12:35:01.000Z');
    expect((await countGranted(caller, 'stats', 60)).granted).toBe(0);
    gateway.clock.set('2026-03-15T12:35:59.000Z');
    expect((await countGranted(caller, 'stats', 61)).granted).toBe(60);
  });

  it.each([1, 999, 1_000, 1_001, 30_500, 59_001, 59_999])(
    'tells %d ms after the first request how long to wait, whole seconds that suffice and no second too many',
    async (elapsedMs) => {
      const gateway = gatewayOf(1);
      const { ask } = await makeCaller(gateway, 'free');
      await ask('stats');
      gateway.clock.advance(elapsedMs);
      const { headers, body } = await ask('stats');
      const seconds = Math.ceil((60_000 - elapsedMs) / 1000);
      expect(body).toEqual(rateLimited(seconds));
      expect(headers.get('retry-after')).toBe(String(seconds));
      if (seconds > 1) {
        gateway.clock.advance((seconds - 1) * 1000);
        expect((await ask('stats')).status).toBe(429);
        gateway.clock.advance(1000);
      } else {
        gateway.clock.advance(1000);
      }
      expect((await ask('stats')).status).toBe(200);
    },
  );

  it('is each instance’s own, where they share nothing', async () => {
    const one = gatewayOf(1);
    const two = gatewayOf(1);
    const { site, key } = await makeCaller(one, 'free');
    const path = `/api/v1/sites/${site.id}/stats`;
    expect([(await one.rest(path, key)).status, (await one.rest(path, key)).status]).toEqual([200, 429]);
    expect([(await two.rest(path, key)).status, (await two.rest(path, key)).status]).toEqual([200, 429]);
  });
});

describe('every authenticated answer', () => {
  it('forbids caches to keep it, whatever its status', async () => {
    const gateway = gatewayOf(2);
    const { ask, key } = await makeCaller(gateway, 'free');
    const answers = [await ask('stats'), await ask('stats?start=x'), await ask('stats')];
    answers.push(await gateway.rest('/api/v1/sites', key), await gateway.rest('/api/v1/sites/x/events', key));
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 429, 200, 403]);
    for (const { headers } of answers) expect(headers.get('cache-control')).toBe('private, no-store');
    const { body, headers } = await gateway.rest('/api/v1/sites', 'wrong');
    expect([body, headers.get('cache-control')]).toEqual([REFUSED.INVALID_KEY, null]);
  });
});
