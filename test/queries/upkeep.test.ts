import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, expect, it, vi } from 'vitest';
import { ALL_TIME } from '../../src/domain/date-range.ts';
import { DEFAULT_PLANS } from '../../src/domain/plan.ts';
import { DAY_MS, HOUR_MS } from '../../src/domain/time.ts';
import { byOperator } from '../../src/operations/owner/in-account.ts';
import { setRetention } from '../../src/operations/owner/site-changes.ts';
import { startUpkeep } from '../../src/operations/upkeep/upkeep.ts';
import type { Database } from '../../src/database/database.ts';
import { inTransaction } from '../../src/database/transaction.ts';
import { recordRequests } from '../../src/queries/collected-requests.ts';
import { moveBatch } from '../../src/queries/drain-batches.ts';
import { storeEvents } from '../../src/queries/record-events.ts';
import { insertSession, listSessions } from '../../src/queries/sessions.ts';
import { addRobotCounts } from '../../src/queries/unlisted-robots.ts';
import { insertShareLink, listShareLinks } from '../../src/queries/share-links.ts';
import { watchQueries } from '../support/asked-queries.ts';
import { freshDatabase, onCitus, openPool } from '../support/fresh-database.ts';
import { botVisit, record, recordCounted } from '../support/makers.ts';
import { PATIENTLY } from '../support/patience.ts';
import { countStored, newSite } from './support.ts';

const NOW = Date.parse('2028-03-01T00:30:00Z');

afterEach(() => {
  vi.useRealTimers();
});

it('deletes expired events and old requests, at the start and once an hour', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const db = openPool(await freshDatabase(), 2);
  const site = await newSite(db);
  await setRetention(byOperator(db, 0), site.id, 2);
  await record(db, site, [botVisit('2028-02-28T12:00:00Z'), botVisit('2028-02-29T12:00:00Z')]);
  await collect(db, site.id, 'older', NOW - 48 * HOUR_MS - 1);
  await collect(db, site.id, 'newer', NOW - 48 * HOUR_MS);
  const logged: string[] = [];
  const log = pino({}, { write: (line: string) => logged.push(line) });
  let nowMs = NOW;
  const upkeep = startUpkeep({ db, holder: 'server', plans: DEFAULT_PLANS, log, now: () => nowMs });

  await vi.waitUntil(async () => (await keysOf(db)).length === 1, PATIENTLY);
  expect(await keysOf(db)).toEqual(['newer']);
  expect(await countStored(db, site.id)).toEqual({ events: 1, inDays: 1, inBuckets: 1 });
  expect(logged.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { msg: 'events expired', siteId: site.id, before: '2028-02-29', events: 1 },
  ]);

  nowMs += 24 * HOUR_MS;
  await inMinutes(async () => (await keysOf(db)).length === 0);
  await upkeep.stop();
  expect(await countStored(db, site.id)).toMatchObject({ events: 0 });
  expect(vi.getTimerCount()).toBe(0);
});

it('folds what was recorded to closed days within a minute, and deletes within the hour', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const db = openPool(await freshDatabase(), 2);
  const site = await newSite(db);
  const done: number[] = [];
  let nowMs = NOW;
  const upkeep = startUpkeep({
    ...{ db, holder: 'server', plans: DEFAULT_PLANS, log: pino({ level: 'silent' }), now: () => nowMs },
    onDone: (atMs) => done.push(atMs),
  });
  await vi.waitUntil(() => done.length === 1, PATIENTLY);
  const visits = Array.from({ length: 500 }, () => botVisit('2028-02-28T12:00:00Z'));
  await recordCounted(db, site, visits);
  await collect(db, site.id, 'older', NOW - 48 * HOUR_MS - 1);
  const folded = async () =>
    (await db.selectFrom('site_block_pages').select('first_day').where('days', '=', 1).distinct().execute())
      .length;
  expect(await folded()).toBe(0);

  nowMs += 60_000;
  await inMinutes(async () => (await folded()) === 1);
  expect([await keysOf(db), done]).toEqual([['older'], [NOW]]);

  nowMs = NOW + HOUR_MS;
  await inMinutes(() => done.length === 2);
  expect([await keysOf(db), done]).toEqual([[], [NOW, NOW + HOUR_MS]]);
  await upkeep.stop();
  expect(vi.getTimerCount()).toBe(0);
});

