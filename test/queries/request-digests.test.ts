import { sql } from 'kysely';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { type Database, openDatabase } from '../../src/database/database.ts';
import type { NewEvent } from '../../src/domain/event.ts';
import { LogMoved } from '../../src/domain/recorded-log.ts';
import { DEFAULT_PLANS, type PlanCatalogue } from '../../src/domain/plan.ts';
import type { CollectedRequest } from '../../src/queries/collected-requests.ts';
import { createCommitter } from '../../src/operations/recording/committer.ts';
import { reserve } from '../../src/operations/recording/quota.ts';
import {
  type LogRequest,
  type Recorder,
  recordEvents,
  recordLog,
} from '../../src/operations/recording/record-events.ts';
import { deleteEventsBefore } from '../../src/operations/upkeep/retention.ts';
import { verify } from '../../src/operations/upkeep/verify.ts';
import type { RecordingSite } from '../../src/queries/sites.ts';
import { digestOfRequest } from '../../src/recording/request-digest.ts';
import { watchQueries } from '../support/asked-queries.ts';
import { freshDatabase, onPostgres, openPool } from '../support/fresh-database.ts';
import { testDatabase } from '../support/gateway.ts';
import { botVisit, conversion, makeOwner, makeSite, referral } from '../support/makers.ts';
import { readUsage } from '../support/usage.ts';
import { countStored, deadlocksIn } from './support.ts';

const db = testDatabase();
const NOW_MS = Date.parse('2028-02-20T12:00:00Z');
const AT = '2028-02-20T11:00:00Z';
const PLANS: PlanCatalogue = { ...DEFAULT_PLANS, free: { ...DEFAULT_PLANS.free, eventsPerMonth: 25 } };

describe('requests with ids', () => {
  it('are recorded once, in one batch and in several, and repeats count in no month', async () => {
    const site = await freeSite(db);

    const first = await record(site, [...visits(0, 3), ...visits(2, 4), botVisit(AT)]);
    const second = await record(site, [...visits(1, 6), botVisit(AT)]);
    const third = await record(site, visits(0, 6));

    expect([first, second, third]).toEqual([
      { events: 5, repeats: 1 },
      { events: 3, repeats: 3 },
      { events: 0, repeats: 6 },
    ]);
    await expectRecorded(db, site, 8);
  });

  it('are recorded once in each site', async () => {
    const [one, other] = [await freeSite(db), await freeSite(db)];

    for (const site of [one, other])
      expect(await record(site, visits(0, 2))).toEqual({ events: 2, repeats: 0 });
  });

  it('keep both events of a request that is a referral and a conversion', async () => {
    const site = await freeSite(db);
    const both = [referral(AT, withId('a')), conversion(AT, withId('a'))];

    expect(await record(site, [...both, ...both])).toEqual({ events: 2, repeats: 1 });
    expect(await record(site, both)).toEqual({ events: 0, repeats: 1 });
    await expectRecorded(db, site, 2);
  });

  it('cost two statements, and those without ids none', async () => {
    const site = await freeSite(db);
    const { db: watched, asked } = watchQueries();

    await recordEvents({ ...recorder(), db: watched }, site, [botVisit(AT), botVisit(AT)]);
    const without = asked.map(({ name }) => name);
    await recordEvents({ ...recorder(), db: watched }, site, visits(0, 2));
    const withIds = asked.slice(without.length).map(({ name }) => name);

    expect(without.filter((name) => name?.includes('digest') === true)).toEqual([]);
    expect(withIds.filter((name) => !without.includes(name))).toEqual([
      'find_request_digests',
      'insert_request_digests',
    ]);
  });
});

describe('a month that is full, or nearly', () => {
  it('takes repeats, and of the rest what fits, with the repeats between and behind it', async () => {
    const site = await freeSite(db);
    await record(site, visits(0, 20));
    const lines = [...visits(0, 10), ...visits(20, 25), ...visits(5, 10), ...visits(25, 30)];

    const part = await record(site, lines);
    const repeated = await record(site, lines.slice(0, 20));
    const rest = await record(site, lines);

    expect(part).toEqual({ events: 5, repeats: 15, lines: 20 });
    expect([repeated, rest]).toEqual([
      { events: 0, repeats: 20 },
      { events: 0, repeats: 20, lines: 20 },
    ]);
    await expectRecorded(db, site, 25);
  });

  it('never splits a request', async () => {
    const site = await freeSite(db);
    await record(site, visits(0, 24));
    const both = [referral(AT, withId('a')), conversion(AT, withId('a'))];

    // a line is never split either
    const upTo = (room: number) => ({
      events: room < 3 ? visits(0, Math.min(1, room)) : [...visits(0, 1), ...both],
    });
    const recorded = await recordLog(recorder(), site, {
      wanted: 3,
      upTo: (room) => ({ ...upTo(room), step: undefined }),
    });

    expect(recorded).toMatchObject({ events: [], repeats: 1 });
    await expectRecorded(db, site, 24);
  });
});

