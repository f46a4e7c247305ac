import { sql } from 'kysely';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { type Database, openDatabase } from '../../src/database/database.ts';
import { DEFAULT_PLANS, type PlanCatalogue } from '../../src/domain/plan.ts';
import type { AccessibleSite, Site } from '../../src/domain/site.ts';
import { createAccount, deleteAccount } from '../../src/operations/owner/accounts.ts';
import { byOperator } from '../../src/operations/owner/in-account.ts';
import { deleteSite, setRetention } from '../../src/operations/owner/site-changes.ts';
import { deleteEventsBefore, expireEvents } from '../../src/operations/upkeep/retention.ts';
import { verify } from '../../src/operations/upkeep/verify.ts';
import { deleteSiteEvents } from '../../src/queries/delete-events.ts';
import { SiteGone } from '../../src/domain/site.ts';
import { storeEvents } from '../../src/queries/record-events.ts';
import { countByName } from '../../src/queries/stats.ts';
import { watchQueries } from '../support/asked-queries.ts';
import { freshDatabase, onCitus, onPostgres, openPool } from '../support/fresh-database.ts';
import { testDatabase } from '../support/gateway.ts';
import { botVisit, conversion, makeOwner, makeSite, record, referral } from '../support/makers.ts';
import { ALWAYS, countStored, during, newSite, steadyClock } from './support.ts';

const db = testDatabase();
const TODAY = Date.parse('2028-03-01T12:00:00Z');

const [THREE_DAYS_AGO, LEAP_DAY, YESTERDAY_LATE, MIDNIGHT, LATER] = [
  '2028-02-27T23:59:59.999Z',
  '2028-02-28T00:00:00.000Z',
  '2028-02-29T23:59:59.999Z',
  '2028-03-01T00:00:00.000Z',
  '2028-03-02T00:00:00.000Z',
];
const EVENTS = [THREE_DAYS_AGO, LEAP_DAY, YESTERDAY_LATE, MIDNIGHT, LATER].map((at) => botVisit(at));

