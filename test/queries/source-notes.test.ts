import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { DEFAULT_PLANS } from '../../src/domain/plan.ts';
import type { AccessibleSite } from '../../src/domain/site.ts';
import { HOUR_MS } from '../../src/domain/time.ts';
import type { Database } from '../../src/database/database.ts';
import { inTransaction } from '../../src/database/transaction.ts';
import {
  type Skipped,
  type SourceKey,
  type SourceReport,
  createSourceNotes,
} from '../../src/operations/recording/source-notes.ts';
import { sourcesOfSites } from '../../src/operations/sources-of-sites.ts';
import { startUpkeep } from '../../src/operations/upkeep/upkeep.ts';
import { saveFollowedLog } from '../../src/queries/followed-logs.ts';
import { deleteSiteRow } from '../../src/queries/sites.ts';
import { MOST_SOURCES } from '../../src/queries/source-notes.ts';
import { type PassedOverReason, UNREADABLE } from '../../src/recording/passed-over.ts';
import { noFields, seeFields } from '../../src/recording/seen-fields.ts';
import { watchQueries } from '../support/asked-queries.ts';
import { freshDatabase, openPool } from '../support/fresh-database.ts';
import { testDatabase } from '../support/gateway.ts';
import { PATIENTLY } from '../support/patience.ts';
import { newSite } from './support.ts';

const db = testDatabase();
const NOW = Date.parse('2026-03-15T00:10:00Z');

/** A batch of so many records: half are skipped, one is a repeat, and the rest became events. */
function batchOf(records: number, sample = 'GET example.com/', given: Partial<SourceReport> = {}) {
  const skipped: SourceReport['skipped'] = new Map<'asset' | 'redirect', Skipped>([
    ['asset', { count: records / 2, sample }],
    ['redirect', { count: 0, sample: undefined }],
  ]);
  const events = records / 2 - 1;
  const common = { records, events, repeats: 1, bytes: 10 * records, lastEvent: true };
  return { ...common, skipped, limits: [], ...given } satisfies SourceReport;
}

function logOf({ id }: Pick<AccessibleSite, 'id'>, name = '/var/log/access.log'): SourceKey {
  return { siteId: id, kind: 'log', name };
}

function ignore(): void {
  // what fails is tried again
}

async function sourcesOf({ id }: Pick<AccessibleSite, 'id'>, nowMs = NOW, own: Database = db) {
  const found = await sourcesOfSites(own, [id], nowMs);
  return found.get(id) ?? [];
}