it('logs a site that is not folded once an hour', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { db, asked } = watchQueries({ connection: await freshDatabase() });
  const site = await newSite(db);
  await recordCounted(db, site, [botVisit('2028-02-28T12:00:00Z')]);
  await sql`alter table folded_sites add check (until_day < '2028-01-01')`.execute(db);
  const logged: string[] = [];
  const log = pino({}, { write: (line: string) => logged.push(line) });
  let nowMs = NOW;
  const upkeep = startUpkeep({ db, holder: 'server', plans: DEFAULT_PLANS, log, now: () => nowMs });
  const looks = () => asked.filter(({ name }) => name === 'find_sites_to_fold').length;
  const untilLooked = (times: number) => inMinutes(() => looks() >= times);

  await vi.waitUntil(() => logged.length === 1, PATIENTLY);
  await untilLooked(3);
  expect(logged).toHaveLength(1);
  nowMs += HOUR_MS;
  await untilLooked(looks() + 2);
  await upkeep.stop();

  const failure = { level: 40, msg: 'days of a site not folded', siteId: site.id };
  expect(logged.map((line) => JSON.parse(line) as unknown)).toMatchObject([failure, failure]);
});

it('forgets the ids of requests seven whole days after the day on which they were recorded', async () => {
  const db = openPool(await freshDatabase(), 2);
  const sites = [await newSite(db), await newSite(db)];
  const times = ['2028-02-19T00:00:00Z', '2028-02-19T23:59:59.999Z', '2028-02-20T00:00:00Z'];
  for (const { id: siteId } of sites)
    for (const [n, at] of times.entries())
      await storeEvents(db, {
        ...{ siteId, slot: 0, nowMs: Date.parse(at) },
        events: [botVisit('2020-01-01T00:00:00Z', { requestDigest: String(n).padStart(32, '0') })],
      });

  const left: number[] = [];
  for (const at of ['2028-02-26T23:59:59.999Z', '2028-02-27T00:00:00Z', '2028-02-28T00:00:00Z']) {
    await keepUpOnce(db, Date.parse(at));
    left.push((await db.selectFrom('request_digests').select('digest').execute()).length);
  }

  expect(left).toEqual([6, 2, 0]);
});

it('keeps what is counted of robots as long as events', async () => {
  const db = openPool(await freshDatabase(), 2);
  const sites = [await newSite(db), await newSite(db)];
  const DAY = Date.parse('2028-02-28T00:00:00Z');
  for (const { id } of sites)
    for (const dayMs of [DAY, DAY + DAY_MS])
      await db
        .transaction()
        .execute((tx) =>
          addRobotCounts(tx, id, [{ dayMs, token: 'a', visits: 1, firstMs: dayMs, lastMs: dayMs }]),
        );
  const KEPT_DAYS = 30;
  for (const { id } of sites)
    await db.updateTable('sites').set({ retention_days: KEPT_DAYS }).where('id', '=', id).execute();
  const keptMs = KEPT_DAYS * DAY_MS;

  const left: number[] = [];
  for (const nowMs of [DAY + keptMs - 1, DAY + keptMs, DAY + keptMs + DAY_MS]) {
    await keepUpOnce(db, nowMs);
    left.push((await db.selectFrom('unlisted_robots').select('token').execute()).length);
  }

  expect(left).toEqual([4, 2, 0]);
});

