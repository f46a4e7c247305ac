import { afterAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { DEFAULT_PLANS } from '../../src/domain/plan.ts';
import { rebuild, verify } from '../../src/operations/upkeep/verify.ts';
import { openDatabase } from '../../src/database/database.ts';
import { startProxy } from '../faults/proxy.ts';
import { countStored } from '../queries/support.ts';
import { REFUSED } from '../rest/support.ts';
import { NOW, startGateway, testDatabase } from '../support/gateway.ts';
import { readUsage } from '../support/usage.ts';
import { VISIT, makeBackend, outcome, purchases } from './support.ts';

const direct = testDatabase();
const proxy = await startProxy(inject('database'));
// one connection, so that every statement that was sent once is prepared on it
const db = openDatabase({ connection: proxy.connection, poolSize: 1, statementTimeoutMs: 30_000 });
afterAll(() => db.destroy());
// a note of what came in has a commit too
const sources = { note: () => undefined, refuse: () => undefined, settle: () => Promise.resolve(true) };
const gateway = startGateway({
  db,
  sources,
  plans: { ...DEFAULT_PLANS, free: { ...DEFAULT_PLANS.free, eventsPerMonth: 2 } },
});
const NOW_MS = Date.parse(NOW);

const TWO = purchases(2);
const RECORDED_TWO = { status: 200, body: { recorded: 2, passed_over: 0 } };
const FAILED = { status: 500, body: REFUSED.SERVER_ERROR };
const TWO_STORED = { events: 2, inDays: 2, inBuckets: 2 };

beforeEach(async () => {
  proxy.cutNextQuestion('', 0);
  await proxy.up();
  // this request prepares every statement, so that those of the test are sent by their names
  const { send } = await makeBackend(gateway);
  await send(VISIT, { idempotencyKey: 'prepared' });
});

describe('a connection that breaks', () => {
  it.each(['share_site', 'share_account', 'insert_events', 'add_to_days', 'add_to_buckets', 'add_to_months'])(
    'at "%s" does not fail a request',
    async (statement) => {
      const { send, site, accountId } = await makeBackend(gateway);
      proxy.cutNextQuestion(statement);

      expect(outcome(await send(TWO))).toEqual(RECORDED_TWO);
      expect(await countStored(direct, site.id)).toEqual(TWO_STORED);
      expect(await readUsage(direct, accountId, NOW_MS)).toBe(2);
    },
  );

  it('at "reserve_usage" fails the request, and nothing of it is recorded', async () => {
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
  ])('at "%s" does not fail a request with a key', async (statement) => {
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

  it('that never arrived is retried, for a request with a key', async () => {
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

describe('a request that cannot be stored, however often it is repeated', () => {
  it.each(['add_to_buckets', 'commit\0'])(
    'because its connection breaks at "%s", costs nothing, and is recorded once that heals',
    async (statement) => {
      const { send, site, accountId } = await makeBackend(gateway, 'free');
      proxy.cutNextQuestion(statement, Infinity);

      for (let tries = 0; tries < 5; tries++)
        expect(outcome(await send(TWO, { idempotencyKey: 'key' }))).toEqual(FAILED);

      expect(await countStored(direct, site.id)).toEqual({ events: 0, inDays: 0, inBuckets: 0 });
      proxy.cutNextQuestion('', 0);
      expect(await readUsage(direct, accountId, NOW_MS)).toBe(0);
      const repeat = await send(TWO, { idempotencyKey: 'key' });
      expect([outcome(repeat), repeat.headers.get('idempotency-replayed')]).toEqual([RECORDED_TWO, null]);
      expect(await countStored(direct, site.id)).toEqual(TWO_STORED);
      expect(await readUsage(direct, accountId, NOW_MS)).toBe(2);
    },
  );
});

describe('a database that goes away', () => {
  it.each(['add_to_buckets', 'commit\0'])(
    'at "%s", for longer than the request waits, reserves room only once for a request with a key',
    async (statement) => {
      const { send, site, accountId } = await makeBackend(gateway, 'free');
      proxy.downAtNextQuestion(statement);

      expect(outcome(await send(TWO, { idempotencyKey: 'key' }))).toEqual(FAILED);
      expect(await readUsage(direct, accountId, NOW_MS)).toBe(2);
      expect(outcome(await send(TWO, { idempotencyKey: 'key' }))).toEqual(FAILED);
      await proxy.up();

      expect(outcome(await send(TWO, { idempotencyKey: 'key' }))).toEqual(RECORDED_TWO);
      expect(await countStored(direct, site.id)).toEqual(TWO_STORED);
      expect(await readUsage(direct, accountId, NOW_MS)).toBe(2);
    },
  );

  it('at a commit leaves the room to another request, once the key shows that nothing was stored', async () => {
    const { send, site, accountId } = await makeBackend(gateway, 'free');
    proxy.downAtNextQuestion('commit\0');
    expect(outcome(await send(TWO, { idempotencyKey: 'key' }))).toEqual(FAILED);
    await proxy.up();

    expect(outcome(await send(TWO))).toEqual(RECORDED_TWO);
    expect(outcome(await send(TWO, { idempotencyKey: 'key' }))).toMatchObject({ status: 429 });
    expect(await countStored(direct, site.id)).toEqual(TWO_STORED);
    expect(await readUsage(direct, accountId, NOW_MS)).toBe(2);
  });

  it('at a commit keeps the room of a request without a key: nothing shows whether it was stored until the usage is rebuilt', async () => {
    const { send, site, accountId } = await makeBackend(gateway);
    proxy.cutNextQuestion('commit\0');

    expect(outcome(await send(TWO))).toEqual(FAILED);
    expect(await readUsage(direct, accountId, NOW_MS)).toBe(2);
    expect(outcome(await send(TWO))).toEqual(RECORDED_TWO);
    expect(await readUsage(direct, accountId, NOW_MS)).toBe(4);
    await rebuild(direct, site.id);
    expect(await readUsage(direct, accountId, NOW_MS)).toBe(2);
  });
});

describe('connections that break again and again', () => {
  type Send = Awaited<ReturnType<typeof makeBackend>>['send'];
  const GRANTED = { status: 200, body: { recorded: 1, passed_over: 0 } };

  /** Four backends that each record ten requests, and repeat one until it is answered. */
  async function recordForty(send: Send, breakConnection: (n: number) => Promise<void> | void) {
    const ask = (n: number) => send([{ ...VISIT, page_path: `/${n}` }], { idempotencyKey: `key-${n}` });
    const persist = async (n: number) => {
      let answer = await ask(n);
      for (let tries = 1; answer.status === 500 && tries < 20; tries++) answer = await ask(n);
      return outcome(answer);
    };
    const answers: unknown[] = [];
    const recorders = Array.from({ length: 4 }, async (_, recorder) => {
      for (let round = 0; round < 10; round++) {
        answers.push(await persist(recorder * 10 + round));
        await breakConnection(recorder * 10 + round);
      }
    });
    await Promise.all(recorders);
    return answers;
  }

  it('during transactions leave each request with a key recorded once, and counted once', async () => {
    const { send, site, accountId } = await makeBackend(gateway);
    const texts = ['share_site', 'insert_collected', 'insert_events', 'add_to_days', 'add_to_buckets'];

    const answers = await recordForty(send, (n) => {
      if (n % 7 === 0) proxy.loseNextAnswer('commit\0');
      else if (n % 3 === 0) proxy.cutNextQuestion('commit\0');
      else proxy.cutNextQuestion(texts[n % texts.length] ?? '', 2);
    });
    proxy.cutNextQuestion('', 0);

    expect(answers).toEqual(answers.map(() => GRANTED));
    expect(await countStored(direct, site.id)).toEqual({ events: 40, inDays: 40, inBuckets: 40 });
    expect(await readUsage(direct, accountId, NOW_MS)).toBe(40);
    expect(await verify(direct, site.id)).toEqual({ sites: 1, drift: [], failed: [] });
  });

  it('at any moment leave each recorded once, and counted once after the usage is rebuilt', async () => {
    const { send, site, accountId } = await makeBackend(gateway);
    let cuts = 0;

    const answers = await recordForty(send, async (n) => {
      if (n % 3 !== 0) return;
      cuts++;
      await proxy.cut();
    });

    expect(answers).toEqual(answers.map(() => GRANTED));
    expect(await countStored(direct, site.id)).toEqual({ events: 40, inDays: 40, inBuckets: 40 });
    const usage = await readUsage(direct, accountId, NOW_MS);
    expect(usage).toBeGreaterThanOrEqual(40);
    // each cut can hit one reservation, for at most four requests
    expect(usage).toBeLessThanOrEqual(40 + 4 * cuts);
    await rebuild(direct, site.id);
    expect(await readUsage(direct, accountId, NOW_MS)).toBe(40);
    expect(await verify(direct, site.id)).toEqual({ sites: 1, drift: [], failed: [] });
  });
});