describe('what is noted', () => {
  it('is added up by source, with the first sample and the last batch', async () => {
    const site = await newSite(db);
    const notes = createSourceNotes(db, ignore);
    notes.note(logOf(site), batchOf(10, 'first'), NOW);
    notes.note(logOf(site), batchOf(20, 'second'), NOW + 1_000);
    notes.note(logOf(site, '/var/log/other.log'), batchOf(4), NOW);
    await notes.settle();
    notes.note(logOf(site), batchOf(2, 'third', { lastEvent: false }), NOW + 2_000);
    await notes.settle();

    const [log, other, ...rest] = await sourcesOf(site);
    expect(rest).toEqual([]);
    expect(log).toEqual({
      ...{ id: expect.stringMatching(/^[0-9a-f]{20}$/) as string, kind: 'log', name: 'access.log' },
      ...{ keyId: null, sender: null, lastRecordedMs: NOW + 1_000, limits: [], lastRefusal: null },
      window: {
        ...{ records: 32, events: 13, repeats: 3 },
        skipped: [{ reason: 'asset', count: 16, sample: 'first' }],
      },
      lastBatch: { atMs: NOW + 2_000, records: 2, bytes: 20 },
    });
    expect(other?.window.records).toBe(4);
  });

  it('is of the hour of the request and the 23 before it, with the first sample of those', async () => {
    const site = await newSite(db);
    const notes = createSourceNotes(db, ignore);
    const hours = [-24, -23, -1, 0];
    for (const [n, hour] of hours.entries())
      notes.note(logOf(site), batchOf(10 ** (n + 1), `of hour ${hour}`), NOW + hour * HOUR_MS);
    await notes.settle();
    const seen = async (nowMs: number) => {
      const [source] = await sourcesOf(site, nowMs);
      return [source?.window.records, source?.window.skipped[0]?.sample];
    };

    expect(await seen(NOW)).toEqual([11_100, 'of hour -23']);
    // the last millisecond of that hour, and the first of the next
    expect(await seen(NOW + 50 * 60_000 - 1)).toEqual([11_100, 'of hour -23']);
    expect(await seen(NOW + 50 * 60_000)).toEqual([11_000, 'of hour -1']);
    expect(await seen(NOW + 48 * HOUR_MS)).toEqual([0, undefined]);
  });

  it('of several processes at once adds up', async () => {
    const site = await newSite(db);
    const processes = Array.from({ length: 4 }, () => createSourceNotes(db, ignore));
    for (let round = 0; round < 5; round++) {
      for (const [n, notes] of processes.entries())
        for (const name of n % 2 === 0 ? ['/a', '/b', '/c'] : ['/c', '/b', '/a'])
          notes.note(logOf(site, name), batchOf(10), NOW + n);
      await Promise.all(processes.map((notes) => notes.settle()));
    }

    const found = await sourcesOf(site);
    expect(found.map(({ name, window, lastBatch }) => [name, window.records, lastBatch?.atMs])).toEqual(
      ['a', 'b', 'c'].map((name) => [name, 4 * 5 * 10, NOW + 3]),
    );
  });

  it('while the database is away is written when it is back', async () => {
    let isAway = true;
    const { db: own } = watchQueries({
      onQuery(text) {
        if (isAway && text.includes('site_sources'))
          throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
      },
    });
    const site = await newSite(db);
    const failures: unknown[] = [];
    const notes = createSourceNotes(own, (cause) => failures.push(cause));
    for (let n = 0; n < 3; n++) {
      notes.note(logOf(site), batchOf(10, `batch ${n}`), NOW + n);
      await notes.settle();
    }
    expect([await sourcesOf(site), failures.length]).toEqual([[], 1]);

    isAway = false;
    notes.note(logOf(site), batchOf(10, 'last'), NOW + 3);
    await notes.settle();
    const [source] = await sourcesOf(site);
    expect([source?.window.records, source?.window.skipped[0]?.sample]).toEqual([40, 'batch 0']);
    expect(source?.lastBatch?.atMs).toBe(NOW + 3);
  });

  it('is written after a while by itself', async () => {
    const site = await newSite(db);
    const notes = createSourceNotes(db, ignore);
    notes.note(logOf(site), batchOf(10), NOW);
    await vi.waitUntil(async () => (await sourcesOf(site)).length === 1, PATIENTLY);
    await notes.settle();
  });

  it('of a site that is gone is not stored', async () => {
    const site = await newSite(db);
    const notes = createSourceNotes(db, ignore);
    notes.note(logOf(site), batchOf(10), NOW);
    await notes.settle();
    await inTransaction(db, (tx) => deleteSiteRow(tx, site.id));
    notes.note(logOf(site), batchOf(10), NOW);
    notes.refuse(logOf(site), { status: 403, reason: 'gone' }, NOW);
    await notes.settle();
    const hours = await db
      .selectFrom('source_hours')
      .select('count')
      .where('site_id', '=', site.id)
      .execute();
    expect([await sourcesOf(site), hours]).toEqual([[], []]);
  });

  it('is kept of the sources that were heard of last', async () => {
    const site = await newSite(db);
    const notes = createSourceNotes(db, ignore);
    for (let n = 0; n < MOST_SOURCES; n++) notes.note(logOf(site, `/log.${n}`), batchOf(2), NOW + n);
    await notes.settle();
    for (const n of [0, MOST_SOURCES, MOST_SOURCES + 1]) {
      notes.note(logOf(site, `/log.${n}`), batchOf(2), NOW + MOST_SOURCES + n);
      await notes.settle();
    }
    const names = (await sourcesOf(site)).map(({ name }) => name);
    expect(names).toHaveLength(MOST_SOURCES);
    expect(names).toEqual(expect.arrayContaining(['log.0', 'log.3', 'log.200', 'log.201']));
    expect(names).not.toEqual(expect.arrayContaining(['log.1']));
    expect(names).not.toEqual(expect.arrayContaining(['log.2']));
  });
});

