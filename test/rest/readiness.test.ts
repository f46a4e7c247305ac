import { sql } from 'kysely';
import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import { openDatabase } from '../../src/database/database.ts';
import { makeBackend, purchases } from '../collect/support.ts';
import { startProxy } from '../faults/proxy.ts';
import { atEnd } from '../support/at-end.ts';
import { freshDatabase, onPostgres, openPool } from '../support/fresh-database.ts';
import { type TestGateway, startGateway } from '../support/gateway.ts';
import { makeOwner } from '../support/makers.ts';

const ranges = { updated_at: null };
const countries = { built_at: null };
const limits = { scope: 'process' };
const READY = { status: 'ready', readers: 'ready', writers: 'ready', limits, ranges, countries };

afterEach(() => {
  vi.useRealTimers();
});

describe('readiness', () => {
  it.each([
    ['53100', 'database disk is full'],
    ['53200', 'database fails to write'],
    ['58030', 'database fails to write'],
    ['25006', 'database is read-only'],
  ])('of writers is what requests met: %s', async (code, reason) => {
    const db = openPool(await freshDatabase(), 2);
    const gateway = startGateway({ db });
    const { send } = await makeBackend(gateway);
    const outage = {
      status: 'unavailable',
      reason,
      readers: 'ready',
      writers: 'unavailable',
      limits,
      ranges,
      countries,
    };

    const before = await look(gateway);
    await failRecording(gateway, code);
    expect((await send(purchases(1))).status).toBe(500);
    const failing = await look(gateway);
    await sql`drop trigger fail on usage`.execute(db);
    expect((await send(purchases(1))).status).toBe(200);

    expect([before, failing, await look(gateway)]).toEqual([
      [200, READY],
      [503, outage],
      [200, READY],
    ]);
  });

  it('shows when the address ranges of bots were updated, as long as the server runs', async () => {
    let updatedAtMs = Date.parse('2026-03-01T00:00:00Z');
    const gateway = startGateway({ rangesUpdatedAtMs: () => updatedAtMs });

    const before = await look(gateway);
    updatedAtMs += 1000;

    expect([before, await look(gateway)]).toEqual([
      [200, { ...READY, ranges: { updated_at: '2026-03-01T00:00:00.000Z' } }],
      [200, { ...READY, ranges: { updated_at: '2026-03-01T00:00:01.000Z' } }],
    ]);
  });

  it('of writers is tried again after half a minute without requests', async () => {
    const gateway = startGateway({ db: openPool(await freshDatabase(), 2) });
    const { send } = await makeBackend(gateway);
    await failRecording(gateway, '53100');
    await send(purchases(1));

    gateway.clock.advance(29_999);
    const failing = await look(gateway);
    gateway.clock.advance(1);

    expect([failing[0], (await look(gateway))[0]]).toEqual([503, 200]);
  });

  it('is not lost to a request that the database refuses, or that records nothing', async () => {
    const gateway = startGateway({ db: openPool(await freshDatabase(), 2) });
    const { send } = await makeBackend(gateway);
    await failRecording(gateway, '22003');
    expect((await send(purchases(1))).status).toBe(500);
    const refused = await look(gateway);
    await failRecording(gateway, '53100');
    await send(purchases(1));
    const ordinary = await send([{ type: 'request', method: 'GET', target: '/', status: 200 }]);

    expect(ordinary.status).toBe(200);
    expect([refused[0], (await look(gateway))[0]]).toEqual([200, 503]);
  });
});

describe.runIf(onPostgres)('readiness on a server', () => {
  it('of writers is lost on a server that is read-only, and that of readers is not', async () => {
    const connection = await freshDatabase();
    const { key } = await makeOwner(openPool(connection, 1));
    if (!('url' in connection)) throw new Error('a server has an address');
    const url = new URL(connection.url);
    url.searchParams.set('options', '-c default_transaction_read_only=on');
    const gateway = startGateway({ db: openPool({ url: url.href }, 2) });

    expect(await look(gateway)).toEqual([
      503,
      {
        status: 'unavailable',
        reason: 'database is read-only',
        readers: 'ready',
        writers: 'unavailable',
        limits,
        ranges,
        countries,
      },
    ]);
    expect((await gateway.rest('/api/v1/sites', key)).status).toBe(200);
  });

  it('is answered within two seconds when the database is silent, with one query for all who ask', async () => {
    const proxy = await startProxy(inject('database'));
    const asked: string[] = [];
    const db = openDatabase({
      connection: proxy.connection,
      poolSize: 2,
      statementTimeoutMs: 30_000,
      onQuery: ({ text }) => asked.push(text),
    });
    atEnd(async () => {
      await proxy.cut();
      await db.destroy();
    });
    const gateway = startGateway({ db });
    await look(gateway);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    proxy.hang();
    asked.length = 0;

    const looking = Promise.all(Array.from({ length: 20 }, () => lookOnce(gateway)));
    await vi.advanceTimersByTimeAsync(2_000);

    expect((await looking).map(([status]) => status)).toEqual(Array.from({ length: 20 }, () => 503));
    expect(asked).toHaveLength(1);
  });
});

type Look = readonly [number, { readonly reason?: string }];

async function lookOnce(gateway: TestGateway): Promise<Look> {
  const { status, body } = await gateway.rest('/health/ready', undefined);
  return [status, body];
}

/** Looks until the database has answered: on a busy machine it may not do so within the two seconds. */
async function look(gateway: TestGateway): Promise<Look> {
  return vi.waitUntil(
    async () => {
      const seen = await lookOnce(gateway);
      return seen[1].reason === 'database unreachable' ? undefined : seen;
    },
    { timeout: 60_000, interval: 0 },
  );
}

/**
 * Makes every recording fail as the database itself would. It does so at the usage, since Citus has no triggers on events.
 */
async function failRecording({ db }: TestGateway, code: string): Promise<void> {
  await sql`
    create or replace function fail() returns trigger language plpgsql as
    ${sql.lit(`begin raise exception 'a fault' using errcode = '${code}'; end`)}`.execute(db);
  await sql`create or replace trigger fail before insert on usage for each row execute function fail()`.execute(
    db,
  );
}
