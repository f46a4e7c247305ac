import { readdirSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DAY_MS } from '../../src/domain/time.ts';
import { openDatabase } from '../../src/database/database.ts';
import type * as statements from '../../src/database/statement.ts';
import { freshDatabase, onPostgres } from '../support/fresh-database.ts';
import { deletePartOfDay } from '../../src/queries/deleted-counts.ts';
import { deleteSiteEvents } from '../../src/queries/delete-events.ts';
import { listEvents } from '../../src/queries/events.ts';
import { listFilteredEvents } from '../../src/queries/filtered-events.ts';
import { ALERT_READS, ALERT_WRITES } from './alert-plans.ts';
import { ATTRIBUTION_READS, ATTRIBUTION_WRITES } from './attribution-plans.ts';
import { CHANNEL_READS, CHANNEL_WRITES } from './channel-plans.ts';
import { DIGEST_READS, DIGEST_WRITES } from './digest-plans.ts';
import { OBEDIENCE_READS, OBEDIENCE_WRITES } from './obedience-plans.ts';
import { type Explained, explainAll } from './explain.ts';
import { LEASE_QUESTIONS } from './lease-plans.ts';
import { complaints } from './plan-contract.ts';
import { OWNER_READS, OWNER_WRITES } from './owner-plans.ts';
import { routeComplaints } from './route-contract.ts';
import { REACH_READS, REACH_WRITES } from './reach-plans.ts';
import { READS } from './read-plans.ts';
import { SHARE_READS, SHARE_WRITES } from './share-plans.ts';
import { REFERRALS, SMALL_EVENTS, makeSkewedData } from './skewed-data.ts';
import { SOURCE_READS, SOURCE_WRITES } from './source-plans.ts';
import { UPKEEP_READS, UPKEEP_WRITES } from './upkeep-plans.ts';
import { steadyClock } from './support.ts';
import { WRITES } from './write-plans.ts';

/** The names of the statements that the product compiles. */
const compiled = vi.hoisted((): string[] => {
  // another file may have imported them before
  vi.resetModules();
  return [];
});

afterAll(() => {
  vi.resetModules();
});

vi.mock('../../src/database/statement.ts', async (importOriginal) => {
  const original = await importOriginal<typeof statements>();
  const statement: typeof original.statement = (name, build) => {
    compiled.push(name);
    return original.statement(name, build);
  };
  return { ...original, statement };
});

const QUESTIONS = [
  ...[
    ...READS,
    ...OWNER_READS,
    ...SHARE_READS,
    ...SOURCE_READS,
    ...ALERT_READS,
    ...CHANNEL_READS,
    ...UPKEEP_READS,
    ...DIGEST_READS,
    ...ATTRIBUTION_READS,
    ...OBEDIENCE_READS,
    ...REACH_READS,
  ],
  ...[
    ...WRITES,
    ...OWNER_WRITES,
    ...SHARE_WRITES,
    ...SOURCE_WRITES,
    ...ALERT_WRITES,
    ...CHANNEL_WRITES,
    ...UPKEEP_WRITES,
    ...DIGEST_WRITES,
    ...ATTRIBUTION_WRITES,
    ...OBEDIENCE_WRITES,
    ...REACH_WRITES,
  ],
  ...LEASE_QUESTIONS,
];

/** What asks nothing of a table: it spells what the questions ask. */
const NO_QUESTIONS = [
  'block-statements.ts',
  'blocks.ts',
  'bot-filter.ts',
  'day-events.ts',
  'day-statements.ts',
  'event-statements.ts',
  'judged-month-statements.ts',
  'judged-site-statements.ts',
  'landing-statements.ts',
  'late-events.ts',
  'listed-reads.ts',
  'month-statements.ts',
  'name-sums.ts',
  'normal-path.ts',
  'old-rows.ts',
  'page-parts.ts',
  'path-search.ts',
  'read-days.ts',
  'step-size.ts',
  'stored-events.ts',
  'sums.ts',
  'verify-spans.ts',
];