describe('of each source', () => {
  it('the last refusal stays until the next', async () => {
    const site = await newSite(db);
    const notes = createSourceNotes(db, ignore);
    const drain = { siteId: site.id, kind: 'drain', name: '', sender: 'vercel' } as const;
    notes.refuse(drain, { status: 429, reason: `The quota\u0000 is spent. ${'x'.repeat(300)}` }, NOW);
    await notes.settle();
    notes.note(drain, batchOf(10), NOW + 1);
    await notes.settle();
    const [source] = await sourcesOf(site);
    expect(source).toMatchObject({
      ...{ kind: 'drain', name: 'drain', sender: 'vercel', lastRecordedMs: NOW + 1 },
      lastRefusal: { atMs: NOW, status: 429 },
    });
    expect(source?.lastRefusal?.reason).toBe(`The quota  is spent. ${'x'.repeat(179)}`);
  });

  it('limits are those of the last records that show any', async () => {
    const site = await newSite(db);
    const notes = createSourceNotes(db, ignore);
    const seen = (hasAgentField: boolean) => {
      const fields = noFields();
      const record = { timeMs: 0, address: '192.0.2.1', host: 'example.com', status: 200, hasAgentField };
      const rest = { method: 'GET', target: '/', referrer: 'a', bytes: 1, userAgent: undefined };
      for (let n = 0; n < 200; n++) seeFields(fields, { ...record, ...rest });
      return { seen: fields };
    };
    const limits = async (given: Partial<SourceReport>) => {
      notes.note(logOf(site), batchOf(10, '', given), NOW);
      await notes.settle();
      return (await sourcesOf(site))[0]?.limits.map(({ code }) => code);
    };

    expect(await limits({})).toEqual([]);
    expect(await limits({ limits: ['sampled'] })).toEqual(['sampled']);
    expect(await limits({ ...seen(false), limits: ['no-request-id'] })).toEqual([
      'no-user-agent',
      'no-request-id',
    ]);
    expect(await limits({})).toEqual(['no-user-agent', 'no-request-id']);
    expect(await limits(seen(true))).toEqual([]);
    // a single record among a thousand shows that there are user agents
    for (let n = 0; n < 4; n++) expect(await limits(seen(false))).toEqual(n < 3 ? [] : ['no-user-agent']);
  });

  it('a batch of which nothing could be read is a limit until a record is read', async () => {
    const site = await newSite(db);
    const notes = createSourceNotes(db, ignore);
    const limits = async (reasons: readonly PassedOverReason[], events = 0, seen = noFields()) => {
      const skipped = new Map(reasons.map((reason) => [reason, { count: 2, sample: undefined }]));
      const records = 2 * reasons.length + events;
      notes.note(logOf(site), batchOf(0, '', { records, events, repeats: 0, skipped, seen }), NOW);
      await notes.settle();
      return (await sourcesOf(site))[0]?.limits.map(({ code }) => code);
    };
    const read = noFields();
    seeFields(read, {
      ...{ timeMs: 0, address: '192.0.2.1', host: 'example.com', method: 'GET', target: '/', status: 200 },
      ...{ bytes: 1, referrer: 'a', hasAgentField: true, userAgent: 'GPTBot/1.2' },
    });

    expect(await limits(['no-request'])).toEqual([]);
    expect(await limits(['blank-line'])).toEqual([]);
    expect(await limits(['not-a-log-line', 'no-request'])).toEqual([]);
    expect(await limits(['not-a-log-line', 'bad-time', 'blank-line'])).toEqual(['unreadable']);
    expect(await limits(['not-a-log-line'], 1, read)).toEqual([]);
    for (const reason of UNREADABLE) expect(await limits([reason])).toEqual(['unreadable']);
  });

  it('what an earlier release and a follower know is listed once', async () => {
    const site = await newSite(db);
    const atMs = Date.parse('2026-03-01T00:00:00Z');
    for (const kind of ['collector', 'import'])
      await db
        .insertInto('recording_sources')
        .values({ site_id: site.id, kind, name: '', last_recorded_at: '2026-03-01T00:00:00Z' })
        .execute();
    for (const path of ['/var/log/access.log', '/var/log/new.log'])
      await saveFollowedLog(db, site.id, {
        ...{ path, startedAtMs: 0, seenAtMs: 0, bytesBehind: 0, lines: 0, events: 0, passedOver: '{}' },
        ...{ note: null, notedAtMs: null, stoppedAtMs: null },
      });
    const notes = createSourceNotes(db, ignore);
    notes.note(logOf(site), batchOf(10), NOW);
    notes.note({ siteId: site.id, kind: 'collector', name: '', keyId: 987_654_321 }, batchOf(10), NOW);
    await notes.settle();

    const found = await sourcesOf(site);
    expect(found.map(({ kind, name, lastRecordedMs }) => [kind, name, lastRecordedMs])).toEqual([
      ['log', 'access.log', NOW],
      ['log', 'new.log', null],
      ['collector', 'collector', NOW],
      ['import', 'events import', atMs],
    ]);
    notes.note({ siteId: site.id, kind: 'import', name: '' }, batchOf(10), NOW);
    await notes.settle();
    expect((await sourcesOf(site)).map(({ id }) => id)).toEqual(found.map(({ id }) => id));
  });
});

