import { describe, expect, it } from 'vitest';
import { INSTALLED } from '../../src/catalogue/catalogue.ts';
import type { NewEvent } from '../../src/domain/event.ts';
import { DAY_MS, EARLIEST_MS, HOUR_MS, LATEST_MS, formatInstant } from '../../src/domain/time.ts';
import { createJudging } from '../../src/operations/judging/judging.ts';
import { judgeSite } from '../../src/operations/judging/judge-site.ts';
import { byOperator } from '../../src/operations/owner/in-account.ts';
import { deleteSite } from '../../src/operations/owner/site-changes.ts';
import { deleteSiteEvents } from '../../src/queries/delete-events.ts';
import { Overtaken } from '../../src/queries/judged-site-statements.ts';
import { findJudgedSite } from '../../src/queries/judged-sites.ts';
import { sumObedience } from '../../src/queries/obedience.ts';
import { ALWAYS, accessible } from '../queries/support.ts';
import { testDatabase } from '../support/gateway.ts';
import { botVisit, makeOwner, makeSite, recordCounted } from '../support/makers.ts';
import { freshDatabase, openPool } from '../support/fresh-database.ts';
import { addVersion, dueOf, judgeOne } from './support.ts';

const NOW = Date.parse('2026-03-15T12:00:00Z');
const db = testDatabase();

const CLOSED = 'User-agent: *\nDisallow: /';

async function start(of = db) {
  const { accountId } = await makeOwner(of);
  const site = accessible(await makeSite(of, accountId));
  return {
    site,
    record: (...events: readonly NewEvent[]) => recordCounted(of, site, events),
    judge: (nowMs = NOW) => judgeOne(of, site.id, nowMs),
    add: (sinceMs: number, text: string) => addVersion(of, site.id, { sinceMs, text, nowMs: NOW }),
    sums: async () => {
      const [sums = { allowed: 0, against: 0, unknown: 0 }] = await sumObedience(of, site, ALWAYS);
      return [sums.allowed, sums.against, sums.unknown];
    },
  };
}

const at = (ms: number, pagePath = '/a') => botVisit(formatInstant(ms), { pagePath });

describe('visits are judged', () => {
  it('again as days pass, whatever came late', async () => {
    const { record, judge, add, sums } = await start();
    await add(NOW - 9 * DAY_MS, CLOSED);
    await record(at(NOW - HOUR_MS));
    await judge();
    await record(at(NOW - HOUR_MS), at(NOW - DAY_MS));
    await judge();
    expect(await sums()).toEqual([0, 3, 0]);
    // the next day, with one visit of each of three days, and one of a day to come
    const later = NOW + DAY_MS;
    await record(at(NOW - DAY_MS), at(NOW), at(later), at(later + DAY_MS));
    await judge(later);
    await record(at(NOW), at(later + DAY_MS));
    await judge(later + DAY_MS);
    expect(await sums()).toEqual([0, 9, 0]);
  });

  it('on the first and the last day of all', async () => {
    const { record, judge, sums } = await start();
    await record(
      at(EARLIEST_MS),
      at(EARLIEST_MS, '/robots.txt'),
      at(LATEST_MS - 1),
      at(LATEST_MS - 1, '/robots.txt'),
    );
    await judge();
    await record(at(EARLIEST_MS + 1), at(LATEST_MS - 2));
    await judge();
    expect(await sums()).toEqual([2, 0, 4]);
  });

  it('by what their bot is known to have read only later', async () => {
    const { record, judge, add, sums } = await start();
    await add(NOW - 9 * DAY_MS, CLOSED);
    await add(NOW - DAY_MS, '');
    // up to the next noon it may rely on both
    await record(at(NOW - DAY_MS - HOUR_MS), at(NOW - HOUR_MS), at(NOW));
    await judge();
    expect(await sums()).toEqual([1, 1, 1]);
    await record(at(NOW - DAY_MS - 2 * HOUR_MS, '/robots.txt'));
    await judge();
    expect(await sums()).toEqual([2, 1, 1]);
    await record(at(NOW - 2 * HOUR_MS, '/robots.txt'));
    await judge();
    expect(await sums()).toEqual([4, 1, 0]);
  });

  it('by late readings of two days, each of which would do', async () => {
    const { record, judge, sums } = await start();
    const missing = (ms: number) => botVisit(formatInstant(ms), { pagePath: '/robots.txt', status: 404 });
    await record(missing(NOW - 25 * HOUR_MS), at(NOW));
    await judge();
    expect(await sums()).toEqual([1, 0, 1]);
    await record(missing(NOW - 13 * HOUR_MS), missing(NOW - 11 * HOUR_MS));
    await judge();
    expect(await sums()).toEqual([4, 0, 0]);
  });

  it('without those of days that were deleted, and with others in their place', async () => {
    const { site, record, judge, add, sums } = await start();
    await add(NOW - 9 * DAY_MS, CLOSED);
    await record(at(NOW - 2 * DAY_MS), at(NOW - 2 * DAY_MS, '/robots.txt'), at(NOW));
    await judge();
    expect(await sums()).toEqual([1, 2, 0]);
    await deleteSiteEvents(db, site.id, { beforeMs: Date.parse('2026-03-14') });
    await record(at(NOW - 2 * DAY_MS), at(NOW - 2 * DAY_MS));
    await judge();
    expect(await sums()).toEqual([0, 3, 0]);
  });
});

