import { describe, expect, it } from 'vitest';
import { DEFAULT_PLANS, type PlanCatalogue } from '../../src/domain/plan.ts';
import { accountUsage, setPlan } from '../../src/operations/owner/accounts.ts';
import { byOperator } from '../../src/operations/owner/in-account.ts';
import { giveBack, reserve } from '../../src/operations/recording/quota.ts';
import { type Recorder, recordEvents, recordLog } from '../../src/operations/recording/record-events.ts';
import { LogMoved } from '../../src/domain/recorded-log.ts';
import type { RecordingSite } from '../../src/queries/sites.ts';
import { findUsage } from '../../src/queries/usage.ts';
import { testDatabase } from '../support/gateway.ts';
import { botVisit, makeOwner, makeSite } from '../support/makers.ts';
import { countStored } from './support.ts';

const db = testDatabase();
const FEBRUARY = Date.parse('2028-02-29T23:59:59.999Z');
const MARCH = FEBRUARY + 1;
const PLANS: PlanCatalogue = {
  ...DEFAULT_PLANS,
  free: { ...DEFAULT_PLANS.free, eventsPerMonth: 25 },
  pro: { ...DEFAULT_PLANS.pro, eventsPerMonth: 40 },
};

function recorderAt(nowMs: number, slot = 0): Recorder {
  return { db, slot, now: () => nowMs, plans: PLANS };
}

async function freeSite(): Promise<RecordingSite & { readonly email: string }> {
  const { accountId, email } = await makeOwner(db, 'free');
  return { ...(await makeSite(db, accountId)), plan: 'free', email };
}

function visits(count: number) {
  return Array.from({ length: count }, (_, n) => botVisit('2028-02-01T00:00:00Z', { pagePath: `/${n}` }));
}

describe('the quota of a month', () => {
  it('records the first events that fit, and returns how many', async () => {
    const site = await freeSite();

    const recorded = [];
    for (const count of [20, 10, 3, 0])
      recorded.push(await recordEvents(recorderAt(FEBRUARY), site, visits(count)));

    expect(recorded).toEqual([20, 5, 0, 0]);
    expect(await countStored(db, site.id)).toEqual({ events: 25, inDays: 25, inBuckets: 25 });
    expect(await findUsage(db, site.accountId, FEBRUARY)).toBe(25);
  });

  it('stops at exactly the limit when twenty record at once, whatever the sizes of their batches', async () => {
    const [site, other] = [await freeSite(), await freeSite()];
    const sites = [site, { ...other, accountId: site.accountId }];

    const recorded = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        recordEvents(recorderAt(FEBRUARY, n % 8), sites[n % 2] ?? site, visits(1 + (n % 4))),
      ),
    );

    const stored = await Promise.all(sites.map(({ id }) => countStored(db, id)));
    expect(recorded.reduce((sum, count) => sum + count, 0)).toBe(25);
    expect(stored.reduce((sum, one) => sum + (one?.events ?? 0), 0)).toBe(25);
    expect(await findUsage(db, site.accountId, FEBRUARY)).toBe(25);
  });

  it('has room again with a larger plan, and on the first of the month', async () => {
    const site = await freeSite();
    await recordEvents(recorderAt(FEBRUARY), site, visits(30));

    expect(await recordEvents(recorderAt(FEBRUARY), { ...site, plan: 'pro' }, visits(30))).toBe(15);
    expect(await recordEvents(recorderAt(MARCH), site, visits(30))).toBe(25);
  });

  it('is given back if the log moved', async () => {
    const site = await freeSite();
    const log = { siteId: site.id, firstLine: 'line', copy: 0 };
    const at = (bytes: number, digest: string) => ({ bytes, digest, readerState: null });
    const step = {
      log,
      from: at(0, 'nothing'),
      to: at(9, 'nine'),
      path: '/access.log',
      modifiedAtMs: FEBRUARY,
    };

    const upTo = () => ({ events: visits(2), step });

    await recordLog(recorderAt(FEBRUARY), site, { wanted: 2, upTo });
    const again = recordLog(recorderAt(FEBRUARY), site, { wanted: 2, upTo });

    await expect(again).rejects.toBeInstanceOf(LogMoved);
    expect(await findUsage(db, site.accountId, FEBRUARY)).toBe(2);
    expect(await countStored(db, site.id)).toMatchObject({ events: 2 });
  });

  it('is reserved for all events or none', async () => {
    const site = await freeSite();
    const ledger = { db, plans: PLANS };

    expect(await reserve(ledger, site, 26, FEBRUARY)).toBeUndefined();
    const all = await reserve(ledger, site, 25, FEBRUARY);
    expect(await reserve(ledger, site, 1, FEBRUARY)).toBeUndefined();
    expect(all && (await giveBack(db, { ...all, events: 2 }))).toBe(true);
    expect(await reserve(ledger, site, 2, FEBRUARY)).toBeDefined();
  });

  it('is counted again, and not given back, once the server has crashed: it may be lost', async () => {
    const site = await freeSite();
    const ledger = { db, plans: PLANS };
    await recordEvents(recorderAt(FEBRUARY), site, visits(3));
    const lost = await reserve(ledger, site, 7, FEBRUARY);
    if (lost === undefined) throw new Error('there is no room');
    const before = { ...lost, incarnation: 'the server before it crashed' };
    await db.updateTable('usage').set({ events: 3 }).where('account_id', '=', site.accountId).execute();

    expect(await giveBack(db, before)).toBe(true);
    expect(await findUsage(db, site.accountId, FEBRUARY)).toBe(3);
    expect(await giveBack(db, lost)).toBe(true);
    expect(await findUsage(db, site.accountId, FEBRUARY)).toBe(3);
  });

  it('is shown with its month and when the next one begins', async () => {
    const site = await freeSite();
    await recordEvents(recorderAt(FEBRUARY), site, visits(3));
    const ledger = { db, plans: PLANS };

    const february = await accountUsage(ledger, site.email, FEBRUARY);
    await setPlan(byOperator(db, 0), site.email, 'pro');
    const march = await accountUsage(ledger, site.email, MARCH);

    expect(february).toEqual({
      plan: 'free',
      limit: 25,
      used: 3,
      projected: 3,
      month: '2028-02-01',
      resetsAtMs: MARCH,
    });
    const april = Date.parse('2028-04-01T00:00:00Z');
    expect(march).toEqual({
      plan: 'pro',
      limit: 40,
      used: 0,
      projected: null,
      month: '2028-03-01',
      resetsAtMs: april,
    });
  });
});