it('asks about many sites in two statements', async () => {
  const { db: own, asked } = watchQueries();
  const sites = [await newSite(db), await newSite(db), await newSite(db)];
  const notes = createSourceNotes(db, ignore);
  for (const [n, site] of sites.entries()) notes.note(logOf(site), batchOf(10 * (n + 1)), NOW);
  await notes.settle();
  const ids = sites.map(({ id }) => id);
  const found = await sourcesOfSites(own, ids, NOW);
  expect(ids.map((id) => found.get(id)?.map(({ window }) => window.records))).toEqual([[10], [20], [30]]);
  expect(asked.map(({ name }) => name).toSorted()).toEqual(['count_source_hours', 'list_site_sources']);
});

it('hours are deleted after 70 days, of all sites', async () => {
  const own = openPool(await freshDatabase(), 2);
  const sites = [await newSite(own), await newSite(own)];
  const notes = createSourceNotes(own, ignore);
  const hours = [0, 1, 9, 100].map((hour) => NOW + hour * HOUR_MS);
  for (const site of sites) for (const atMs of hours) notes.note(logOf(site), batchOf(10), atMs);
  await notes.settle();
  const left: number[] = [];
  for (const hour of [0, 1, 2, 10, 100, 101]) {
    const nowMs = NOW + 70 * 24 * HOUR_MS + hour * HOUR_MS;
    let isDone = false;
    const upkeep = startUpkeep({
      ...{ db: own, holder: `server ${hour}`, plans: DEFAULT_PLANS, log: pino({ level: 'silent' }) },
      now: () => nowMs,
      onDone: () => (isDone = true),
    });
    await vi.waitUntil(() => isDone, PATIENTLY);
    await upkeep.stop();
    const rows = await own.selectFrom('source_hours').select('hour').distinct().execute();
    left.push(rows.length);
  }
  expect(left).toEqual([4, 3, 2, 1, 1, 0]);
  // the sources themselves stay
  for (const site of sites) expect(await sourcesOf(site, NOW, own)).toHaveLength(1);
});
