import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { DEFAULT_PLANS } from '../../src/domain/plan.ts';
import { createGateway } from '../../src/gateway.ts';
import { createLimits } from '../../src/limits/limits.ts';
import { recordEvents } from '../../src/operations/recording/record-events.ts';
import { openDatabase } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrator.ts';
import { readUsage } from '../support/usage.ts';
import { findDrift } from '../../src/queries/verify-rollups.ts';
import { countStored } from '../queries/support.ts';
import { emptyDatabase, onPostgres, openPool } from '../support/fresh-database.ts';
import { NOW, OWNERS, startGateway, testDatabase } from '../support/gateway.ts';
import { createClient } from '../support/graphql-client/client.ts';
import { StatsDocument } from '../support/graphql-client/generated/graphql.ts';
import { botVisit, conversion, makeOwner, makeSite, record } from '../support/makers.ts';
import { PATIENTLY } from '../support/patience.ts';
import { startProxy } from './proxy.ts';

const POOL_SIZE = 4;
const AT = '2026-03-10T10:00:00.000Z';
const FAILURE = {
  error: 'Unexpected server failure. Retry with exponential backoff.',
  code: 'SERVER_ERROR',
};

const ranges = { updated_at: null };
const countries = { built_at: null };
const limits = { scope: 'process' };
const ABOUT = { limits, ranges, countries };
const READY = { status: 'ready', readers: 'ready', writers: 'ready', ...ABOUT };
const UNAVAILABLE = { status: 'unavailable', readers: 'unavailable', writers: 'unavailable', ...ABOUT };

const direct = testDatabase();
const proxy = await startProxy(inject('database'));
const lost: Error[] = [];
const db = openDatabase({
  connection: proxy.connection,
  poolSize: POOL_SIZE,
  // longer than a test may take: a request that is not answered at once fails its test
  statementTimeoutMs: 3_600_000,
  onConnectionLost: (error) => lost.push(error),
});
afterAll(() => db.destroy());
const gateway = startGateway({ db });
const { accountId, key } = await makeOwner(direct);
const site = await makeSite(direct, accountId);
await record(direct, site, [botVisit(AT)]);
const stats = `/api/v1/sites/${site.id}/stats`;

beforeEach(() => proxy.up());
afterEach(() => proxy.up());

describe('while the database is away', () => {
  it('every request is a 500 at once, and the next ones succeed by themselves when it is back', async () => {
    const before = await gateway.rest(stats, key);
    await proxy.down();
    const graphql = await createClient(gateway.fetch, key).ask(StatsDocument, { id: site.id });
    const rest = await Promise.all(Array.from({ length: 20 }, () => gateway.rest(stats, key)));

    expect(rest.map(({ status, body }) => ({ status, body: body as unknown }))).toEqual(
      rest.map(() => ({ status: 500, body: FAILURE })),
    );
    expect({ status: graphql.status, code: graphql.errors?.[0]?.extensions?.['code'] }).toEqual({
      status: 500,
      code: 'SERVER_ERROR',
    });

    await proxy.up();
    await vi.waitFor(async () => {
      expect((await gateway.rest('/health/ready', undefined)).status).toBe(200);
    }, PATIENTLY);
    const after = await gateway.rest(stats, key);
    expect({ status: after.status, body: after.body as unknown }).toEqual({
      status: 200,
      body: before.body as unknown,
    });
  });

  it('the cause is in the log, once for each request and under its id, and in no answer', async () => {
    await proxy.down();
    const answer = await gateway.rest(stats, key);

    const requestId = answer.headers.get('x-request-id');
    const causes = gateway
      .logged()
      .filter((line) => line['requestId'] === requestId && line['msg'] === 'request failed');
    expect(causes).toHaveLength(1);
    expect(JSON.stringify(causes)).toMatch(/ECONNREFUSED|ENOENT|EPIPE|ECONNRESET|Connection terminated/);
    expect(answer.body).toEqual(FAILURE);
  });

  it('the process is live, and ready only when the database is there', async () => {
    await proxy.down();
    const away = [
      await gateway.rest('/health/live', undefined),
      await gateway.rest('/health/ready', undefined),
    ];
    expect(away.map(({ status, body }) => ({ status, body: body as unknown }))).toEqual([
      { status: 200, body: { status: 'live' } },
      { status: 503, body: { ...UNAVAILABLE, reason: 'database unreachable' } },
    ]);

    await proxy.up();
    await vi.waitFor(async () => {
      const back = await gateway.rest('/health/ready', undefined);
      expect([back.status, back.body as unknown]).toEqual([200, READY]);
    }, PATIENTLY);
  });
});