it('forgets the batches of senders two days after they began to be recorded', async () => {
  const db = openPool(await freshDatabase(), 2);
  const sites = [await newSite(db), await newSite(db)];
  const atMs = [NOW - 48 * HOUR_MS - 1, NOW - 48 * HOUR_MS, NOW];
  for (const { id: siteId } of sites)
    for (const [n, startedMs] of atMs.entries()) {
      const batch = { siteId, key: String(n).padStart(32, '0') };
      await inTransaction(db, (tx) => moveBatch(tx, { batch, from: 0, to: 10, atMs: startedMs }));
    }

  const left: number[] = [];
  for (const nowMs of [NOW - 1, NOW, NOW + 48 * HOUR_MS + 1]) {
    await keepUpOnce(db, nowMs);
    left.push((await db.selectFrom('drain_batches').select('batch_key').execute()).length);
  }

  expect(left).toEqual([6, 4, 0]);
});

it('deletes the sessions that have ended, at the start and once an hour, however many there are', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const db = openPool(await freshDatabase(), 2);
  const endsAtMs = [...Array.from({ length: 1_001 }, () => NOW - 1), NOW, NOW + HOUR_MS, NOW + 2 * HOUR_MS];
  await insertSessions(db, endsAtMs);
  let nowMs = NOW;
  const upkeep = startUpkeep({
    db,
    holder: 'server',
    plans: DEFAULT_PLANS,
    log: pino({ level: 'silent' }),
    now: () => nowMs,
  });

  await vi.waitUntil(async () => (await endsOf(db)).length === 3, PATIENTLY);
  expect(await endsOf(db)).toEqual([NOW, NOW + HOUR_MS, NOW + 2 * HOUR_MS]);

  nowMs += HOUR_MS + 1;
  await inMinutes(async () => (await endsOf(db)).length === 1);
  await upkeep.stop();
  expect(await endsOf(db)).toEqual([NOW + 2 * HOUR_MS]);
});

it('deletes the share links that have expired', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const db = openPool(await freshDatabase(), 2);
  const { id: siteId, accountId } = await newSite(db);
  const link = {
    accountId,
    siteId,
    name: 'link',
    range: ALL_TIME,
    createdAtMs: 0,
    alerts: false,
    notes: false,
  };
  for (const expiresAtMs of [NOW - 1, NOW, NOW + HOUR_MS])
    await insertShareLink(db, { ...link, tokenHash: `hash ${expiresAtMs}`, expiresAtMs });
  const log = pino({ level: 'silent' });
  const upkeep = startUpkeep({ db, holder: 'server', plans: DEFAULT_PLANS, log, now: () => NOW });
  const expiries = async () => {
    const links = await listShareLinks(db, [siteId], 0);
    return links.map(({ expiresAtMs }) => expiresAtMs);
  };

  await vi.waitUntil(async () => (await expiries()).length < 3, PATIENTLY);
  await upkeep.stop();
  expect(await expiries()).toEqual([NOW + HOUR_MS, NOW]);
});

it.skipIf(onCitus)('logs a site that fails, and expires the others', async () => {
  const db = openPool(await freshDatabase(), 2);
  const sites = [await newSite(db), await newSite(db)];
  for (const site of sites) {
    await setRetention(byOperator(db, 0), site.id, 2);
    await record(db, site, [botVisit('2028-02-28T12:00:00Z')]);
  }
  const [bad, good] = sites.map(({ id }) => id);
  await sql`create function refuse() returns trigger language plpgsql as ${sql.lit(
    `begin if old.site_id = '${bad}' then raise exception 'too long'; end if; return old; end`,
  )}`.execute(db);
  await sql`create trigger refuse before delete on events for each row execute function refuse()`.execute(db);
  await collect(db, bad ?? '', 'older', NOW - 48 * HOUR_MS - 1);
  const logged: string[] = [];
  const log = pino({}, { write: (line: string) => logged.push(line) });

  const upkeep = startUpkeep({ db, holder: 'server', plans: DEFAULT_PLANS, log, now: () => NOW });
  await vi.waitUntil(async () => (await keysOf(db)).length === 0, PATIENTLY);
  await upkeep.stop();

  const lines = logged.map((line) => JSON.parse(line) as { siteId: string });
  expect(lines.toSorted((one) => (one.siteId === bad ? -1 : 1))).toMatchObject([
    { level: 40, msg: 'events of a site not expired', siteId: bad, before: '2028-02-29' },
    { level: 30, msg: 'events expired', siteId: good, before: '2028-02-29', events: 1 },
  ]);
});