/** The key's columns in an order that no question asks for. */
const BUCKETS_BY_TIME = `
  alter table site_buckets drop constraint site_buckets_pkey;
  create index site_buckets_pkey on site_buckets (starts_at, site_id, granularity, slot);
  set local enable_seqscan = off`;

/**
 * What the planner knows of a database of 36 million events: all tables have so many times as many rows, on so many times
 * as many pages, and the events of a site are not side by side. The number of pages is that of the files, so
 * each page costs as much more, and memory holds as much less.
 */
const TIMES = 240;
const AT_MANY_EVENTS = `
  update pg_class set reltuples = ${TIMES} * reltuples where relnamespace = 'public'::regnamespace and reltuples > 0;
  update pg_statistic set
    stanumbers1 = case stakind1 when 3 then '{0}' else stanumbers1 end,
    stanumbers2 = case stakind2 when 3 then '{0}' else stanumbers2 end,
    stanumbers3 = case stakind3 when 3 then '{0}' else stanumbers3 end
  where starelid = 'events'::regclass and staattnum = 1;
  set local seq_page_cost = ${TIMES};
  set local random_page_cost = ${4 * TIMES};
  set local effective_cache_size = ${Math.round(524_288 / TIMES)};
  set local work_mem = '64kB';
  set local jit = off`;

/** They compare events with a position: the time and the id together. */
const BY_POSITION: readonly unknown[] = [deleteSiteEvents, deletePartOfDay, listEvents, listFilteredEvents];

/** A function, and no error. */
function isQuestion(value: unknown): boolean {
  return typeof value === 'function' && !(value.prototype instanceof Error);
}

function readsEvents({ plans }: Explained): boolean {
  return Object.values(plans).some(({ by }) => by.some((name) => name.includes('events')));
}

function readsAll({ plans }: Explained): boolean {
  return Object.values(plans).some(
    ({ by }) => by.includes('all events') || by.includes('all request_digests'),
  );
}

describe('the questions below', () => {
  it('are all that src/queries exports', async () => {
    const folder = new URL('../../src/queries/', import.meta.url);
    const files = readdirSync(folder).filter((file) => !NO_QUESTIONS.includes(file));
    const modules = await Promise.all(
      files.map(async (file) => (await import(new URL(file, folder).href)) as Record<string, unknown>),
    );
    const exported = modules.flatMap((module) => Object.entries(module));
    const functions = exported.filter(([, value]) => isQuestion(value)).map(([name]) => name);

    expect([...new Set(QUESTIONS.map(({ of }) => of.name))].toSorted()).toEqual(functions.toSorted());
  });

  it('ask every statement that has a name', () => {
    const asked = new Set(QUESTIONS.flatMap(({ may }) => Object.keys(may)));

    // the same page as without the endings, of which more is read, or in another form
    expect(
      compiled.filter((name) => !asked.has(name.replace(/(?:_in_detail)?(?:_in_columns)?$/, ''))),
    ).toEqual([]);
    expect(compiled).not.toEqual([]);
  });
});