describe('a batch that fails', () => {
  it('leaves no digest, so that its requests can be recorded', async () => {
    const site = await freeSite(db);
    const bad = botVisit(AT, { ...withId('bad'), pagePath: '/\0' });

    await expect(record(site, [...visits(0, 3), bad])).rejects.toMatchObject({ code: '22021' });

    expect(await digestsOf(db, site)).toBe(0);
    expect(await record(site, visits(0, 3))).toEqual({ events: 3, repeats: 0 });
    await expectRecorded(db, site, 3);
  });

  it('keeps its room while it may be stored, and gives back what is left once its log has moved', async () => {
    const site = await freeSite(db);
    const log = { siteId: site.id, firstLine: 'line', copy: 0 };
    const at = (bytes: number) => ({ bytes, digest: String(bytes), readerState: null });
    const step = { log, from: at(0), to: at(9), path: '/access.log', modifiedAtMs: NOW_MS };
    const request: LogRequest = { wanted: 5, upTo: () => ({ events: visits(0, 5), step }) };
    await record(site, visits(0, 2));

    // as after a commit without an answer that had no effect
    request.reservation = await roomFor(site, 5);
    request.mayBeStored = true;
    const recorded = await recordLog(recorder(), site, request);

    expect(recorded).toMatchObject({ events: { length: 3 }, repeats: 2 });
    await expectRecorded(db, site, 5);
    // as after a commit without an answer that had an effect: its requests are repeats now, and use the room
    request.mayBeStored = true;
    await expect(recordLog(recorder(), site, request)).rejects.toBeInstanceOf(LogMoved);
    await expectRecorded(db, site, 5);
  });
});

describe('the collector', () => {
  it('records what requests that arrive together have in common once, and passes the rest over', async () => {
    const site = await freeSite(db);
    const collect = collectorOf(db, site);

    const outcomes = await Promise.all([
      collect({ events: [...visits(0, 2), ...visits(1, 2)], passedOver: 1 }),
      collect({ events: visits(1, 3), idempotency: { keyHash: 'a', bodyHash: 'a' } }),
      collect({ events: visits(0, 3) }),
      collect({ events: visits(1, 3), idempotency: { keyHash: 'a', bodyHash: 'a' } }),
    ]);

    expect(outcomes).toEqual([
      { kind: 'stored', recorded: 2, passedOver: 2 },
      { kind: 'stored', recorded: 1, passedOver: 1 },
      { kind: 'stored', recorded: 0, passedOver: 3 },
      { kind: 'replayed', recorded: 1, passedOver: 1 },
    ]);
    await expectRecorded(db, site, 3);
  });

  it('knows what a log has recorded, and the other way round', async () => {
    const site = await freeSite(db);
    await record(site, visits(0, 2));

    expect(await collectorOf(db, site)({ events: visits(0, 3) })).toMatchObject({
      recorded: 1,
      passedOver: 2,
    });
    expect(await record(site, visits(1, 4))).toEqual({ events: 1, repeats: 2 });
    await expectRecorded(db, site, 4);
  });

  it('accepts repeats in a month that is full', async () => {
    const site = await freeSite(db);
    await record(site, visits(0, 25));
    const collect = collectorOf(db, site);

    expect(await collect({ events: visits(20, 25) })).toEqual({ kind: 'stored', recorded: 0, passedOver: 5 });
    expect(await collect({ events: visits(20, 26) })).toEqual({ kind: 'over-quota' });
    await expectRecorded(db, site, 25);
  });

  it('records a request whose twin had no room', async () => {
    const site = await freeSite(db);
    const collect = collectorOf(db, site);

    const outcomes = await Promise.all([
      collect({ events: [botVisit(AT)] }),
      collect({ events: visits(0, 25) }),
      collect({ events: visits(0, 20) }),
    ]);

    expect(outcomes).toEqual([
      { kind: 'stored', recorded: 1, passedOver: 0 },
      { kind: 'over-quota' },
      { kind: 'stored', recorded: 20, passedOver: 0 },
    ]);
    await expectRecorded(db, site, 21);
  });
});

