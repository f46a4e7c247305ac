import { hash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { verify } from '../../src/operations/upkeep/verify.ts';
import { deleteOldRequests } from '../../src/queries/collected-requests.ts';
import { reserveUsage } from '../../src/queries/usage.ts';
import { DAY_MS, HOUR_MS } from '../../src/domain/time.ts';
import { DEFAULT_PLANS } from '../../src/domain/plan.ts';
import { countStored } from '../queries/support.ts';
import { onCitus, onPostgres } from '../support/fresh-database.ts';
import { NOW, startGateway } from '../support/gateway.ts';
import { makeKey, makeSite } from '../support/makers.ts';
import { readUsage } from '../support/usage.ts';
import { PATIENTLY } from '../support/patience.ts';
import { VISIT, makeBackend, outcome, pathOf, purchases } from './support.ts';

const TWO_A_MONTH = {
  ...DEFAULT_PLANS,
  free: { ...DEFAULT_PLANS.free, eventsPerMonth: 2 },
};
const gateway = startGateway({ plans: TWO_A_MONTH });
const second = startGateway({ plans: TWO_A_MONTH });
const { db } = gateway;
const NOW_MS = Date.parse(NOW);

const RECORDED_TWO = { status: 200, body: { recorded: 2, passed_over: 0 } };
const TWO = purchases(2);
const KEY = 'c2f5a1e0-batch-1';
const REUSED = {
  status: 422,
  body: {
    error: 'This Idempotency-Key was already used with a different body. Use a new key for each new body.',
    code: 'IDEMPOTENCY_KEY_REUSED',
  },
};

describe('a repeat', () => {
  it('is recognised whatever its compression', async () => {
    const { send, site } = await makeBackend(gateway);
    const packed = { headers: { 'Content-Encoding': 'gzip' }, idempotencyKey: KEY };
    const text = JSON.stringify(TWO);

    const answers = [
      await send(gzipSync(text, { level: 1 }), packed),
      await send(gzipSync(text, { level: 9 }), packed),
      await send(text, { idempotencyKey: KEY }),
    ];

    expect(answers.map(outcome)).toEqual([RECORDED_TWO, RECORDED_TWO, RECORDED_TWO]);
    expect(await countStored(db, site.id)).toMatchObject({ events: 2 });
  });

  it('gets the answer of the first, is marked as replayed, and records nothing', async () => {
    const { send, site, accountId } = await makeBackend(gateway);
    const body = [...TWO, { type: 'request', method: 'GET', target: '/', status: 200 }];
    const first = await send(body, { idempotencyKey: KEY });
    gateway.clock.advance(DAY_MS);
    const repeats = [
      await send(body, { idempotencyKey: KEY }),
      await send(body, { idempotencyKey: `"${KEY}"`, by: second }),
    ];
    gateway.clock.set(NOW);

    expect([first.text, first.headers.get('idempotency-replayed')]).toEqual([
      '{"recorded":2,"passed_over":1}',
      null,
    ]);
    expect(
      repeats.map(({ status, text, headers }) => [status, text, headers.get('idempotency-replayed')]),
    ).toEqual(repeats.map(() => [200, first.text, 'true']));
    expect(await countStored(db, site.id)).toEqual({ events: 2, inDays: 2, inBuckets: 2 });
    expect(await readUsage(db, accountId, NOW_MS)).toBe(2);
  });

  it('is answered at a spent quota', async () => {
    const { send } = await makeBackend(gateway, 'free');
    expect(outcome(await send(TWO, { idempotencyKey: KEY }))).toEqual(RECORDED_TWO);

    expect(outcome(await send(VISIT))).toMatchObject({ status: 429, body: { code: 'LIMIT_EXCEEDED' } });
    expect(outcome(await send(TWO, { idempotencyKey: KEY }))).toEqual(RECORDED_TWO);
  });

  it('with another body is refused, at a spent quota too', async () => {
    const { send, site } = await makeBackend(gateway, 'free');
    await send(TWO, { idempotencyKey: KEY });

    expect(outcome(await send([VISIT], { idempotencyKey: KEY }))).toEqual(REUSED);
    expect(outcome(await send(`${JSON.stringify(TWO)} `, { idempotencyKey: KEY }))).toEqual(REUSED);
    expect(await countStored(db, site.id)).toMatchObject({ events: 2 });
  });

  it('of a failed request is treated as the first', async () => {
    const { send, accountId } = await makeBackend(gateway, 'free');
    const three = purchases(3);
    expect(outcome(await send('{', { idempotencyKey: KEY }))).toMatchObject({ status: 400 });
    expect(outcome(await send(three, { idempotencyKey: KEY }))).toMatchObject({ status: 429 });

    expect(outcome(await send(TWO, { idempotencyKey: KEY }))).toEqual(RECORDED_TWO);
    expect(await readUsage(db, accountId, NOW_MS)).toBe(2);
  });

  it('is recognised within its site only', async () => {
    const { send, accountId } = await makeBackend(gateway);
    const other = await makeSite(db, accountId);
    const { key } = await makeKey(db, accountId, other.id);
    await send(TWO, { idempotencyKey: KEY });

    const answer = await gateway.rest(pathOf(other.id), key, {
      method: 'POST',
      body: JSON.stringify(VISIT),
      headers: { 'Idempotency-Key': KEY },
    });

    expect([outcome(answer), answer.headers.get('idempotency-replayed')]).toEqual([
      { status: 200, body: { recorded: 1, passed_over: 0 } },
      null,
    ]);
  });
});

describe('a request that records nothing', () => {
  it('stores no row, however many keys it comes with, and repeats answer the same', async () => {
    const { send, site } = await makeBackend(gateway);
    const ordinary = { type: 'request', method: 'GET', target: '/', status: 200 };

    const answers = [];
    for (const body of [[], ordinary, [ordinary, ordinary]])
      for (const idempotencyKey of ['one', 'one', 'two']) answers.push(await send(body, { idempotencyKey }));

    const answer = (passedOver: number) => ({ status: 200, body: { recorded: 0, passed_over: passedOver } });
    expect(answers.map(outcome)).toEqual([0, 1, 2].flatMap((n) => [answer(n), answer(n), answer(n)]));
    const { rows } = await sql`select 1 from collected_requests where site_id = ${site.id}`.execute(db);
    expect(rows).toEqual([]);
  });

  it('leaves its key free, but does not pass under the key of another', async () => {
    const { send } = await makeBackend(gateway);

    await send([], { idempotencyKey: KEY });
    expect(outcome(await send(TWO, { idempotencyKey: KEY }))).toEqual(RECORDED_TWO);
    expect(outcome(await send([], { idempotencyKey: KEY }))).toEqual(REUSED);
  });
});

describe('twenty requests with one key at once', () => {
  it.each([
    ['at one process', [gateway]],
    ['at two processes', [gateway, second]],
  ])('%s are recorded once and get the same answer', async (_, gateways) => {
    const { send, site, accountId } = await makeBackend(gateway);

    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => {
        const by = gateways[n % gateways.length] ?? gateway;
        return send(TWO, { idempotencyKey: KEY, by });
      }),
    );

    expect(answers.map(outcome)).toEqual(answers.map(() => RECORDED_TWO));
    expect(answers.filter(({ headers }) => headers.get('idempotency-replayed') === null)).toHaveLength(1);
    expect(await countStored(db, site.id)).toEqual({ events: 2, inDays: 2, inBuckets: 2 });
    expect(await readUsage(db, accountId, NOW_MS)).toBe(2);
    expect(await verify(db, site.id)).toEqual({ sites: 1, drift: [], failed: [] });
  });

  it('are recorded once when the month has room for one', async () => {
    const { send, site, accountId } = await makeBackend(gateway, 'free');

    const answers = await Promise.all(Array.from({ length: 20 }, () => send(TWO, { idempotencyKey: KEY })));

    expect(answers.map(outcome)).toEqual(answers.map(() => RECORDED_TWO));
    expect(await countStored(db, site.id)).toEqual({ events: 2, inDays: 2, inBuckets: 2 });
    expect(await readUsage(db, accountId, NOW_MS)).toBe(2);
  });

  it('at two processes are recorded once when the month has room for one', async () => {
    const { send, site, accountId } = await makeBackend(gateway, 'free');

    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => send(TWO, { idempotencyKey: KEY, by: n % 2 ? gateway : second })),
    );

    expect(answers.map(outcome)).toEqual(answers.map(() => RECORDED_TWO));
    expect(await countStored(db, site.id)).toEqual({ events: 2, inDays: 2, inBuckets: 2 });
    expect(await readUsage(db, accountId, NOW_MS)).toBe(2);
  });

  it('and two bodies record the body that came first, and refuse the other', async () => {
    const { send, site } = await makeBackend(gateway);
    const bodies = [TWO, [VISIT]];

    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        send(bodies[n % 2], { idempotencyKey: KEY, by: n % 4 < 2 ? gateway : second }),
      ),
    );

    const stored = await countStored(db, site.id);
    const winner = stored?.events === 2 ? 0 : 1;
    const granted = { status: 200, body: { recorded: stored?.events, passed_over: 0 } };
    expect(answers.map(outcome)).toEqual(answers.map((_, n) => (n % 2 === winner ? granted : REUSED)));
    expect([1, 2]).toContain(stored?.events);
  });

  it('for each of twenty keys record each once, without a deadlock', async () => {
    const { send, site, accountId } = await makeBackend(gateway);
    const keys = Array.from({ length: 20 }, (_, n) => `key-${n}`);
    const forwards = keys.map((key) => send([{ ...VISIT, page_path: `/${key}` }], { idempotencyKey: key }));
    const backwards = keys
      .toReversed()
      .map((key) => send([{ ...VISIT, page_path: `/${key}` }], { idempotencyKey: key, by: second }));

    const answers = await Promise.all([...forwards, ...backwards]);

    expect(answers.map(outcome)).toEqual(
      answers.map(() => ({ status: 200, body: { recorded: 1, passed_over: 0 } })),
    );
    expect(await countStored(db, site.id)).toEqual({ events: 20, inDays: 20, inBuckets: 20 });
    expect(await readUsage(db, accountId, NOW_MS)).toBe(20);
  });
});

