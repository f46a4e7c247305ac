import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { NewEvent } from '../../src/domain/event.ts';
import { DAY_MS } from '../../src/domain/time.ts';
import { LogMoved } from '../../src/domain/recorded-log.ts';
import { startAttributionBeat } from '../../src/operations/recording/attribution-beat.ts';
import { type LogRequest, recordLog } from '../../src/operations/recording/record-events.ts';
import { sweepLandings } from '../../src/operations/upkeep/landings.ts';
import { createTurn } from '../../src/operations/upkeep/turn.ts';
import { verify } from '../../src/operations/upkeep/verify.ts';
import { findAttributionSince, noteAttribution } from '../../src/queries/attribution.ts';
import { countLandingPages, deleteLandings } from '../../src/queries/landings.ts';
import type { Database } from '../../src/database/database.ts';
import { CommitUnknown } from '../../src/database/transaction.ts';
import type { RecordingSite } from '../../src/queries/sites.ts';
import { freshDatabase, openPool } from '../support/fresh-database.ts';
import {
  buys,
  countLandings,
  lands,
  loseUnlogged,
  productsIn,
  recordingSite,
  startProcess,
} from './attribution-support.ts';

const NOW = Date.parse('2026-03-15T12:45:00Z');
const MINUTE = 60_000;
const LOST = Object.assign(new Error('the connection was lost'), { code: '08006' });

/** One that nobody else sweeps or loses. */
let db: Database;

beforeAll(async () => {
  db = openPool(await freshDatabase(), 4);
});

beforeEach(async () => {
  await loseUnlogged(db);
  await db.deleteFrom('attribution').execute();
});

