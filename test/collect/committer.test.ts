import { describe, expect, it } from 'vitest';
import type { NewEvent } from '../../src/domain/event.ts';
import { DEFAULT_PLANS } from '../../src/domain/plan.ts';
import type { Site } from '../../src/domain/site.ts';
import { type Committer, createCommitter } from '../../src/operations/recording/committer.ts';
import { verify } from '../../src/operations/upkeep/verify.ts';
import type { Idempotency } from '../../src/queries/collected-requests.ts';
import { lockSite } from '../../src/database/site-lock.ts';
import { inTransaction } from '../../src/database/transaction.ts';
import { deleteSiteRow } from '../../src/queries/sites.ts';
import { countStored, newSite } from '../queries/support.ts';
import { watchQueries } from '../support/asked-queries.ts';
import { onPostgres } from '../support/fresh-database.ts';
import { NOW, startGateway, testDatabase } from '../support/gateway.ts';
import { botVisit } from '../support/makers.ts';
import { readUsage } from '../support/usage.ts';
import { VISIT, makeBackend, outcome, purchases } from './support.ts';

const db = testDatabase();
const NOW_MS = Date.parse(NOW);

function visits(count: number): readonly NewEvent[] {
  return Array.from({ length: count }, () => botVisit(NOW));
}

function recordTo(committer: Committer, site: Site) {
  return (events: readonly NewEvent[], idempotency?: Idempotency) =>
    committer.record({ site, plan: 'pro', nowMs: NOW_MS, events, passedOver: 0, idempotency });
}

function stored(recorded: number) {
  return { kind: 'stored', recorded, passedOver: 0 };
}

describe('requests of one site', () => {
  it('that arrive while one is being written are written together, and all are recorded', async () => {
    const { db: watched, asked } = watchQueries();
    const site = await newSite(db);
    const record = recordTo(createCommitter({ db: watched, slot: 0, plans: DEFAULT_PLANS }), site);

    const outcomes = await Promise.all(Array.from({ length: 50 }, () => record(visits(2))));

    expect(outcomes).toEqual(outcomes.map(() => stored(2)));
    expect(namesOf(asked)).toEqual(
      [
        'reserve_usage',
        'share_site',
        'share_account',
        'insert_events',
        'add_to_days',
        'add_to_countries',
        'add_to_buckets',
        'add_to_months',
        'find_valid_reservations',
      ]
        .flatMap((name) => [name, name])
        .toSorted(),
    );
    expect(await countStored(db, site.id)).toEqual({ events: 100, inDays: 100, inBuckets: 100 });
    expect(await verify(db, site.id)).toEqual({ sites: 1, drift: [], failed: [] });
  });

  it('are split into transactions of at most 5,000 events', async () => {
    const { db: watched, asked } = watchQueries();
    const site = await newSite(db);
    const record = recordTo(createCommitter({ db: watched, slot: 0, plans: DEFAULT_PLANS }), site);

    await Promise.all(Array.from({ length: 7 }, () => record(visits(1_000))));

    expect(namesOf(asked).filter((name) => name === 'insert_events')).toHaveLength(3);
    expect(await countStored(db, site.id)).toMatchObject({ events: 7_000 });
  });

  it('are written even if one of them has more than 5,000 events, in a transaction of its own', async () => {
    const { db: watched, asked } = watchQueries();
    const site = await newSite(db);
    const record = recordTo(createCommitter({ db: watched, slot: 0, plans: DEFAULT_PLANS }), site);

    const outcomes = await Promise.all([record(visits(5_001)), record(visits(5_001)), record(visits(1))]);

    expect(outcomes).toEqual([stored(5_001), stored(5_001), stored(1)]);
    expect(namesOf(asked).filter((name) => name === 'insert_events')).toHaveLength(3);
  });

  it('that come over HTTP are written together too', async () => {
    const { db: watched, asked } = watchQueries();
    const gateway = startGateway({ db: watched });
    const { send, site } = await makeBackend(gateway);

    const answers = await Promise.all(
      purchases(40).map((item, n) => send(item, n % 2 ? { idempotencyKey: `key-${n}` } : {})),
    );

    expect(answers.map(outcome)).toEqual(
      answers.map(() => ({ status: 200, body: { recorded: 1, passed_over: 0 } })),
    );
    expect(namesOf(asked).filter((name) => name === 'insert_events').length).toBeLessThan(20);
    expect(await countStored(db, site.id)).toEqual({ events: 40, inDays: 40, inBuckets: 40 });
  });

  it('that have the same key are written once', async () => {
    const site = await newSite(db);
    const record = recordTo(createCommitter({ db, slot: 0, plans: DEFAULT_PLANS }), site);
    const id = { keyHash: 'key', bodyHash: 'body' };

    const outcomes = await Promise.all([
      record(visits(1)),
      record(visits(2), id),
      record(visits(2), id),
      record(visits(3), { ...id, bodyHash: 'another' }),
      record(visits(2), id),
    ]);

    const replayed = { kind: 'replayed', recorded: 2, passedOver: 0 };
    expect(outcomes).toEqual([stored(1), stored(2), replayed, { kind: 'key-reused' }, replayed]);
    expect(await countStored(db, site.id)).toEqual({ events: 3, inDays: 3, inBuckets: 3 });
    expect(await readUsage(db, site.accountId, NOW_MS)).toBe(3);
  });

  it('are recorded even if the database rejects one among them', async () => {
    const site = await newSite(db);
    const record = recordTo(createCommitter({ db, slot: 0, plans: DEFAULT_PLANS }), site);
    const bad = botVisit(NOW, { pagePath: '/\0' });
    const id = (n: number) => ({ keyHash: `key${n}`, bodyHash: 'body' });

    const outcomes = await Promise.all([
      record(visits(1)),
      record(visits(2), id(1)),
      record([...visits(1), bad]),
      record([bad], id(2)),
      record(visits(3)),
    ]);

    const failed = { kind: 'failed', cause: expect.objectContaining({ code: '22021' }) as unknown };
    expect(outcomes).toEqual([stored(1), stored(2), failed, failed, stored(3)]);
    expect(await countStored(db, site.id)).toEqual({ events: 6, inDays: 6, inBuckets: 6 });
    expect(await readUsage(db, site.accountId, NOW_MS)).toBe(6);
    expect(await record(visits(1), id(2))).toEqual(stored(1));
  });

  it('cost nothing when the site is deleted before they are written', async () => {
    const site = await newSite(db);
    const record = recordTo(createCommitter({ db, slot: 0, plans: DEFAULT_PLANS }), site);
    await inTransaction(db, (tx) => deleteSiteRow(tx, site.id));

    const outcomes = await Promise.all([
      record(visits(1)),
      record(visits(1)),
      record(visits(1), { keyHash: 'key', bodyHash: 'body' }),
    ]);

    expect(outcomes).toEqual(outcomes.map(() => ({ kind: 'site-gone' })));
    expect(await readUsage(db, site.accountId, NOW_MS)).toBe(0);
  });
});

