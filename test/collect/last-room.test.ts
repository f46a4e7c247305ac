import { describe, expect, it } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { DEFAULT_PLANS } from '../../src/domain/plan.ts';
import type { Site } from '../../src/domain/site.ts';
import { createCommitter } from '../../src/operations/recording/committer.ts';
import { reserve } from '../../src/operations/recording/quota.ts';
import { verify } from '../../src/operations/upkeep/verify.ts';
import { countStored, newSite } from '../queries/support.ts';
import { NOW, testDatabase } from '../support/gateway.ts';
import { botVisit, makeSite } from '../support/makers.ts';
import { readUsage } from '../support/usage.ts';

const db = testDatabase();
const NOW_MS = Date.parse(NOW);
const plans = { ...DEFAULT_PLANS, pro: { ...DEFAULT_PLANS.pro, eventsPerMonth: 2 } };
const KEY = { keyHash: 'key', bodyHash: 'body' };

const STORED = { kind: 'stored', recorded: 2, passedOver: 0 };
const REPLAYED = { kind: 'replayed', recorded: 2, passedOver: 0 };
const OVER_QUOTA = { kind: 'over-quota' };

function twoVisits(site: Site, idempotency: typeof KEY | undefined) {
  const events = [botVisit(NOW), botVisit(NOW)];
  return { site, plan: 'pro', nowMs: NOW_MS, events, passedOver: 0, idempotency } as const;
}

/** A database whose next transaction waits to begin until it is let through. Everything else passes. */
function gate() {
  const [reached, opened] = [createSignal(), createSignal()];
  let isFirst = true;
  const gated = new Proxy(db, {
    get(target, name) {
      if (name === 'transaction' && isFirst) {
        isFirst = false;
        return () => ({
          execute: async (work: Parameters<ReturnType<Database['transaction']>['execute']>[0]) => {
            reached.raise();
            await opened.raised;
            return target.transaction().execute(work);
          },
        });
      }
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  return { gated, reached: reached.raised, open: opened.raise };
}

function createSignal(): { readonly raised: Promise<void>; readonly raise: () => void } {
  let raise!: () => void;
  const raised = new Promise<void>((resolve) => (raise = resolve));
  return { raised, raise };
}

function committerOn(on: Database, slot: number) {
  return createCommitter({ db: on, slot, plans });
}

describe('while another process has reserved the last room of a month, and recorded nothing yet', () => {
  it('a request with the same key is recorded, and the other process answers the same', async () => {
    for (let round = 0; round < 10; round++) {
      const site = await newSite(db);
      const { gated, reached, open } = gate();
      const first = committerOn(gated, 0).record(twoVisits(site, KEY));
      await reached;
      expect(await readUsage(db, site.accountId, NOW_MS)).toBe(2);

      expect(await committerOn(db, 1).record(twoVisits(site, KEY))).toEqual(STORED);
      open();

      expect(await first).toEqual(REPLAYED);
      expect(await countStored(db, site.id)).toEqual({ events: 2, inDays: 2, inBuckets: 2 });
      expect(await readUsage(db, site.accountId, NOW_MS)).toBe(2);
      expect(await verify(db, site.id)).toEqual({ sites: 1, drift: [], failed: [] });
    }
  });

  it.each([
    ['with another key', { ...KEY, keyHash: 'another' }],
    ['without a key', undefined],
  ])('a request %s gets the room, and the other process answers that there is none', async (_, id) => {
    const site = await newSite(db);
    const other = await makeSite(db, site.accountId);
    const { gated, reached, open } = gate();
    const first = committerOn(gated, 0).record(twoVisits(site, KEY));
    await reached;

    expect(await committerOn(db, 1).record(twoVisits(other, id))).toEqual(STORED);
    open();

    expect(await first).toEqual(OVER_QUOTA);
    expect(await countStored(db, site.id)).toMatchObject({ events: 0 });
    expect(await readUsage(db, site.accountId, NOW_MS)).toBe(2);
    expect(await verify(db, site.id)).toEqual({ sites: 1, drift: [], failed: [] });
  });
});

it('room that a dead process reserved does not refuse anybody', async () => {
  const site = await newSite(db);
  await reserve({ db, plans }, { accountId: site.accountId, plan: 'pro' }, 2, NOW_MS);

  const outcomes = await Promise.all(
    [1, 2].map((slot) => committerOn(db, slot).record(twoVisits(site, undefined))),
  );

  expect(outcomes).toHaveLength(2);
  expect(outcomes).toContainEqual(STORED);
  expect(outcomes).toContainEqual(OVER_QUOTA);
  expect(await countStored(db, site.id)).toMatchObject({ events: 2 });
  expect(await verify(db, site.id)).toEqual({ sites: 1, drift: [], failed: [] });
});

it('twenty requests with one key over four processes get one answer when the month has room for one', async () => {
  const committers = [0, 1, 2, 3].map((slot) => committerOn(db, slot));
  for (let round = 0; round < 10; round++) {
    const site = await newSite(db);

    const outcomes = await Promise.all(
      committers.flatMap((committer) =>
        Array.from({ length: 5 }, () => committer.record(twoVisits(site, KEY))),
      ),
    );

    const ofKind = (kind: string) => outcomes.filter((outcome) => outcome.kind === kind);
    expect([ofKind('stored'), ofKind('replayed')]).toEqual([
      [STORED],
      Array.from({ length: 19 }, () => REPLAYED),
    ]);
    expect(await countStored(db, site.id)).toEqual({ events: 2, inDays: 2, inBuckets: 2 });
    expect(await readUsage(db, site.accountId, NOW_MS)).toBe(2);
  }
});