describe('deleting before a date', () => {
  it('deletes whole days with their counts, and keeps the date itself', async () => {
    const site = await newSite(db);
    await record(db, site, EVENTS);

    expect(await deleteEventsBefore(db, site.id, '2028-02-28')).toBe(1);
    expect(await deleteEventsBefore(db, site.id, '2028-02-28')).toBe(0);
    expect(await deleteEventsBefore(db, site.id, '2028-03-01')).toBe(2);
    expect(await countStored(db, site.id)).toEqual({ events: 2, inDays: 2, inBuckets: 2 });
    expect(await verify(db, site.id)).toEqual({ sites: 1, drift: [], failed: [] });
  });

  it.each(['2028-02-30', '28-02-01', 'yesterday', ''])('refuses %j, which is no date', async (before) => {
    const site = await newSite(db);
    await record(db, site, EVENTS);

    await expect(deleteEventsBefore(db, site.id, before)).rejects.toThrow(
      'a calendar date as YYYY-MM-DD in the years 0001 to 9999',
    );
    expect(await countStored(db, site.id)).toMatchObject({ events: 5 });
  });

  it('of an unknown site is refused', async () => {
    await expect(deleteEventsBefore(db, 'site_none', '2028-01-01')).rejects.toThrow(
      'There is no site site_none.',
    );
  });

  it('in steps leaves exact counts behind each of them, and no name without events', async () => {
    const site = await newSite(db);
    const names = ['a', 'b', 'c', 'd'];
    const day = Array.from({ length: 40 }, (_, n) => {
      const at = new Date(Date.parse(LEAP_DAY) + n * 20 * 60_000).toISOString();
      const given = { eventName: names[Math.floor(n / 10)] ?? '', eventValue: n / 10 };
      const country = n < 15 ? 'DE' : 'US';
      const crawl = {
        country,
        status: 200 + (n % 6),
        bytes: n,
        verdict: n % 4 === 0 ? 'verified' : 'outside',
      } as const;
      return n % 2 === 0 ? botVisit(at, crawl) : conversion(at, given);
    });
    for (const slot of [0, 3]) await record(db, site, day, slot);

    const left: unknown[] = [];
    for (let stopped = false; !stopped;) {
      const stop = new AbortController();
      const { db: watched } = watchQueries({
        onQuery: (text) => {
          if (text.includes('advisory')) stop.abort();
        },
      });
      const events = await deleteSiteEvents(watched, site.id, { stop: stop.signal, eventsPerStep: 30 });
      left.push([await countStored(db, site.id), await listNames(site), await verify(db, site.id)]);
      stopped = events === 0;
    }

    const exact = { sites: 1, drift: [], failed: [] };
    expect(left).toEqual([
      [{ events: 50, inDays: 50, inBuckets: 50 }, ['GPTBot', 'b', 'c', 'd'], exact],
      [{ events: 20, inDays: 20, inBuckets: 20 }, ['GPTBot', 'd'], exact],
      [{ events: 0, inDays: 0, inBuckets: 0 }, [], exact],
      [{ events: 0, inDays: 0, inBuckets: 0 }, [], exact],
    ]);
  });

  it('deletes with a day what is recorded to a part of it that is already behind', async () => {
    const site = await newSite(db);
    const hour = (n: number) => new Date(Date.parse(LEAP_DAY) + n * 3_600_000).toISOString();
    await record(
      db,
      site,
      Array.from({ length: 24 }, (_, n) => botVisit(hour(n))),
    );
    const late = [conversion(hour(1)), conversion(hour(0))];
    let steps = 0;
    const watched = openDatabase({
      connection: inject('database'),
      poolSize: 1,
      statementTimeoutMs: 30_000,
      async aroundQuery({ text }, send) {
        if (text === 'begin' && ++steps === 3) await record(db, site, late);
        return send();
      },
    });
    onTestFinished(() => watched.destroy());

    expect(await deleteSiteEvents(watched, site.id, { eventsPerStep: 10, now: steadyClock() })).toBe(26);
    expect(steps).toBe(3);
    expect(await countStored(db, site.id)).toEqual({ events: 0, inDays: 0, inBuckets: 0 });
    expect(await verify(db, site.id)).toEqual({ sites: 1, drift: [], failed: [] });
  });

  // the embedded database has one transaction at a time
  it.runIf(onPostgres).each([
    ['a part of a day', 10, 10],
    ['whole days, with what is recorded to them meanwhile', 100, 25],
  ])('deletes %s, before it keeps recorders away', async (_, eventsPerStep, expected) => {
    const site = await newSite(db);
    const hour = (n: number) => new Date(Date.parse(LEAP_DAY) + n * 3_600_000).toISOString();
    const day = Array.from({ length: 24 }, (_, n) => botVisit(hour(n)));
    await record(db, site, day);
    const stop = new AbortController();
    let deletions = 0;
    const watched = openDatabase({
      connection: inject('database'),
      poolSize: 1,
      statementTimeoutMs: 30_000,
      async aroundQuery({ text, name }, send) {
        if (/delete from "?events/.test(text)) deletions++;
        if (name === 'lock_site') {
          expect(deletions).toBe(1);
          await record(db, site, [referral(hour(3))]);
          stop.abort();
        }
        return send();
      },
    });
    onTestFinished(() => watched.destroy());

    expect(await deleteSiteEvents(watched, site.id, { eventsPerStep, stop: stop.signal })).toBe(expected);

    const left = 25 - expected;
    expect(await countStored(db, site.id)).toEqual({ events: left, inDays: left, inBuckets: left });
    expect(await verify(db, site.id)).toEqual({ sites: 1, drift: [], failed: [] });
  });

  it.each([
    ['longer', 1, [250, 500, 250]],
    ['shorter', 100, [500, 250, 250]],
  ])('takes %s steps after one that holds the site for %i ms', async (_, heldMs, sizes) => {
    const site = await newSite(db);
    const at = (n: number) => new Date(Date.parse(LEAP_DAY) + n * 60_000).toISOString();
    await record(
      db,
      site,
      Array.from({ length: 1_000 }, (_, n) => botVisit(at(n))),
    );
    let nowMs = 0;
    const deleted: number[] = [];
    const watched = openDatabase({
      connection: inject('database'),
      poolSize: 1,
      statementTimeoutMs: 30_000,
      async aroundQuery({ text }, send) {
        const result = await send();
        if (text === 'commit') deleted.push((await countStored(db, site.id))?.events ?? 0);
        return result;
      },
    });
    onTestFinished(() => watched.destroy());

    const now = () => (nowMs += heldMs);
    await deleteSiteEvents(watched, site.id, { eventsPerStep: sizes[0] ?? 0, now });

    expect(deleted.map((left, step) => (deleted[step - 1] ?? 1_000) - left)).toEqual(sizes);
  });

  it('of one site twice at once deletes each event once, and leaves nothing', async () => {
    const site = await newSite(db);
    const at = (n: number) => new Date(Date.parse(LEAP_DAY) + n * 60_000).toISOString();
    await record(
      db,
      site,
      Array.from({ length: 200 }, (_, n) => botVisit(at(n))),
    );

    const twice = [1, 2].map(() => deleteSiteEvents(db, site.id, { eventsPerStep: 20, now: steadyClock() }));

    expect((await Promise.all(twice)).reduce((sum, events) => sum + events, 0)).toBe(200);
    expect(await countStored(db, site.id)).toEqual({ events: 0, inDays: 0, inBuckets: 0 });
    expect(await verify(db, site.id)).toEqual({ sites: 1, drift: [], failed: [] });
  });

  it('keeps the counts exact while others record into the same days', async () => {
    const site = await newSite(db);
    let deleted = 0;
    await during(
      async () => {
        for (let round = 0; round < 20; round++) await record(db, site, EVENTS, round % 8);
      },
      async () => {
        deleted += await deleteEventsBefore(db, site.id, '2028-03-01');
      },
    );
    deleted += await deleteEventsBefore(db, site.id, '2028-03-01');

    expect(deleted).toBe(60);
    expect(await countStored(db, site.id)).toEqual({ events: 40, inDays: 40, inBuckets: 40 });
    expect(await verify(db, site.id)).toEqual({ sites: 1, drift: [], failed: [] });
  });
});

describe('retention', () => {
  it("keeps a site's own days, or else its plan's, today included, and everything without a limit", async () => {
    const own = openPool(await freshDatabase(), 2);
    const plans = withRetention({ free: 3, pro: Infinity });
    const [free, pro] = [await makeOwner(own, 'free'), await makeOwner(own, 'pro')];
    const sites = [
      await makeSite(own, free.accountId),
      await makeSite(own, free.accountId),
      await makeSite(own, pro.accountId),
      await makeSite(own, pro.accountId),
    ] as const;
    for (const site of sites) await record(own, site, EVENTS);
    await setRetention(byOperator(own, TODAY), sites[1].id, 1);
    await setRetention(byOperator(own, TODAY), sites[3].id, 2);
    await setRetention(byOperator(own, TODAY), sites[3].id, null);

    const expired = await expireAll({ db: own, plans });

    expect(expired).toEqual(
      [
        { siteId: sites[0].id, before: '2028-02-28', events: 1 },
        { siteId: sites[1].id, before: '2028-03-01', events: 3 },
      ].toSorted(bySiteOf(sites)),
    );
    const left = await Promise.all(sites.map(({ id }) => countStored(own, id)));
    expect(left.map((stored) => stored?.events)).toEqual([4, 2, 5, 5]);
    expect(await expireAll({ db: own, plans })).toEqual([]);
    expect(await verify(own, undefined)).toEqual({ sites: 4, drift: [], failed: [] });
  });

  it('stops between two days when it is aborted', async () => {
    const own = openPool(await freshDatabase(), 2);
    const { accountId } = await makeOwner(own, 'free');
    const site = await makeSite(own, accountId);
    await record(own, site, EVENTS);
    const keeping = { db: own, plans: withRetention({ free: 1, pro: 1 }), stop: AbortSignal.abort() };

    expect(await expireAll(keeping)).toEqual([]);
    expect(await countStored(own, site.id)).toMatchObject({ events: 5 });
  });

  // Citus has no triggers
  it.skipIf(onCitus)('of a site that fails does not keep others from their turn', async () => {
    const own = openPool(await freshDatabase(), 2);
    const { accountId } = await makeOwner(own, 'free');
    const sites = [await makeSite(own, accountId), await makeSite(own, accountId)].toSorted(byId);
    for (const site of sites) await record(own, site, EVENTS);
    await refuseDeletions(own, sites[0]?.id ?? '');

    expect(await expireAll({ db: own, plans: withRetention({ free: 1, pro: 1 }) })).toEqual([
      { siteId: sites[0]?.id, before: '2028-03-01', cause: expect.objectContaining({ code: '57014' }) },
      { siteId: sites[1]?.id, before: '2028-03-01', events: 3 },
    ]);
    expect(await verify(own, undefined)).toEqual({ sites: 2, drift: [], failed: [] });
  });
});

describe('deleting', () => {
  it('a site leaves nothing behind, even while others record to it', async () => {
    const site = await newSite(db);
    const at = (bytes: number) => ({ bytes, digest: '', readerState: null });
    const log = { siteId: site.id, firstLine: 'a', copy: 0 };
    const step = { log, from: at(0), to: at(9), path: '/', modifiedAtMs: 0 };
    await storeEvents(db, { siteId: site.id, slot: 0, events: EVENTS }, step);
    const recorders = [1, 2, 3].map((slot) => recordUntilRefused(site, slot));
    await deleteSite(byOperator(db, TODAY), site.id);

    const ends = await Promise.all(recorders);
    expect(ends.map((error) => error instanceof SiteGone)).toEqual([true, true, true]);
    expect(await countStored(db, site.id)).toEqual({ events: 0, inDays: 0, inBuckets: 0 });
    const logs = await db.selectFrom('log_positions').select('copy').where('site_id', '=', site.id).execute();
    expect(logs).toEqual([]);
  });

  it('an account removes the events of all its sites', async () => {
    const email = `deleted-${String(Math.random()).slice(2)}@example.com`;
    const account = await createAccount(db, { email, plan: 'free' }, TODAY);
    const sites = [await makeSite(db, account.id), await makeSite(db, account.id)];
    for (const site of sites) await record(db, site, [...EVENTS, conversion(MIDNIGHT)]);

    expect(await deleteAccount(byOperator(db, TODAY), email)).toMatchObject({ sites: 2, events: 12 });
    for (const { id } of sites) expect(await countStored(db, id)).toMatchObject({ events: 0, inDays: 0 });
  });

  // Citus has no triggers
  it.skipIf(onCitus)('an account goes on past a site that fails, which can then be deleted', async () => {
    const own = openPool(await freshDatabase(), 5);
    const email = 'deleted@example.com';
    const account = await createAccount(own, { email, plan: 'free' }, TODAY);
    const sites: Site[] = [];
    // more than are deleted at once
    while (sites.length < 9) sites.push(await makeSite(own, account.id));
    for (const site of sites) await record(own, site, EVENTS);
    const [failing] = sites.map(({ id }) => id).toSorted();
    await refuseDeletions(own, failing ?? '');

    await expect(deleteAccount(byOperator(own, TODAY), email)).rejects.toMatchObject({ code: '57014' });

    const left = await own.selectFrom('sites').select('id').where('account_id', '=', account.id).execute();
    expect(left).toEqual([{ id: failing }]);
    const events = await own.selectFrom('events').select('site_id').distinct().execute();
    expect(events).toEqual([{ site_id: failing }]);
    await sql`drop trigger refuse on events`.execute(own);
    expect(await deleteSite(byOperator(own, TODAY), failing ?? '')).toBe(EVENTS.length);
    expect(await verify(own, undefined)).toMatchObject({ drift: [], failed: [] });
  });
});

async function listNames(site: AccessibleSite): Promise<readonly string[]> {
  return (await countByName(db, site, ALWAYS)).map(({ name }) => name).toSorted();
}

async function recordUntilRefused(site: Site, slot: number): Promise<unknown> {
  for (;;) {
    try {
      await record(db, site, EVENTS, slot);
    } catch (error) {
      return error;
    }
  }
}

function withRetention(days: { readonly free: number; readonly pro: number }): PlanCatalogue {
  return {
    ...DEFAULT_PLANS,
    free: { ...DEFAULT_PLANS.free, retentionDays: days.free },
    pro: { ...DEFAULT_PLANS.pro, retentionDays: days.pro },
  };
}

async function expireAll(parts: Parameters<typeof expireEvents>[0]) {
  const found = [];
  for await (const one of expireEvents(parts, TODAY)) found.push(one);
  return found;
}

function byId(one: Site, other: Site): number {
  return one.id < other.id ? -1 : 1;
}

/** Makes deletions of the site's events fail as if they took too long. */
async function refuseDeletions(own: Database, siteId: string): Promise<void> {
  const body = `begin
      if old.site_id = '${siteId}' then raise exception 'too long' using errcode = '57014'; end if;
      return old;
    end`;
  await sql`create function refuse() returns trigger language plpgsql as ${sql.lit(body)}`.execute(own);
  await sql`create trigger refuse before delete on events for each row execute function refuse()`.execute(
    own,
  );
}

/** Sites made at the same moment are listed in the order of their random ids. */
function bySiteOf(sites: readonly Site[]) {
  const order = sites.map(({ id }) => id).toSorted();
  return (one: { readonly siteId: string }, other: { readonly siteId: string }) =>
    order.indexOf(one.siteId) - order.indexOf(other.siteId);
}