describe('judging again', () => {
  it('goes on where it was interrupted', async () => {
    const { site, record, judge, add, sums } = await start();
    const months = ['2026-01-10', '2026-02-10', '2026-03-10'].map((day) => Date.parse(day));
    await record(...months.map((ms) => at(ms)));
    await judge();
    await add(Date.parse('2026-01-01'), CLOSED);
    const { due, versions } = await dueOf(db, site.id, NOW);
    let steps = 0;
    // others have their turn after the first month
    const parts = { db, catalogue: INSTALLED, isTimeOver: () => ++steps > 1 };
    await judgeSite(parts, due ?? expect.unreachable(), { versions, nowMs: NOW });
    expect(await sums()).toEqual([0, 1, 2]);
    expect((await findJudgedSite(db, site.id))?.again?.fromMs).toBe(Date.parse('2026-01-11'));

    const stop = new AbortController();
    stop.abort();
    const stopped = await dueOf(db, site.id, NOW);
    const judging = judgeSite(
      { db, catalogue: INSTALLED, stop: stop.signal },
      stopped.due ?? expect.unreachable(),
      { versions, nowMs: NOW },
    );
    await expect(judging).rejects.toThrow('aborted');
    expect(await sums()).toEqual([0, 1, 2]);
    await judge();
    expect(await sums()).toEqual([0, 3, 0]);
    expect((await dueOf(db, site.id, NOW)).due).toBeUndefined();
  });

  it('leaves nothing of a site that is deleted meanwhile', async () => {
    const { site, record, judge, add } = await start();
    await record(at(NOW));
    const { due: first = expect.unreachable(), versions } = await dueOf(db, site.id, NOW);
    await judge();
    await add(NOW, CLOSED);
    const { due: again = expect.unreachable() } = await dueOf(db, site.id, NOW);
    await deleteSite(byOperator(db, NOW), site.id);
    for (const due of [first, again]) {
      const judging = judgeSite({ db, catalogue: INSTALLED }, due, { versions, nowMs: NOW });
      await expect(judging).rejects.toThrow(Overtaken);
    }
    for (const table of [
      'judged_sites',
      'judged_days',
      'judged_months',
      'broken_rules',
      'rule_months',
    ] as const)
      expect(await db.selectFrom(table).where('site_id', '=', site.id).selectAll().execute()).toEqual([]);
    const left = db.selectFrom('robots_versions').where('ruled_site_id', '=', site.id);
    expect(await left.selectAll().execute()).toEqual([]);
  });
});

it('a site whose look fails keeps no other from being judged', async () => {
  const own = openPool(await freshDatabase(), 2);
  const sites = [await start(own), await start(own), await start(own)];
  const [broken = expect.unreachable(), ...others] = sites;
  for (const { record, judge } of sites) {
    await record(at(NOW - HOUR_MS));
    await judge();
    await record(at(NOW - HOUR_MS));
  }
  const row = own.updateTable('judged_sites').set({ versions: 'no JSON' });
  await row.where('site_id', '=', broken.site.id).execute();
  const failed: string[] = [];
  for await (const { siteId } of createJudging({ db: own })(NOW)) failed.push(siteId);
  expect(failed).toEqual([broken.site.id]);
  for (const { sums } of others) expect(await sums()).toEqual([0, 0, 2]);
});