describe.runIf(onPostgres)('of many rows, a server touches few', () => {
  let data: Awaited<ReturnType<typeof makeSkewedData>>;
  beforeAll(async () => {
    data = await makeSkewedData();
  });
  afterAll(() => data.drop());

  it.each(QUESTIONS.map((question) => [`${question.of.name} ${question.when}`, question] as const))(
    '%s',
    async (_, question) => {
      const explained = await explainAll(data.url, question.ask);

      expect(Object.fromEntries(explained.map(({ statement, rows }) => [statement, rows]))).toEqual(
        Object.fromEntries(Object.entries(question.may).map(([statement, { rows }]) => [statement, rows])),
      );
      expect(complaints(question, explained)).toEqual([]);
      expect(routeComplaints(explained)).toEqual([]);
    },
  );

  it.each(
    [
      ...QUESTIONS.filter(({ of }) => BY_POSITION.includes(of)),
      ...[...DIGEST_READS, ...DIGEST_WRITES, ...ALERT_READS, ...OBEDIENCE_READS],
    ].map((question) => [`${question.of.name} ${question.when}`, question] as const),
  )('by the statistics of 36 million events too: %s', async (_, question) => {
    const explained = await explainAll(data.url, question.ask, AT_MANY_EVENTS);

    expect(explained.filter(readsAll)).toEqual([]);
  });

  it('by these statistics, a deletion in the midst of all events reads in a step those of the step', async () => {
    const start = '2026-02-14 00:00Z';
    const given = `delete from events where site_id = 'busy' and created_at < '${start}';
      delete from site_buckets where site_id = 'busy' and starts_at < '${start}'; ${AT_MANY_EVENTS}`;
    const beforeMs = Date.parse(start) + DAY_MS;
    const explained = await explainAll(
      data.url,
      (db) => deleteSiteEvents(db, 'busy', { beforeMs, eventsPerStep: 1_000, now: steadyClock() }),
      given,
    );

    const read = explained
      .filter((one) => readsEvents(one))
      .map(({ statement, plans }) => [statement, plans.custom?.read]);
    expect(Object.fromEntries(read)).toEqual({
      nth_event: 1_001 + 440,
      delete_part_of_day: 1_000,
      delete_events: 440,
    });
    expect(explained.filter(readsAll)).toEqual([]);
  });

  it('and one that Citus cannot route to a node is complained of', async () => {
    const explained = await explainAll(data.url, async (db) => {
      await sql`select count(*) from site_days where day = '2026-01-01'`.execute(db);
      await sql`insert into usage select 1, '2026-01-01', 5, 1 from (select 1) as one
        on conflict (account_id, month) do update set events = ${5}::bigint, month = date_trunc('month', usage.month)`.execute(
        db,
      );
    });

    expect(routeComplaints(explained)).toEqual([
      'select site_days reads site_days of all sites',
      'insert usage has a parameter after a SELECT in DO UPDATE',
      'insert usage has a function in DO UPDATE',
    ]);
  });

  it('and one that touches many is complained of', async () => {
    const [rare] = READS.filter(({ may }) => may['first_events_of_type']?.rows === REFERRALS);
    if (rare === undefined) throw new Error('no such question');

    const withoutIndex = await explainAll(data.url, rare.ask, 'drop index events_by_type');
    expect(complaints(rare, withoutIndex)).toEqual([
      expect.stringMatching(/^first_events_of_type \(custom\): 30 of 1\d{5} rows/),
      expect.stringMatching(/^first_events_of_type \(generic\): 30 of 1\d{5} rows/),
    ]);

    // all of the index is walked, to find no row but the site's own
    const ofSite = { may: { 'select site_buckets': { rows: 2 * SMALL_EVENTS, by: ['site_buckets_pkey'] } } };
    const byTime = await explainAll(
      data.url,
      (db) => sql`select slot from site_buckets where site_id = 'small1'`.execute(db),
      BUCKETS_BY_TIME,
    );
    expect(complaints(ofSite, byTime)).toEqual([
      expect.stringMatching(
        /^select site_buckets \(custom\): 20 of 20 rows, \d{3,} pages, by site_buckets_pkey$/,
      ),
    ]);
  });
});

describe.runIf(onPostgres)('on a server', () => {
  it('no statement is compiled, which takes several times as long as running it', async () => {
    const connection = await freshDatabase();
    const db = openDatabase({ connection, poolSize: 1, statementTimeoutMs: 30_000 });

    expect((await sql`show jit`.execute(db)).rows).toEqual([{ jit: 'off' }]);
    await db.destroy();
  });

  it('a statement that takes too long is ended', async () => {
    const connection = await freshDatabase();
    const db = openDatabase({ connection, poolSize: 1, statementTimeoutMs: 50 });

    await expect(sql`select pg_sleep(60)`.execute(db)).rejects.toMatchObject({ code: '57014' });

    expect((await sql`select 1 as alive`.execute(db)).rows).toEqual([{ alive: 1 }]);
    await db.destroy();
  });
});
