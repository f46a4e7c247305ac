import { afterAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { verify } from '../../src/operations/upkeep/verify.ts';
import { openDatabase } from '../../src/database/database.ts';
import { startProxy } from '../faults/proxy.ts';
import { countStored } from '../queries/support.ts';
import { REFUSED } from '../rest/support.ts';
import { NOW, startGateway, testDatabase } from '../support/gateway.ts';
import { readUsage } from '../support/usage.ts';
import { VISIT, makeBackend, outcome, purchases } from './support.ts';

const direct = testDatabase();
const proxy = await startProxy(inject('database'));
// of one connection, so that what is asked once is prepared on it
const db = openDatabase({ connection: proxy.connection, poolSize: 1, statementTimeoutMs: 30_000 });
afterAll(() => db.destroy());
const gateway = startGateway({ db });
const NOW_MS = Date.parse(NOW);

const TWO = purchases(2);
const RECORDED_TWO = { status: 200, body: { recorded: 2, passed_over: 0 } };
const FAILED = { status: 500, body: REFUSED.SERVER_ERROR };
const TWO_STORED = { events: 2, inDays: 2, inBuckets: 2 };

beforeEach(async () => {
  proxy.cutNextQuestion('', 0);
  await proxy.up();
  // one of another site has prepared every statement: from here on they are asked by their names
  const { send } = await makeBackend(gateway);
  await send(VISIT, { idempotencyKey: 'prepared' });
});

describe('a connection that breaks', () => {
  it.each(['share_site', 'insert_events', 'add_to_days', 'add_to_buckets'])(
    'at "%s" harms no request',
    async (statement) => {
      const { send, site, accountId } = await makeBackend(gateway);
      proxy.cutNextQuestion(statement);

      expect(outcome(await send(TWO))).toEqual(RECORDED_TWO);
      expect(await countStored(direct, site.id)).toEqual(TWO_STORED);
      expect(await readUsage(direct, accountId, NOW_MS)).toBe(2);
    },
  );

  it('at "reserve_usage" fails the request, with nothing of it recorded', async () => {
    const { send, site } = await makeBackend(gateway);
    proxy.cutNextQuestion('reserve_usage');

    expect(outcome(await send(TWO, { idempotencyKey: 'key' }))).toEqual(FAILED);
    expect(await countStored(direct, site.id)).toEqual({ events: 0, inDays: 0, inBuckets: 0 });
    expect(outcome(await send(TWO, { idempotencyKey: 'key' }))).toEqual(RECORDED_TWO);
  });

  it.each([
    'find_collected',
    'share_site',
    'insert_collected',
    'insert_events',
    'add_to_days',
    'add_to_buckets',
  ])('at "%s" harms no request with a key', async (statement) => {
    const { send, site, accountId } = await makeBackend(gateway);
    proxy.cutNextQuestion(statement);

    expect(outcome(await send(TWO, { idempotencyKey: 'key' }))).toEqual(RECORDED_TWO);
    expect(await countStored(direct, site.id)).toEqual(TWO_STORED);
    expect(await readUsage(direct, accountId, NOW_MS)).toBe(2);
  });
});

describe('a commit', () => {
  it('whose answer was lost is looked up, for a request with a key', async () => {
    const { send, site, accountId } = await makeBackend(gateway);
    proxy.loseNextAnswer('commit\0');

    const answer = await send(TWO, { idempotencyKey: 'key' });

    expect([outcome(answer), answer.headers.get('idempotency-replayed')]).toEqual([RECORDED_TWO, null]);
    expect(await countStored(direct, site.id)).toEqual(TWO_STORED);
    expect(await readUsage(direct, accountId, NOW_MS)).toBe(2);
    const repeat = await send(TWO, { idempotencyKey: 'key' });
    expect([outcome(repeat), repeat.headers.get('idempotency-replayed')]).toEqual([RECORDED_TWO, 'true']);
  });

  it('that never arrived is made again, for a request with a key', async () => {
    const { send, site, accountId } = await makeBackend(gateway);
    proxy.cutNextQuestion('commit\0');

    const answer = await send(TWO, { idempotencyKey: 'key' });

    expect([outcome(answer), answer.headers.get('idempotency-replayed')]).toEqual([RECORDED_TWO, null]);
    expect(await countStored(direct, site.id)).toEqual(TWO_STORED);
    expect(await readUsage(direct, accountId, NOW_MS)).toBe(2);
  });

  it('whose answer was lost is a SERVER_ERROR without a key, and is recorded once', async () => {
    const { send, site, accountId } = await makeBackend(gateway);
    proxy.loseNextAnswer('commit\0');

    expect(outcome(await send(TWO))).toEqual(FAILED);
    expect(await countStored(direct, site.id)).toEqual(TWO_STORED);
    expect(await readUsage(direct, accountId, NOW_MS)).toBe(2);
  });
});

describe('a database that goes away', () => {
  it('in the middle of a request leaves nothing of it, and the repeat is a first', async () => {
    const { send, site } = await makeBackend(gateway);
    proxy.cutNextQuestion('add_to_buckets', Infinity);

    expect(outcome(await send(TWO, { idempotencyKey: 'key' }))).toEqual(FAILED);
    expect(await countStored(direct, site.id)).toEqual({ events: 0, inDays: 0, inBuckets: 0 });

    proxy.cutNextQuestion('', 0);
    const repeat = await send(TWO, { idempotencyKey: 'key' });
    expect([outcome(repeat), repeat.headers.get('idempotency-replayed')]).toEqual([RECORDED_TWO, null]);
    expect(await countStored(direct, site.id)).toEqual(TWO_STORED);
  });

  it('and comes back, again and again, records each request with a key once', async () => {
    const { send, site, accountId } = await makeBackend(gateway);
    const ask = (n: number) => send([{ ...VISIT, page_path: `/${n}` }], { idempotencyKey: `key-${n}` });
    /** A backend that repeats until it is answered. */
    const persist = async (n: number) => {
      let answer = await ask(n);
      for (let tries = 1; answer.status === 500 && tries < 20; tries++) answer = await ask(n);
      return outcome(answer);
    };

    const answers: unknown[] = [];
    const recorders = Array.from({ length: 4 }, async (_, recorder) => {
      for (let round = 0; round < 10; round++) {
        answers.push(await persist(recorder * 10 + round));
        if (round % 3 === 0) await proxy.cut();
      }
    });
    await Promise.all(recorders);

    expect(answers).toEqual(answers.map(() => ({ status: 200, body: { recorded: 1, passed_over: 0 } })));
    expect(await countStored(direct, site.id)).toEqual({ events: 40, inDays: 40, inBuckets: 40 });
    expect(await readUsage(direct, accountId, NOW_MS)).toBeGreaterThanOrEqual(40);
    expect(await verify(direct, site.id)).toEqual({ sites: 1, drift: [] });
  });
});