/** The commit of the next transaction gets no answer, and has an effect. */
function losingAnAnswer(db: Database): Database {
  let isNext = true;
  return new Proxy(db, {
    get(target, name) {
      if (name === 'transaction' && isNext) {
        isNext = false;
        const execute: ReturnType<Database['transaction']>['execute'] = async (work) => {
          await target.transaction().execute(work);
          throw LOST;
        };
        return () => ({ execute });
      }
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

function linesOf(site: RecordingSite, events: readonly NewEvent[]): LogRequest {
  const log = { siteId: site.id, firstLine: 'line', copy: 0 };
  const at = (bytes: number) => ({ bytes, digest: String(bytes), readerState: null });
  const step = { log, from: at(0), to: at(9), path: '/access.log', modifiedAtMs: NOW };
  return { wanted: events.length, upTo: () => ({ events, step }) };
}

describe('after a crash of the database', () => {
  it.each(['record', 'collect'] as const)(
    'open landings are gone, and new ones are found by all processes, whatever they remember (%s)',
    async (how) => {
      const site = await recordingSite(db);
      const [first, second] = [startProcess({ db, nowMs: NOW }), startProcess({ db, nowMs: NOW })];
      await first[how](site, [lands('2026-03-15T12:00:00Z')]);
      await second[how](site, [buys('2026-03-15T12:01:00Z')]);

      await loseUnlogged(db);
      // each of them relies on a secret that is gone
      await first[how](site, [buys('2026-03-15T12:02:00Z')]);
      await second[how](site, [lands('2026-03-15T12:03:00Z', 'claude')]);
      await first[how](site, [buys('2026-03-15T12:04:00Z')]);

      expect(await productsIn(db, site)).toEqual(['chatgpt', null, 'claude']);
      expect(await verify(db, site.id)).toEqual({ sites: 1, drift: [], failed: [] });
      expect(await countLandings(db)).toBe(1);
    },
  );

  it('a follower has its own', async () => {
    const site = await recordingSite(db);
    const { record } = startProcess({ db, nowMs: NOW, by: 'follower' });
    await record(site, [lands('2026-03-15T12:00:00Z')]);
    await loseUnlogged(db);
    await record(site, [buys('2026-03-15T12:30:00Z')]);

    expect(await productsIn(db, site)).toEqual(['chatgpt']);
  });

  it('a follower has those whose commit got no answer', async () => {
    const site = await recordingSite(db);
    const process = startProcess({ db, nowMs: NOW, by: 'follower' });
    const request = linesOf(site, [lands('2026-03-15T12:00:00Z')]);
    const lost = recordLog({ ...process, db: losingAnAnswer(db) }, site, request);
    await expect(lost).rejects.toBeInstanceOf(CommitUnknown);
    await expect(recordLog(process, site, request)).rejects.toBeInstanceOf(LogMoved);

    await loseUnlogged(db);
    await process.record(site, [buys('2026-03-15T12:30:00Z')]);

    expect(await productsIn(db, site)).toEqual(['chatgpt']);
  });

  it('a follower that starts again is told what its log has', async () => {
    const site = await recordingSite(db);
    const { attribution, record } = startProcess({ db, nowMs: NOW, by: 'follower' });
    attribution.remember(site.id, [lands('2026-03-15T12:00:00Z'), buys('2026-03-15T12:00:00Z')]);
    await record(site, [buys('2026-03-15T12:30:00Z')]);

    expect(await productsIn(db, site)).toEqual(['chatgpt']);
  });
});

it('what is stored of a client is another number on each day and site, and no more than that', async () => {
  const sites = [await recordingSite(db), await recordingSite(db)];
  const { record } = startProcess({ db, nowMs: NOW });
  for (const site of sites)
    await record(site, [
      lands('2026-03-14T23:59:59.999Z'),
      lands('2026-03-15T00:00:00.000Z', 'claude'),
      lands('2026-03-15T00:00:00.000Z', 'gemini'),
    ]);

  const stored = await db
    .selectFrom('landings')
    .select(['client', 'landed_ms', 'ends_minute', 'source'])
    .orderBy('landed_ms')
    .execute();
  const ends = (NOW + 30 * MINUTE) / MINUTE;
  const rows = stored.map(({ landed_ms, ends_minute, source }) => ({ landed_ms, ends_minute, source }));
  expect(rows).toEqual([
    { landed_ms: 0, ends_minute: ends, source: 'gemini' },
    { landed_ms: 0, ends_minute: ends, source: 'gemini' },
    { landed_ms: DAY_MS - 1, ends_minute: ends, source: 'chatgpt' },
    { landed_ms: DAY_MS - 1, ends_minute: ends, source: 'chatgpt' },
  ]);
  expect(new Set(stored.map(({ client }) => String(client))).size).toBe(4);
  const days = await db.selectFrom('visitor_secrets').select('day').orderBy('day').execute();
  expect(days.map(({ day }) => day.slice(0, 10))).toEqual(['2026-03-14', '2026-03-15']);
});

describe('a sweep', () => {
  it('deletes what ended a minute ago, and a secret when the day after has ended', async () => {
    const site = await recordingSite(db);
    const { record } = startProcess({ db, nowMs: NOW + 1 });
    await record(site, [
      lands('2026-03-14T23:59:59.999Z'),
      lands('2026-03-15T12:45:00Z'),
      lands('2026-03-15T13:00:00Z'),
    ]);
    const states = [];
    for (const nowMs of [NOW + 32 * MINUTE - 1, NOW + 32 * MINUTE, NOW + 46 * MINUTE, NOW + DAY_MS]) {
      await sweepLandings(db, nowMs);
      const secrets = await db.selectFrom('visitor_secrets').select('day').execute();
      states.push([await countLandings(db), secrets.length]);
    }

    expect(states).toEqual([
      [3, 2],
      [1, 2],
      [0, 2],
      [0, 1],
    ]);
  });

  it('goes through all pages, however many there are', async () => {
    const site = await recordingSite(db);
    const times = Array.from({ length: 300 }, (_, n) => new Date(NOW + n).toISOString());
    const { record } = startProcess({ db, nowMs: NOW });
    await record(
      site,
      times.map((at) => lands(at)),
    );
    expect(await countLandings(db)).toBe(300);
    const pages = await countLandingPages(db);
    await deleteLandings(db, { firstPage: 1, pages: pages - 1, beforeMinute: NOW / MINUTE + 60 });
    const inFirst = await countLandings(db);
    expect([inFirst > 50, inFirst < 250]).toEqual([true, true]);

    await sweepLandings(db, NOW + 40 * MINUTE);

    expect(await countLandings(db)).toBe(0);
  });

  it('is done by a follower once a minute, while no server does the upkeep', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const site = await recordingSite(db);
    let nowMs = NOW;
    const process = startProcess({ db, nowMs: () => nowMs, by: 'follower' });
    await process.record(site, [lands('2026-03-15T12:45:00Z')]);
    const turn = createTurn(db, 'server', 'upkeep');
    await turn.take();
    nowMs += 40 * MINUTE;
    const beat = startAttributionBeat({ ...process, sweeps: true });
    await vi.waitUntil(async () => (await findAttributionSince(db)) !== null);
    await beat.stop();
    expect(await countLandings(db)).toBe(1);

    await turn.end();
    const next = startAttributionBeat({ ...process, sweeps: true });
    await vi.waitUntil(async () => (await countLandings(db)) === 0);
    await next.stop();
    vi.useRealTimers();

    expect(await findAttributionSince(db)).toBe(nowMs);
  });
});

it('since when conversions are looked up is noted by the first process, and ends with one that does not', async () => {
  const seen = [await findAttributionSince(db)];
  for (const [minutes, nowMs] of [
    [0, NOW],
    [30, NOW + 1],
    [60, NOW + 2],
    [0, NOW + 3],
    [30, NOW + 4],
  ] as const) {
    await noteAttribution(db, { minutes, nowMs });
    seen.push(await findAttributionSince(db));
  }

  expect(seen).toEqual([null, null, NOW + 1, NOW + 1, null, NOW + 4]);
});

describe('of two processes that record at once', () => {
  it('neither waits for the other for ever, and all that lands is found', async () => {
    const site = await recordingSite(db);
    const processes = [startProcess({ db, nowMs: NOW }), startProcess({ db, nowMs: NOW })];
    const clients = Array.from({ length: 40 }, (_, n) => `client ${n}`);
    const landings = clients.map((client) => lands('2026-03-15T12:00:00Z', 'claude', { client }));
    // the same rows, in opposite orders
    await Promise.all([
      processes[0]?.record(site, landings),
      processes[1]?.record(site, landings.toReversed()),
      sweepLandings(db, NOW),
    ]);
    await processes[0]?.record(
      site,
      clients.map((client) => buys('2026-03-15T12:30:00Z', { client })),
    );

    expect(await productsIn(db, site)).toEqual(clients.map(() => 'claude'));
  });
});