it('loses and doubles none of what eight writers record at once, in any order, by log and collector', async () => {
  const connection = onPostgres ? await freshDatabase() : inject('database');
  const pools = [openPool(connection, 4), openPool(connection, 4)];
  const [own = db] = pools;
  const { accountId } = await makeOwner(own);
  const site = { ...(await makeSite(own, accountId)), plan: 'pro' } as const;

  await Promise.all(
    Array.from({ length: 8 }, async (_, writer) => {
      const pool = pools[writer % 2] ?? own;
      const collect = collectorOf(pool, site, writer);
      for (let round = 0; round < 6; round++) {
        const from = round * 10 + ((writer * 7) % 20);
        const events = writer % 3 === 0 ? visits(from, from + 30).toReversed() : visits(from, from + 30);
        if (writer % 2 === 0) await recordLog({ ...recorder(writer), db: pool }, site, logOf(events));
        else expect(await collect({ events })).toMatchObject({ kind: 'stored' });
      }
    }),
  );

  const { rows } = await sql<{ paths: number }>`
    select count(distinct page_path) as paths from events where site_id = ${site.id}`.execute(own);
  const ids = 5 * 10 + 15 + 30;
  expect(rows).toEqual([{ paths: ids }]);
  await expectRecorded(own, site, ids);
  for (const pool of pools) await pool.destroy();
  if (onPostgres) expect(await deadlocksIn(openPool(connection, 1))).toBe(0);
});

it('forgets the requests of days whose events are deleted, so that their logs can be imported again', async () => {
  const site = await freeSite(db);
  const late = visits(10, 12, '2028-02-21T00:00:00Z');
  await record(site, [...visits(0, 3, '2028-02-20T23:59:59.999Z'), ...late]);

  expect(await deleteEventsBefore(db, site.id, '2028-02-21')).toBe(3);

  expect(await digestsOf(db, site)).toBe(2);
  expect(await record(site, [...visits(0, 3), ...late])).toEqual({ events: 3, repeats: 2 });
});

it('counts no request twice that was recorded to a deleted day before the requests were forgotten', async () => {
  const site = await freeSite(db);
  await record(site, visits(0, 3));
  const late = visits(3, 5);
  let recorded: unknown;
  const watched = openDatabase({
    connection: inject('database'),
    poolSize: 1,
    statementTimeoutMs: 30_000,
    async aroundQuery({ text }, send) {
      if (text.includes('gone as')) recorded ??= await record(site, late);
      return send();
    },
  });
  onTestFinished(() => watched.destroy());

  expect(await deleteEventsBefore(watched, site.id, '2028-02-21')).toBe(5);
  expect(recorded).toEqual({ events: 2, repeats: 0 });

  for (const expected of [
    { events: 2, repeats: 0 },
    { events: 0, repeats: 2 },
  ])
    expect(await record(site, late)).toEqual(expected);
  expect(await countStored(db, site.id)).toEqual({ events: 2, inDays: 2, inBuckets: 2 });
});

function visits(from: number, until: number, at = AT): readonly NewEvent[] {
  return Array.from({ length: until - from }, (_, n) =>
    botVisit(at, { pagePath: `/${from + n}`, ...withId(`${from + n}`) }),
  );
}

function withId(id: string) {
  return { requestDigest: digestOfRequest(id) };
}

function recorder(slot = 0): Recorder {
  return { db, slot, now: () => NOW_MS, plans: PLANS };
}

async function freeSite(on: Database): Promise<RecordingSite> {
  const { accountId } = await makeOwner(on, 'free');
  return { ...(await makeSite(on, accountId)), plan: 'free' };
}

function logOf(events: readonly NewEvent[], onUpTo: (lines: number) => void = () => undefined): LogRequest {
  return {
    wanted: events.length,
    upTo(room) {
      onUpTo(Math.min(room, events.length));
      return { events: events.slice(0, room), step: undefined };
    },
  };
}

/** How many events and repeats there were, and of how many of the first lines if not of all. */
async function record(site: RecordingSite, events: readonly NewEvent[]) {
  let lines = 0;
  const request = logOf(events, (count) => (lines = count));
  const { events: recorded, repeats } = await recordLog(recorder(), site, request);
  return { events: recorded.length, repeats, ...(lines < events.length && { lines }) };
}

function collectorOf(on: Database, site: RecordingSite, slot = 0) {
  const committer = createCommitter({ db: on, slot, plans: PLANS });
  return (request: Partial<CollectedRequest>) =>
    committer.record({
      ...{ site, plan: site.plan, nowMs: NOW_MS, events: [], passedOver: 0, idempotency: undefined },
      ...request,
    });
}

async function roomFor(site: RecordingSite, events: number) {
  const reservation = await reserve({ db, plans: PLANS }, site, events, NOW_MS);
  if (reservation === undefined) throw new Error('there is no room');
  return reservation;
}

async function expectRecorded(on: Database, site: RecordingSite, events: number): Promise<void> {
  expect(await countStored(on, site.id)).toEqual({ events, inDays: events, inBuckets: events });
  expect(await readUsage(on, site.accountId, NOW_MS)).toBe(events);
  expect(await verify(on, site.id)).toEqual({ sites: 1, drift: [], failed: [] });
}

async function digestsOf(on: Database, { id }: RecordingSite): Promise<number> {
  return (await on.selectFrom('request_digests').select('digest').where('site_id', '=', id).execute()).length;
}