// an open transaction holds up everybody on the embedded database
describe.runIf(onPostgres)('while a site is held', () => {
  it('requests of other sites are recorded', async () => {
    const [held, free] = [await newSite(db), await newSite(db)];
    const committer = createCommitter({ db, slot: 0, plans: DEFAULT_PLANS });
    const hold = await holdSite(held);

    const waiting = [recordTo(committer, held)(visits(1)), recordTo(committer, held)(visits(2))];
    expect(await recordTo(committer, free)(visits(1))).toEqual(stored(1));
    expect(await countStored(db, held.id)).toMatchObject({ events: 0 });

    await hold.release();
    expect(await Promise.all(waiting)).toEqual([stored(1), stored(2)]);
  });

  it('more than 100,000 waiting events are refused, and accepted once those are written', async () => {
    const gateway = startGateway();
    const { send, site } = await makeBackend(gateway);
    const neighbour = await makeBackend(gateway);
    const hold = await holdSite(site);
    const body = JSON.stringify(purchases(1_000));

    const sent = Array.from({ length: 101 }, () => send(body));
    const refused = await Promise.race(sent);
    expect([outcome(refused), refused.headers.get('retry-after')]).toEqual([
      {
        status: 503,
        body: {
          error: 'The service is overloaded. Retry after the time in the Retry-After header.',
          code: 'OVERLOADED',
        },
      },
      '1',
    ]);
    expect((await neighbour.send(VISIT)).status).toBe(503);

    // without its site nothing has to be written in the end
    await db.deleteFrom('sites').where('id', '=', site.id).execute();
    await hold.release();
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([...Array.from({ length: 100 }, () => 403), 503]);
    expect((await neighbour.send(VISIT)).status).toBe(200);
  });
});

function namesOf(queries: readonly object[]): readonly string[] {
  return queries.map((query) => ('name' in query ? String(query.name) : '')).toSorted();
}

/** Keeps recorders away from a site until it is released. */
async function holdSite(site: Site): Promise<{ readonly release: () => Promise<void> }> {
  const [held, released] = [createSignal(), createSignal()];
  const holding = db.transaction().execute(async (tx) => {
    await lockSite(tx, site.id);
    held.raise();
    await released.raised;
  });
  await held.raised;
  return {
    release: async () => {
      released.raise();
      await holding;
    },
  };
}

function createSignal(): { readonly raised: Promise<void>; readonly raise: () => void } {
  let raise: () => void = () => undefined;
  const raised = new Promise<void>((resolve) => {
    raise = resolve;
  });
  return { raised, raise };
}