it('logs failures, and stops', async () => {
  const db = openPool(await freshDatabase(), 1);
  await db.schema.dropTable('sites').execute();
  const logged: string[] = [];
  const log = pino({}, { write: (line: string) => logged.push(line) });

  const upkeep = startUpkeep({ db, holder: 'server', plans: DEFAULT_PLANS, log, now: () => NOW });
  await vi.waitUntil(() => logged.length === 8, PATIENTLY);
  await upkeep.stop();

  // the sites whose events and robots expire, whose requests, batches, hours of sources, ids and counts are old, and whose days are folded
  expect(logged.map((line) => JSON.parse(line) as unknown)).toMatchObject(
    Array.from({ length: 8 }, () => ({ level: 40, msg: 'upkeep failed' })),
  );
});

// Citus has no triggers
it.skipIf(onCitus)(
  'deletes the old requests of other sites while the worker of one is away, and logs that site',
  async () => {
    const db = openPool(await freshDatabase(), 1);
    const [away, kept] = [await newSite(db), await newSite(db)];
    for (const { id } of [away, kept]) await collect(db, id, 'old', NOW - 49 * HOUR_MS);
    await sql
      .raw(
        `create function fail() returns trigger language plpgsql as $$ begin
         if old.site_id = '${away.id}' then raise exception 'connection lost' using errcode = '08006'; end if;
         return old; end $$;
       create trigger fails before delete on collected_requests for each row execute function fail()`,
      )
      .execute(db);
    const logged: string[] = [];
    const log = pino({}, { write: (line: string) => logged.push(line) });

    const upkeep = startUpkeep({ db, holder: 'server', plans: DEFAULT_PLANS, log, now: () => NOW });
    await vi.waitUntil(async () => {
      const { rows } = await sql<{ id: string }>`select site_id as id from collected_requests`.execute(db);
      return logged.length > 0 && rows.length === 1 && rows[0]?.id === away.id;
    }, PATIENTLY);
    await upkeep.stop();

    expect(logged.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { level: 40, msg: 'requests of a site not deleted', siteId: away.id },
    ]);
  },
);

/** Lets minutes pass until the upkeep has come to it: what is due while it works waits for the next. */
async function inMinutes(isDone: () => boolean | Promise<boolean>): Promise<void> {
  await vi.waitUntil(() => {
    vi.advanceTimersByTime(60_000);
    return isDone();
  }, PATIENTLY);
}

async function keepUpOnce(db: Database, nowMs: number): Promise<void> {
  const log = pino({ level: 'silent' });
  await new Promise<void>((resolve) => {
    const parts = { db, holder: 'server', plans: DEFAULT_PLANS, log, now: () => nowMs };
    const upkeep = startUpkeep({ ...parts, onDone: () => void upkeep.stop().then(resolve) });
  });
}

async function collect(db: Database, siteId: string, keyHash: string, nowMs: number): Promise<void> {
  const idempotency = { keyHash, bodyHash: 'body' };
  await recordRequests(db, {
    siteId,
    slot: 0,
    nowMs,
    requests: [{ events: [], passedOver: 1, idempotency }],
  });
}

async function insertSessions(db: Database, endsAtMs: readonly number[]): Promise<void> {
  await inTransaction(db, async (tx) => {
    for (const [index, end] of endsAtMs.entries()) {
      const session = {
        accountId: 1,
        tokenHash: `hash ${index}`,
        userAgent: '',
        createdAtMs: 0,
        endsAtMs: end,
      };
      await insertSession(tx, session);
    }
  });
}

async function endsOf(db: Database): Promise<readonly number[]> {
  return (await listSessions(db, 1, 0)).map(({ endsAtMs }) => endsAtMs).toSorted((one, other) => one - other);
}

async function keysOf(db: Database): Promise<readonly string[]> {
  const rows = await db.selectFrom('collected_requests').select('key_hash').execute();
  return rows.map(({ key_hash }) => key_hash);
}
