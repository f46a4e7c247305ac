import { describe, expect, it } from 'vitest';
import { DEFAULT_PLANS, type PlanCatalogue } from '../../src/domain/plan.ts';
import { byOperator } from '../../src/operations/owner/in-account.ts';
import { deleteSite } from '../../src/operations/owner/site-changes.ts';
import { giveBack, reserve } from '../../src/operations/recording/quota.ts';
import { type Recorder, recordEvents, recordLog } from '../../src/operations/recording/record-events.ts';
import { deleteEventsBefore } from '../../src/operations/upkeep/retention.ts';
import { rebuild, verify } from '../../src/operations/upkeep/verify.ts';
import type { RecordingSite } from '../../src/queries/sites.ts';
import { findUsage } from '../../src/queries/usage.ts';
import { findUsageDrift, rebuildUsage } from '../../src/queries/verify-usage.ts';
import { testDatabase } from '../support/gateway.ts';
import { botVisit, makeOwner, makeSite } from '../support/makers.ts';
import { countStored } from './support.ts';

const db = testDatabase();
const MARCH = Date.parse('2028-03-15T00:00:00Z');
const LIMIT = 100;
const plans: PlanCatalogue = { ...DEFAULT_PLANS, pro: { ...DEFAULT_PLANS.pro, eventsPerMonth: LIMIT } };
const ledger = { db, plans };

function recorderIn(slot = 0, nowMs = MARCH): Recorder {
  return { db, slot, now: () => nowMs, plans };
}

type OwnedSite = RecordingSite & { readonly email: string };

async function proSite(): Promise<OwnedSite> {
  const { accountId, email } = await makeOwner(db, 'pro');
  return { ...(await makeSite(db, accountId)), plan: 'pro', email };
}

function visits(count: number) {
  return Array.from({ length: count }, () => botVisit('2028-03-10T00:00:00Z'));
}

function driftOf({ accountId, email }: OwnedSite, recorded: number, used: number) {
  return { accountId, email, month: '2028-03-01', recorded, used };
}

/** Reserves room, and never records nor gives it back: as a process does that dies. */
async function leak(site: RecordingSite, events: number): Promise<void> {
  expect(await reserve(ledger, site, events, MARCH)).toBeDefined();
}

describe('usage', () => {
  it('that is more or less than what was recorded is found, and rebuilt', async () => {
    const [more, less, right] = [await proSite(), await proSite(), await proSite()];
    for (const site of [more, less, right]) await recordEvents(recorderIn(), site, visits(3));
    await leak(more, 7);
    await db.updateTable('usage').set({ events: 2 }).where('account_id', '=', less.accountId).execute();

    const found = [more, less, right].map(({ id }) => verify(db, id));
    expect(await Promise.all(found)).toEqual([
      { sites: 1, drift: [driftOf(more, 3, 10)], failed: [] },
      { sites: 1, drift: [driftOf(less, 3, 2)], failed: [] },
      { sites: 1, drift: [], failed: [] },
    ]);

    expect((await rebuild(db, more.id)).rebuilt).toEqual([{ account: more.email, month: '2028-03-01' }]);
    expect((await rebuild(db, less.id)).rebuilt).toEqual([{ account: less.email, month: '2028-03-01' }]);
    expect((await rebuild(db, right.id)).rebuilt).toEqual([]);
    for (const { id, accountId } of [more, less, right]) {
      expect(await verify(db, id)).toEqual({ sites: 1, drift: [], failed: [] });
      expect(await findUsage(db, accountId, MARCH)).toBe(3);
    }
  });

  it('counts what was recorded, after its events and even its site are deleted', async () => {
    const site = await proSite();
    const other = { ...site, ...(await makeSite(db, site.accountId)) };
    await recordEvents(recorderIn(), site, visits(3));
    await recordEvents(recorderIn(5), other, visits(4));
    await leak(site, 1);

    await deleteEventsBefore(db, other.id, '2028-04-01');
    await deleteSite(byOperator(db, 0), other.id);
    await rebuildUsage(db, site.accountId, '2028-03-01');

    expect(await findUsage(db, site.accountId, MARCH)).toBe(7);
    expect(await findUsageDrift(db, site.accountId)).toEqual([]);
  });

  it('counts in the month in which the events are recorded', async () => {
    const site = await proSite();
    const april = Date.parse('2028-04-01T00:00:00Z');
    await recordEvents(recorderIn(0, april - 1), site, visits(3));
    await recordEvents(recorderIn(0, april), site, visits(4));

    expect(await findUsageDrift(db, site.accountId)).toEqual([]);
    expect(await findUsage(db, site.accountId, april - 1)).toBe(3);
    expect(await findUsage(db, site.accountId, april)).toBe(4);
  });
});

describe('room that was reserved before the usage was rebuilt', () => {
  it('is reserved again by its request, which is recorded once and counted once', async () => {
    const site = await proSite();
    const reservation = await reserve(ledger, site, 5, MARCH);
    await rebuildUsage(db, site.accountId, '2028-03-01');
    await recordEvents(recorderIn(), site, visits(98));

    const upTo = (room: number) => ({ events: visits(Math.min(room, 5)), step: undefined });
    const recorded = await recordLog(recorderIn(), site, { wanted: 5, upTo, reservation });

    expect(recorded).toMatchObject({ events: visits(2), repeats: 0 });
    expect(await countStored(db, site.id)).toEqual({ events: LIMIT, inDays: LIMIT, inBuckets: LIMIT });
    expect(await verify(db, site.id)).toEqual({ sites: 1, drift: [], failed: [] });
  });

  it('is not given back a second time', async () => {
    const site = await proSite();
    await recordEvents(recorderIn(), site, visits(3));
    const reservation = await reserve(ledger, site, 5, MARCH);
    await rebuildUsage(db, site.accountId, '2028-03-01');

    expect(reservation && (await giveBack(db, reservation))).toBe(true);
    expect(await findUsage(db, site.accountId, MARCH)).toBe(3);
  });
});

describe('rebuilding the usage', () => {
  it('while others record neither exceeds the quota nor leaves any drift', async () => {
    const site = await proSite();
    const other = { ...site, ...(await makeSite(db, site.accountId)) };
    const recorded: number[] = [];
    const recordAll = async (slot: number) => {
      for (let round = 0; round < 12; round++) {
        const to = round % 2 ? site : other;
        recorded.push(await recordEvents(recorderIn(slot), to, visits(1 + ((slot + round) % 4))));
        if (round % 3 === slot % 3) await rebuildUsage(db, site.accountId, '2028-03-01');
      }
    };

    await Promise.all([0, 1, 2, 3].map(recordAll));

    const stored = await Promise.all([site, other].map(({ id }) => countStored(db, id)));
    const sum = (counts: readonly (number | undefined)[]) =>
      counts.reduce<number>((all, n) => all + (n ?? 0), 0);
    expect([sum(recorded), sum(stored.map((one) => one?.events))]).toEqual([LIMIT, LIMIT]);
    expect(await findUsageDrift(db, site.accountId)).toEqual([]);
    expect(await findUsage(db, site.accountId, MARCH)).toBe(LIMIT);
  });
});
