import { sql } from 'kysely';
import { describe, expect, inject, it } from 'vitest';
import type { NewEvent } from '../../src/domain/event.ts';
import { prepareEvents } from '../../src/queries/event-statements.ts';
import { listEvents } from '../../src/queries/events.ts';
import { countByName } from '../../src/queries/stats.ts';
import { storeEvents } from '../../src/queries/record-events.ts';
import { countByBucket } from '../../src/queries/timeseries.ts';
import { findDrift } from '../../src/queries/verify-rollups.ts';
import { freshDatabase, onCitus, onPostgres, openPool } from '../support/fresh-database.ts';
import { testDatabase } from '../support/gateway.ts';
import { botVisit, conversion, record, referral } from '../support/makers.ts';
import { ALWAYS, between, countStored, deadlocksIn, during, gather, newSite } from './support.ts';

const db = testDatabase();
const AT = '2026-03-10T10:00:00.000Z';

describe('recording', () => {
  it('stores every field of the three kinds of event, as given', async () => {
    const site = await newSite(db);
    const events = [
      botVisit('2026-03-10T10:00:00.001Z', { pagePath: '/prix?ü=é&"\'\\{}', country: 'FR' }),
      referral('2026-03-10T10:00:00.002Z', { source: 'perplexity', pagePath: '/NULL' }),
      conversion('2026-03-10T10:00:00.003Z', { eventName: '', eventValue: -12.5 }),
      conversion('2026-03-10T10:00:00.004Z', { eventName: 'buy, now', eventValue: null }),
    ];

    await record(db, site, events);

    const filter = { range: ALWAYS, type: undefined, after: undefined, limit: 10 };
    const stored = await listEvents(db, site, filter, 'detailed');
    expect(stored.map(({ id, ...event }) => ({ ...event, numbered: Number.isSafeInteger(id) }))).toEqual(
      events.toReversed().map((event) => ({ ...event, numbered: true })),
    );
  });

  it('stores nothing for an empty batch', async () => {
    const site = await newSite(db);

    await record(db, site, []);

    expect(await countStored(db, site.id)).toEqual({ events: 0, inDays: 0, inBuckets: 0 });
  });

  it('puts the last and the first millisecond of a day into their own day and hour', async () => {
    const site = await newSite(db);
    await record(db, site, [botVisit('2026-03-09T23:59:59.999Z'), botVisit('2026-03-10T00:00:00.000Z')]);

    const one = { botVisits: 1, referrals: 0, conversions: 0 };
    expect(await gather(countByBucket(db, site, ALWAYS, 'day'))).toEqual([
      { startMs: Date.parse('2026-03-09T00:00:00Z'), ...one },
      { startMs: Date.parse('2026-03-10T00:00:00Z'), ...one },
    ]);
    expect(await gather(countByBucket(db, site, ALWAYS, 'hour'))).toEqual([
      { startMs: Date.parse('2026-03-09T23:00:00Z'), ...one },
      { startMs: Date.parse('2026-03-10T00:00:00Z'), ...one },
    ]);
    const counts = [
      await countByName(db, site, between('2026-03-09', '2026-03-10')),
      await countByName(db, site, between('2026-03-10', '2026-03-11')),
    ];
    const visit = { type: 'bot', name: 'GPTBot', company: 'OpenAI', count: 1, value: '0' };
    expect(counts).toEqual([[visit], [visit]]);
  });

  it('accepts the first instant of year 1 and the last of year 9999', async () => {
    const site = await newSite(db);
    const [first, last] = ['0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'];
    await record(db, site, [botVisit(first), botVisit(last)]);

    const filter = { range: ALWAYS, type: undefined, after: undefined, limit: 10 };
    const events = await listEvents(db, site, filter, 'detailed');
    const hours = await gather(countByBucket(db, site, ALWAYS, 'hour'));
    expect(events.map(({ createdAtMs }) => new Date(createdAtMs).toISOString())).toEqual([last, first]);
    expect(hours.map(({ startMs }) => new Date(startMs).toISOString())).toEqual([
      first,
      '9999-12-31T23:00:00.000Z',
    ]);
    expect(await countByName(db, site, between('9999-12-31', '+010000-01-01'))).toMatchObject([{ count: 1 }]);
    expect(await findDrift(db, site.id)).toEqual([]);
  });

  it('adds values as decimals, over batches and slots', async () => {
    const site = await newSite(db);
    const worth = (eventName: string, eventValue: number | null) => conversion(AT, { eventName, eventValue });
    await record(db, site, [worth('tenths', 0.1), worth('tenths', 0.2), worth('none', null)], 1);
    await record(db, site, [worth('tenths', 0.3), worth('both', 5), worth('both', null)], 2);
    await record(db, site, [worth('large', 1e15), worth('large', 0.25), worth('tiny', 1e-7)], 3);

    const counts = await countByName(db, site, ALWAYS);
    expect(counts.map(({ name, count, value }) => [name, count, Number(value)])).toEqual([
      ['tenths', 3, 0.6],
      ['both', 2, 5],
      ['large', 2, 1_000_000_000_000_000.25],
      ['none', 1, 0],
      ['tiny', 1, 1e-7],
    ]);
  });

  it('leaves nothing of a batch that fails between events and days', async () => {
    const site = await newSite(db);
    await record(db, site, [botVisit(AT)]);

    // too long for the key of site_days, after the events went in
    const name = Array.from({ length: 9000 }, (_, i) => i.toString(36)).join('');
    const batch = [botVisit(AT), conversion(AT, { eventName: name })];
    await expect(record(db, site, batch)).rejects.toMatchObject({ code: '54000' });

    expect(await countStored(db, site.id)).toEqual({ events: 1, inDays: 1, inBuckets: 1 });
    expect(await findDrift(db, site.id)).toEqual([]);
  });

  it('leaves nothing of a batch that fails between days and hours', async () => {
    const site = await newSite(db);
    const full = sql`9223372036854775807::bigint`;
    await sql`insert into site_buckets values (${site.id}, 'hour', ${AT}, 0, ${full}, 0, 0)`.execute(db);

    await expect(record(db, site, [botVisit(AT)])).rejects.toMatchObject({ code: '22003' });

    expect(await countStored(db, site.id)).toMatchObject({ events: 0, inDays: 0 });
  });

  // the embedded database has one session, whose settings bind everybody
  it.runIf(onPostgres)('counts in hours and days of UTC whatever time zone the session keeps', async () => {
    const connection = await freshDatabase();
    if (!('url' in connection)) throw new Error('a server has an address');
    const url = new URL(connection.url);
    url.searchParams.set('options', '-c TimeZone=Asia/Kathmandu');
    const abroad = openPool({ url: url.href }, 1);
    const zone = await sql`show timezone`.execute(abroad);
    expect(zone.rows).toEqual([{ TimeZone: 'Asia/Kathmandu' }]);

    const site = await newSite(abroad);
    await record(abroad, site, [botVisit('2026-03-09T23:59:59.999Z'), botVisit('2026-03-10T00:00:00.000Z')]);

    const days = await gather(countByBucket(abroad, site, ALWAYS, 'day'));
    const hours = await gather(countByBucket(abroad, site, ALWAYS, 'hour'));
    expect([...days, ...hours].map(({ startMs }) => new Date(startMs).toISOString().slice(0, 16))).toEqual([
      '2026-03-09T00:00',
      '2026-03-10T00:00',
      '2026-03-09T23:00',
      '2026-03-10T00:00',
    ]);
    expect(await findDrift(abroad, site.id)).toEqual([]);
  });
});