// an open transaction holds up everybody on the embedded database
describe.runIf(onPostgres)('a request that another process is just recording', () => {
  it.each<[string, number]>([
    ['is waited for', 0],
    ['is waited for at a spent quota', 2],
  ])('%s, and gets the same answer', async (_, used) => {
    const { send, site, accountId } = await makeBackend(gateway, 'free');
    // the room of the request that is being recorded
    if (used > 0) await reserveUsage(db, { accountId, nowMs: NOW_MS, events: used }, used);
    const waiting = await db.transaction().execute(async (tx) => {
      await tx
        .insertInto('collected_requests')
        .values({
          site_id: site.id,
          key_hash: sha256(KEY),
          body_hash: sha256(JSON.stringify(TWO)),
          recorded: 2,
          passed_over: 0,
          created_at: NOW,
        })
        .execute();
      const asked = send(TWO, { idempotencyKey: KEY });
      await vi.waitUntil(() => isWaited(), PATIENTLY);
      return { asked };
    });

    const answer = await waiting.asked;
    expect([outcome(answer), answer.headers.get('idempotency-replayed')]).toEqual([RECORDED_TWO, 'true']);
    expect(await countStored(db, site.id)).toMatchObject({ events: 0 });
  });
});

describe('the header', () => {
  it.each([
    '!',
    '~'.repeat(255),
    '"quoted"',
    '"\\"quotes\\"\\\\"',
    '8e03978e-40d5-43dd-bc93-6894a57f9324',
    `"${'k'.repeat(255)}"`,
  ])('may be %j', async (idempotencyKey) => {
    const { send } = await makeBackend(gateway);

    expect(outcome(await send(TWO, { idempotencyKey }))).toEqual(RECORDED_TWO);
    expect((await send(TWO, { idempotencyKey })).headers.get('idempotency-replayed')).toBe('true');
  });

  it.each([
    '',
    '""',
    'a b',
    'a, b',
    '"a b"',
    'é',
    '"open',
    '"a"b',
    '"a";p=1',
    '"a\\b"',
    'k'.repeat(256),
    `"${'k'.repeat(256)}"`,
  ])('may not be %j', async (idempotencyKey) => {
    const { send, site } = await makeBackend(gateway);

    const { status, body } = await send(TWO, { idempotencyKey });

    expect([status, body]).toEqual([
      400,
      {
        error: expect.stringMatching(
          /^Idempotency-Key must be 1 to 255 visible ASCII characters, in quotes or bare; got ".*"\.$/,
        ) as string,
        code: 'INVALID_PARAMETER',
      },
    ]);
    expect(await countStored(db, site.id)).toMatchObject({ events: 0 });
  });
});

