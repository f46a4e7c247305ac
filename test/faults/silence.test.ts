import { type Transaction, sql } from 'kysely';
import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import { hashApiKey } from '../../src/domain/api-key.ts';
import { type Database, openDatabase } from '../../src/database/database.ts';
import type { Tables } from '../../src/database/tables.ts';
import { verify } from '../../src/operations/upkeep/verify.ts';
import { findKey } from '../../src/queries/api-keys.ts';
import { countByName } from '../../src/queries/stats.ts';
import { makeBackend, outcome, purchases } from '../collect/support.ts';
import { between, countStored, newSite } from '../queries/support.ts';
import { atEnd } from '../support/at-end.ts';
import { onPostgres } from '../support/fresh-database.ts';
import { NOW, startGateway, testDatabase } from '../support/gateway.ts';
import { botVisit, makeOwner, record } from '../support/makers.ts';
import { readUsage } from '../support/usage.ts';
import { type Proxy, startProxy } from './proxy.ts';

/** Of the tests that wait for them to pass; they try again if the machine is too slow for them. */
const SHORT_MS = 1_000;
/** Of the tests with a clock of their own, or with limits that must not pass. */
const LONG_MS = 30_000;

const TWO = purchases(2);

describe.runIf(onPostgres)('a connection that goes silent, beside others that do not,', () => {
  const direct = testDatabase();

  it.each(['share_site', 'share_account', 'insert_collected', 'insert_events', 'add_to_buckets', 'commit'])(
    'before "%s" holds up the collector until its limits have passed, and nothing is lost or doubled',
    async (question) => {
      const { db, proxy } = await openSilenceable(SHORT_MS);
      const { send, site, accountId } = await makeBackend(startGateway({ db }));
      await persist(() => send(TWO, { idempotencyKey: 'before' }));
      proxy.silenceAtNextQuestion(question);

      const answers = await Promise.all(
        Array.from({ length: 4 }, (_, n) => persist(() => send(TWO, { idempotencyKey: `key-${n}` }))),
      );

      expect(answers).toEqual(answers.map(() => ({ status: 200, body: { recorded: 2, passed_over: 0 } })));
      expect(await countStored(direct, site.id)).toEqual({ events: 10, inDays: 10, inBuckets: 10 });
      expect(await readUsage(direct, accountId, Date.parse(NOW))).toBeGreaterThanOrEqual(10);
      expect((await verify(direct, site.id)).drift.filter((found) => 'siteId' in found)).toEqual([]);
    },
  );

  it('after a commit was sent leaves its events stored once', async () => {
    const { db, proxy } = await openSilenceable(SHORT_MS);
    const { send, site } = await makeBackend(startGateway({ db }));
    proxy.silenceAfterNextQuestion('commit');

    const answer = await persist(() => send(TWO, { idempotencyKey: 'key' }));

    expect(answer).toEqual({ status: 200, body: { recorded: 2, passed_over: 0 } });
    expect(await countStored(direct, site.id)).toEqual({ events: 2, inDays: 2, inBuckets: 2 });
  });

  it('inside a transaction gives its locks back, even if its process never returns', async () => {
    const { db, proxy } = await openSilenceable(SHORT_MS);
    const abandoned = db.transaction().execute(async (tx) => {
      await lock(tx, 'abandoned');
      proxy.silence();
      await direct.transaction().execute((other) => lock(other, 'abandoned'));
      await lock(tx, 'abandoned');
    });

    await expect(abandoned).rejects.toThrow('the database did not answer within 2000 ms');
  });

  it('is not waited for at the next transaction, which ends its session', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { db, proxy } = await openSilenceable(LONG_MS);
    const silent = db.transaction().execute(async (tx) => {
      await lock(tx, 'silent');
      proxy.silence();
      const waiting = lock(tx, 'silent');
      await Promise.allSettled([waiting, vi.advanceTimersByTimeAsync(LONG_MS + 1_000)]);
      await waiting;
    });
    await expect(silent).rejects.toThrow('did not answer');

    await db.transaction().execute((tx) => lock(tx, 'silent'));
  });

  it('for a short read makes the next transaction take another connection', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { db, proxy } = await openSilenceable(LONG_MS);
    const { key } = await makeOwner(db);
    const find = () => findKey(db, hashApiKey(key));
    await Promise.all([find(), find()]);
    proxy.silence();
    const [found] = await Promise.all([find(), vi.advanceTimersByTimeAsync((LONG_MS + 1_000) / 2)]);

    expect(found).toMatchObject({ plan: 'pro' });
    await db.transaction().execute((tx) => sql`select 1`.execute(tx));
  });

  it('makes idle connections be replaced that are as old', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { db, proxy } = await openSilenceable(LONG_MS);
    const use = () => db.transaction().execute((tx) => sql`select 1`.execute(tx));
    await Promise.all([use(), use(), use()]);
    proxy.silence();
    const [silent] = await Promise.allSettled([use(), vi.advanceTimersByTimeAsync(LONG_MS + 1_000)]);

    expect(silent).toMatchObject({ status: 'rejected', reason: { name: 'NoAnswer' } });
    await Promise.all([use(), use(), use()]);
  });
});

describe.runIf(onPostgres)('reads', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('are retried once on another connection when theirs is silent for half of their time', async () => {
    const { db, proxy } = await openSilenceable(LONG_MS);
    const { key } = await makeOwner(db);
    const find = () => findKey(db, hashApiKey(key));
    await Promise.all([find(), find()]);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    proxy.silence();

    const reading = Promise.all(Array.from({ length: 10 }, find));
    await vi.advanceTimersByTimeAsync((LONG_MS + 1_000) / 2);

    expect((await reading).map((record) => record?.plan)).toEqual(Array.from({ length: 10 }, () => 'pro'));
  });

  it('short or long, fail a second after the limit of a statement when the database is silent', async () => {
    const { db, proxy } = await openSilenceable(LONG_MS);
    const site = await newSite(db);
    const { key } = await makeOwner(db);
    await record(db, site, [botVisit('2026-03-10T10:00:00Z')]);
    const reads = () => [
      findKey(db, hashApiKey(key)),
      countByName(db, site, between('2026-03-01', '2026-04-01')),
      countByName(db, site, between('2020-01-01', '2026-04-01')),
    ];
    await Promise.all(reads());
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    proxy.hang();

    const reading = Promise.allSettled(reads());
    await vi.advanceTimersByTimeAsync(LONG_MS + 1_000);

    expect((await reading).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  });
});

/** A pool of the product's behind a proxy, closed after the test. */
async function openSilenceable(statementTimeoutMs: number): Promise<{ db: Database; proxy: Proxy }> {
  const proxy = await startProxy(inject('database'));
  const db = openDatabase({ connection: proxy.connection, poolSize: 4, statementTimeoutMs });
  atEnd(async () => {
    vi.useRealTimers();
    // a silent connection is not closed in good order
    await proxy.cut();
    await db.destroy();
  });
  return { db, proxy };
}

/** Repeats a request for as long as the server fails, as a backend does. */
async function persist(send: () => Promise<Parameters<typeof outcome>[0]>) {
  let answer = await send();
  for (let tries = 1; answer.status >= 500 && tries < 30; tries++) answer = await send();
  return outcome(answer);
}

async function lock(tx: Transaction<Tables>, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(tx);
}
