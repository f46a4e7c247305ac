import { describe, expect, it } from 'vitest';
import type { NewEvent } from '../../src/domain/event.ts';
import { DEFAULT_PLANS } from '../../src/domain/plan.ts';
import { reserve } from '../../src/operations/recording/quota.ts';
import { digestOfRequest } from '../../src/recording/request-digest.ts';
import { verify } from '../../src/operations/upkeep/verify.ts';
import type { RecordingSite } from '../../src/queries/sites.ts';
import { watchQueries } from '../support/asked-queries.ts';
import { testDatabase } from '../support/gateway.ts';
import { botVisit, conversion, referral } from '../support/makers.ts';
import { type Process, buys, lands, productsIn, recordingSite, startProcess } from './attribution-support.ts';

const db = testDatabase();
const NOW = Date.parse('2026-03-15T12:45:00Z');
const PLANS = { ...DEFAULT_PLANS, free: { ...DEFAULT_PLANS.free, eventsPerMonth: 3 } };

type Way = (site: RecordingSite, events: readonly NewEvent[]) => Promise<void>;

const one = (process: () => Process, in_: 'batch' | 'steps'): Way => {
  return async (site, events) => {
    const { record } = process();
    if (in_ === 'batch') await record(site, events);
    else for (const event of events) await record(site, [event]);
  };
};
const by = (kind: 'server' | 'follower' | 'import') => () => startProcess({ db, nowMs: NOW, by: kind });

/** However a landing and its conversions come in. */
const WAYS: readonly (readonly [string, Way])[] = [
  ['in one batch of a server', one(by('server'), 'batch')],
  ['one after the other to a server', one(by('server'), 'steps')],
  ['in one batch of a follower', one(by('follower'), 'batch')],
  ['one after the other to a follower', one(by('follower'), 'steps')],
  ['in one batch of an import', one(by('import'), 'batch')],
  ['one after the other to an import', one(by('import'), 'steps')],
  [
    'in turn to three processes',
    async (site, events) => {
      const processes = [by('server')(), by('server')(), by('follower')()];
      for (const [n, event] of events.entries()) await processes[n % 3]?.record(site, [event]);
    },
  ],
  [
    'as requests that wait for each other',
    async (site, events) => {
      const { collect } = by('server')();
      await Promise.all(events.map((event) => collect(site, [event])));
    },
  ],
];

describe.each(WAYS)('%s', (_, recordAll) => {
  it('a landing counts from its own time up to exactly thirty minutes later', async () => {
    const site = await recordingSite(db);
    await recordAll(site, [
      lands('2026-03-15T12:00:00.000Z'),
      ...['11:59:59.999', '12:00:00.000', '12:30:00.000', '12:30:00.001'].map((time) =>
        buys(`2026-03-15T${time}Z`),
      ),
    ]);

    expect(await productsIn(db, site)).toEqual([null, 'chatgpt', 'chatgpt', null]);
    expect(await verify(db, site.id)).toEqual({ sites: 1, drift: [], failed: [] });
  });

  it('a landing changes nothing about what was recorded before', async () => {
    const site = await recordingSite(db);
    const [at, later] = ['2026-03-15T12:00:00Z', '2026-03-15T12:00:01Z'];
    await recordAll(site, [buys(at), lands(at, 'claude'), buys(at), lands(at, 'gemini'), buys(later)]);

    expect(await productsIn(db, site)).toEqual([null, 'claude', 'gemini']);
  });

  it('the latest landing counts, in whatever order they were recorded', async () => {
    const site = await recordingSite(db);
    await recordAll(site, [
      lands('2026-03-15T12:05:00Z', 'claude'),
      lands('2026-03-15T12:10:00Z', 'gemini'),
      lands('2026-03-15T12:00:00Z', 'chatgpt'),
      ...['12:03', '12:07', '12:20'].map((time) => buys(`2026-03-15T${time}:00Z`)),
    ]);

    expect(await productsIn(db, site)).toEqual(['chatgpt', 'claude', 'gemini']);
  });

  it('a window goes on over midnight', async () => {
    const site = await recordingSite(db);
    await recordAll(site, [
      lands('2026-03-14T23:45:00.000Z'),
      buys('2026-03-14T23:59:59.999Z'),
      buys('2026-03-15T00:00:00.000Z'),
      buys('2026-03-15T00:15:00.000Z'),
      buys('2026-03-15T00:15:00.001Z'),
      lands('2026-03-15T00:10:00.000Z', 'claude'),
      buys('2026-03-15T00:09:59.999Z'),
      buys('2026-03-15T00:12:00.000Z'),
    ]);

    expect(await productsIn(db, site)).toEqual(['chatgpt', 'chatgpt', 'chatgpt', null, 'chatgpt', 'claude']);
  });

  it('another client and another site are known by nothing', async () => {
    const [site, other] = [await recordingSite(db), await recordingSite(db)];
    await recordAll(other, [lands('2026-03-15T12:00:00Z')]);
    const [first, second] = ['2026-03-15T12:10:00Z', '2026-03-15T12:11:00Z'];
    await recordAll(site, [
      lands('2026-03-15T12:05:00Z', 'claude', { client: 'another client' }),
      referral('2026-03-15T12:06:00Z'),
      ...[buys(first), conversion(first), buys(second, { client: 'another client' })],
      buys(second, { sentBy: 'perplexity', client: 'another client' }),
    ]);

    expect(await productsIn(db, site)).toEqual([null, null, 'claude', 'perplexity']);
  });
});