describe('recording while others read and write', () => {
  it('shows a reader all of a batch or nothing of it', async () => {
    const site = await newSite(db);
    const batch = [botVisit(AT), referral(AT), conversion('2026-03-11T11:00:00Z', { eventValue: 1 })];
    const seen: unknown[] = [];

    await during(
      async () => {
        for (let round = 0; round < 40; round++) await record(db, site, batch, round % 8);
      },
      async () => {
        seen.push(await countStored(db, site.id));
      },
    );

    const whole = Array.from({ length: 41 }, (_, n) => ({ events: n * 3, inDays: n * 3, inBuckets: n * 3 }));
    expect(seen.filter((state) => !whole.some((one) => isSame(state, one)))).toEqual([]);
    // it did look while there was something to see
    expect(new Set(seen.map((state) => JSON.stringify(state))).size).toBeGreaterThan(3);
  });

  it('counts exactly what eight concurrent writers of one site store, without a deadlock', async () => {
    const connection = onPostgres ? await freshDatabase() : inject('database');
    const own = openPool(connection, 8);
    const site = await newSite(own);
    const random = lcg(7);
    const slots = [0, 0, 0, 1, 1, 2, 3, 4];

    await Promise.all(
      slots.map(async (slot) => {
        for (let round = 0; round < 15; round++) await record(own, site, shuffled(BATCH, random), slot);
      }),
    );

    const batches = slots.length * 15;
    const stored = batches * BATCH.length;
    expect(await countStored(own, site.id)).toEqual({ events: stored, inDays: stored, inBuckets: stored });
    expect(await findDrift(own, site.id)).toEqual([]);
    const counts = await countByName(own, site, ALWAYS);
    expect(counts.map(({ name, count, value }) => [name, count, Number(value)])).toEqual([
      ...Array.from({ length: 6 }, (_, n) => [`Bot${n}`, 2 * batches, 0]),
      ...['goal0', 'goal1', 'goal2'].map((name) => [name, 2 * batches, (2 * batches) / 10]),
      ...['source0', 'source1', 'source2'].map((name) => [name, 2 * batches, 0]),
    ]);
    await own.destroy();
    if (onPostgres) expect(await deadlocksIn(openPool(connection, 1))).toBe(0);
  });

  // a node of Citus does not know the lock_timeout of a session on the coordinator
  it.runIf(onPostgres && !onCitus)('moves to another slot when its rows stay locked', async () => {
    const hasty = openPool(inject('database'), 1, { statementTimeoutMs: 2_000 });
    const site = await newSite(db);
    const batch = { siteId: site.id, slot: 7, events: [botVisit(AT), conversion(AT)] };
    await storeEvents(db, batch);

    await db.transaction().execute(async (tx) => {
      await tx.selectFrom('site_days').select('slot').where('site_id', '=', site.id).forUpdate().execute();
      await storeEvents(hasty, { ...batch, prepared: prepareEvents(batch) });
    });

    expect(await countStored(db, site.id)).toEqual({ events: 4, inDays: 4, inBuckets: 4 });
    const slots = await db.selectFrom('site_days').select('slot').where('site_id', '=', site.id).execute();
    expect(slots.map(({ slot }) => slot).toSorted()).toEqual([0, 0, 7, 7]);
  });
});

/** Twelve names on two days: every writer wants the same rollup rows, each in an order of its own. */
const BATCH: readonly NewEvent[] = ['2026-03-10T10:00:00Z', '2026-03-11T11:00:00Z'].flatMap((at) => [
  ...Array.from({ length: 6 }, (_, n) => botVisit(at, { botName: `Bot${n}`, botCompany: `Company${n}` })),
  ...Array.from({ length: 3 }, (_, n) => referral(at, { source: `source${n}` })),
  ...Array.from({ length: 3 }, (_, n) => conversion(at, { eventName: `goal${n}`, eventValue: 0.1 })),
]);

function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

/** Fisher and Yates. */
function shuffled<Item>(items: readonly Item[], random: (below: number) => number): readonly Item[] {
  const left = [...items];
  return items.flatMap(() => left.splice(random(left.length), 1));
}

/** Numbers that look random and are the same every time. */
function lcg(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}