describe('a connection that breaks', () => {
  it('while idle is reported and replaced, and no caller notices', async () => {
    const using = Array.from({ length: POOL_SIZE }, () =>
      db.transaction().execute((tx) => countStored(tx, '')),
    );
    await Promise.all(using);
    lost.length = 0;

    await proxy.cut();
    await vi.waitUntil(() => lost.length >= POOL_SIZE, PATIENTLY);

    const answers = await Promise.all(using.map(() => gateway.rest(stats, key)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  it('during a read causes one retry, and no caller notices', async () => {
    proxy.cutNextQuestion('count_by_name');

    const answers = await Promise.all(Array.from({ length: 20 }, () => gateway.rest(stats, key)));

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  });

  it('instead of returning rows causes one retry, and no caller notices', async () => {
    proxy.loseNextAnswer('find_key');

    expect((await gateway.rest(stats, key)).status).toBe(200);
  });

  it('again during the retry fails that one request with 500', async () => {
    proxy.cutNextQuestion('count_by_name', 2);

    expect((await gateway.rest(stats, key)).body).toEqual(FAILURE);
    expect((await gateway.rest(stats, key)).status).toBe(200);
  });

  it('between two statements of a transaction ends the transaction, not the process', async () => {
    lost.length = 0;
    const working = db.transaction().execute(async (tx) => {
      await countStored(tx, site.id);
      await proxy.cut();
      await vi.waitUntil(() => lost.length > 0, PATIENTLY);
      await countStored(tx, site.id);
    });

    await expect(working).rejects.toThrow(/not queryable|terminated/);
    expect((await gateway.rest(stats, key)).status).toBe(200);
  });
});

describe('recording over a bad connection', () => {
  const nowMs = Date.parse('2026-03-15T00:00:00Z');
  const recorder = { db, slot: 2, now: () => nowMs, plans: DEFAULT_PLANS };
  const batch = [botVisit(AT), conversion(AT, { eventValue: 0.1 })];

  it.each(['insert_events', 'add_to_days', 'add_to_buckets'])(
    'stores a batch once whose connection breaks at "%s"',
    async (statement) => {
      const own = await makeSite(direct, accountId);
      proxy.cutNextQuestion(statement);

      await recordEvents(recorder, { ...own, plan: 'pro' }, batch);

      expect(await countStored(direct, own.id)).toEqual({ events: 2, inDays: 2, inBuckets: 2 });
    },
  );

  it('stores a batch once, and counts it, when the answer to its commit is lost', async () => {
    const owner = await makeOwner(direct);
    const own = await makeSite(direct, owner.accountId);
    proxy.loseNextAnswer('commit\0');

    await expect(recordEvents(recorder, { ...own, plan: 'pro' }, batch)).rejects.toThrow(
      /terminated|not queryable/,
    );

    expect(await countStored(direct, own.id)).toEqual({ events: 2, inDays: 2, inBuckets: 2 });
    expect(await readUsage(direct, owner.accountId, nowMs)).toBe(2);
  });

  it('keeps rollups exact and loses nothing acknowledged while connections break under four writers', async () => {
    const own = await makeSite(direct, accountId);
    let [tried, acknowledged] = [0, 0];

    const writers = [0, 0, 1, 2].map(async (slot) => {
      for (let round = 1; round <= 12; round++) {
        tried += batch.length;
        const stored = await record(db, own, batch, slot).then(
          () => true,
          () => false,
        );
        if (stored) acknowledged += batch.length;
        if (round % 3 === 0) await proxy.cut();
      }
    });
    await Promise.all(writers);

    const stored = await countStored(direct, own.id);
    expect(acknowledged).toBeGreaterThan(0);
    expect(stored?.events).toBeGreaterThanOrEqual(acknowledged);
    expect(stored?.events).toBeLessThanOrEqual(tried);
    expect(await findDrift(direct, own.id)).toEqual([]);
  });
});

describe('a database that was not migrated', () => {
  it('makes the service not ready until it is, and again when a newer release takes something away', async () => {
    const empty = openPool(await emptyDatabase(), 2);
    const now = () => Date.parse(NOW);
    const limits = createLimits(now);
    const log = pino({ level: 'silent' });
    const parts = { db: empty, limits, plans: DEFAULT_PLANS, corsOrigins: [], log, now, ...OWNERS };
    const fresh = createGateway(parts);
    const ready = async () => {
      const answer = await fresh.fetch(new Request('http://site-traffic.test/health/ready'));
      return [answer.status, await answer.json()] as const;
    };

    const before = await ready();
    await migrate(empty);
    const migrated = await ready();
    const apply = (name: string) =>
      sql`insert into kysely_migration (name, timestamp) values (${name}, '')`.execute(empty);
    await apply('9998-adds-needs-0001');
    const newer = await ready();
    await apply('9999-takes-away-needs-9998');

    expect([before, migrated, newer, await ready()]).toEqual([
      [503, { ...UNAVAILABLE, reason: 'migrations pending' }],
      [200, READY],
      [200, { ...READY, warning: 'made by a newer release' }],
      [503, { ...UNAVAILABLE, reason: 'made by a newer release' }],
    ]);
  });
});

describe.runIf(onPostgres)('a server that ends sessions', () => {
  it('fails the requests under way at most, and serves the next', async () => {
    const shared = inject('database');
    if (!('url' in shared)) throw new Error('a server has an address');
    const url = new URL(shared.url);
    url.searchParams.set('application_name', 'doomed');
    const doomed = openPool({ url: url.href }, POOL_SIZE);
    const now = () => Date.parse(NOW);
    const limits = createLimits(now);
    const log = pino({ level: 'silent' });
    const served = createGateway({
      db: doomed,
      limits,
      plans: DEFAULT_PLANS,
      corsOrigins: [],
      log,
      now,
      ...OWNERS,
    });
    const ask = () =>
      served.fetch(
        new Request(`http://site-traffic.test${stats}`, { headers: { authorization: `Bearer ${key}` } }),
      );
    const endSessions = () =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity
          where application_name = 'doomed' and pid <> pg_backend_pid()`.execute(direct);

    for (let round = 0; round < 5; round++) {
      const asking = Array.from({ length: 8 }, ask);
      await endSessions();
      const statuses = (await Promise.all(asking)).map(({ status }) => status);
      expect(statuses.filter((status) => status !== 200 && status !== 500)).toEqual([]);
    }

    await vi.waitFor(async () => {
      const answers = await Promise.all(Array.from({ length: 8 }, ask));
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    }, PATIENTLY);
  });
});