describe('events of other days', () => {
  const LONG_AGO = '2025-06-01T12';

  it.each(['server', 'follower', 'import'] as const)(
    'are joined by the process, and by no other (%s)',
    async (kind) => {
      const site = await recordingSite(db);
      const [process, other] = [by(kind)(), by(kind)()];
      await process.record(site, [lands(`${LONG_AGO}:00:00Z`)]);
      await process.record(site, [buys(`${LONG_AGO}:30:00Z`), buys(`${LONG_AGO}:30:00.001Z`)]);
      await other.record(site, [buys(`${LONG_AGO}:30:00Z`)]);

      expect(await productsIn(db, site)).toEqual(['chatgpt', null, null]);
    },
  );

  it('of yesterday are joined by the process when that day is over, as they are when a drain is a day behind', async () => {
    const site = await recordingSite(db);
    let nowMs = Date.parse('2026-03-15T23:59:30Z');
    const { record } = startProcess({ db, nowMs: () => nowMs });
    await record(site, [lands('2026-03-14T23:50:00Z')]);

    nowMs += 60_000;
    await record(site, [buys('2026-03-15T00:10:00Z')]);

    expect(await productsIn(db, site)).toEqual(['chatgpt']);
  });
});

describe('a window of other length', () => {
  it('may be a whole day', async () => {
    const site = await recordingSite(db);
    const { record } = startProcess({ db, nowMs: NOW, minutes: 1_440 });
    await record(site, [lands('2026-03-14T12:00:00Z')]);
    await record(site, [buys('2026-03-15T12:00:00Z'), buys('2026-03-15T12:00:00.001Z')]);

    expect(await productsIn(db, site)).toEqual(['chatgpt', null]);
  });

  it('of no minutes finds and stores nothing', async () => {
    const site = await recordingSite(db);
    const { db: watched, asked } = watchQueries();
    const { record } = startProcess({ db: watched, nowMs: NOW, minutes: 0 });
    await record(site, [lands('2026-03-15T12:00:00Z'), buys('2026-03-15T12:00:00Z')]);

    expect(await productsIn(db, site)).toEqual([null]);
    expect(asked.filter(({ text }) => /landings|visitor_secrets/.test(text))).toEqual([]);
  });
});

describe('the quota of a month', () => {
  it('cuts a batch before its conversions are looked up, and what was cut off is not remembered', async () => {
    const site = await recordingSite(db, 'free');
    const { record } = startProcess({ db, nowMs: NOW, plans: PLANS, by: 'follower' });
    const at = (minute: number) => `2026-03-15T12:0${minute}:00Z`;
    const recorded = await record(site, [
      ...[lands(at(0)), buys(at(1)), buys(at(2))],
      ...[lands(at(3), 'claude'), buys(at(4))],
    ]);
    await record({ ...site, plan: 'pro' }, [buys(at(5))]);

    expect(recorded).toBe(3);
    expect(await productsIn(db, site)).toEqual(['chatgpt', 'chatgpt', 'chatgpt']);
  });

  it('finds the products of a request that is recorded in its last room', async () => {
    const site = await recordingSite(db, 'free');
    const { collect } = startProcess({ db, nowMs: NOW, plans: PLANS });
    // taken by a process that records nothing with it
    await reserve({ db, plans: PLANS }, site, 2, NOW);
    const sent = await collect(site, [lands('2026-03-15T12:00:00Z'), buys('2026-03-15T12:01:00Z')]);

    expect(sent).toEqual({ kind: 'stored', recorded: 2, passedOver: 0 });
    expect(await productsIn(db, site)).toEqual(['chatgpt']);
  });
});

it('a landing that repeats a recorded request still counts', async () => {
  const site = await recordingSite(db);
  const { record } = by('server')();
  const landing = lands('2026-03-15T12:00:00Z', 'chatgpt', { requestDigest: digestOfRequest('one') });
  const buying = buys('2026-03-15T12:01:00Z', { requestDigest: digestOfRequest('two') });
  await record(site, [landing]);
  await record(site, [landing, buying]);
  await record(site, [landing, buying]);

  expect(await productsIn(db, site)).toEqual(['chatgpt']);
});

describe('what is sent to the database', () => {
  const AT = '2026-03-15T12:00:00Z';
  const VISITS = Array.from({ length: 5 }, () => botVisit(AT));

  async function sentFor(events: readonly NewEvent[], minutes: number): Promise<readonly string[]> {
    const site = await recordingSite(db);
    const { db: watched, asked } = watchQueries();
    const { record, collect } = startProcess({ db: watched, nowMs: NOW, minutes });
    // reads the secret of the day, which is done once
    await record(site, [lands(AT, 'chatgpt', { client: 'somebody else' })]);
    const before = asked.length;
    await record(site, events);
    await collect(site, events);
    return asked.slice(before).map(({ text }) => /^\s*(\S+\s+\S+\s+\S+)/.exec(text)?.[1] ?? text);
  }

  it.each([
    ['bots', VISITS],
    ['referrals and conversions of nobody known', [referral(AT), conversion(AT)]],
    ['conversions that come with a product', [buys(AT, { sentBy: 'claude' })]],
  ])('is for %s what it would be if no products were looked up', async (_, events) => {
    expect(await sentFor(events, 30)).toEqual(await sentFor(events, 0));
  });

  it('is a statement more for landings, and one for conversions', async () => {
    const without = await sentFor([lands(AT)], 0);
    expect((await sentFor([lands(AT)], 30)).length - without.length).toBe(2);
    expect((await sentFor([buys(AT)], 30)).length - without.length).toBe(2);
    expect((await sentFor([lands(AT), buys(AT)], 30)).length - without.length).toBe(4);
  });
});