describe('forgetting old requests', () => {
  it('starts with the oldest, in small steps, and keeps those that are recent enough', async () => {
    const old = startGateway({ now: '1990-01-01T00:00:00Z' });
    const { send, site } = await makeBackend(old);
    for (let n = 0; n < 5; n++) {
      await send(TWO, { idempotencyKey: `key-${n}`, by: old });
      old.clock.advance(HOUR_MS);
    }
    const beforeMs = Date.parse('1990-01-01T04:00:00Z');
    const steps = [
      await deleteOldRequests(db, site.id, beforeMs, 3),
      await deleteOldRequests(db, site.id, beforeMs, 3),
      await deleteOldRequests(db, site.id, beforeMs, 3),
    ];
    const replayed = async (n: number) =>
      (await send(TWO, { idempotencyKey: `key-${n}`, by: old })).headers.get('idempotency-replayed');

    expect([steps, await replayed(4), await replayed(3)]).toEqual([[3, 1, 0], 'true', null]);
  });
});

function sha256(text: string): string {
  return hash('sha256', text, 'hex');
}

/** Whether somebody waits for a transaction in order to insert a request. */
async function isWaited(): Promise<boolean> {
  const waits = onCitus
    ? sql`select 1 from citus_lock_waits where blocked_statement like '%insert into collected_requests%'`
    : sql`select 1 from pg_stat_activity
          where wait_event = 'transactionid' and query like '%insert into collected_requests%'
            and datname = current_database()`;
  const { rows } = await waits.execute(db);
  return rows.length > 0;
}
