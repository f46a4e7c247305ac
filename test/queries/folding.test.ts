import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { AccessibleSite } from '../../src/domain/site.ts';
import type { Database } from '../../src/database/database.ts';
import { foldSites } from '../../src/operations/upkeep/folding.ts';
import { rebuild, verify } from '../../src/operations/upkeep/verify.ts';
import { DAY_MS } from '../../src/domain/time.ts';
import { countByCountry } from '../../src/queries/countries.ts';
import { deleteSiteEvents } from '../../src/queries/delete-events.ts';
import { foldPagesOfBlock } from '../../src/queries/folded-pages.ts';
import { findSitesToFold, noteFolded, noteFolding } from '../../src/queries/folded-sites.ts';
import { countFactsByName } from '../../src/queries/name-facts.ts';
import { countByPage, findPageSource } from '../../src/queries/pages.ts';
import { countByName } from '../../src/queries/stats.ts';
import { countByStatus } from '../../src/queries/statuses.ts';
import { watchQueries } from '../support/asked-queries.ts';
import { type Connection, freshDatabase, openPool } from '../support/fresh-database.ts';
import { botVisit, conversion, recordCounted, referral } from '../support/makers.ts';
import { ALWAYS, newSite } from './support.ts';

const NOW = Date.parse('2026-03-12T09:00:00Z');
const EVENTS = [
  botVisit('2026-03-10T00:00:00Z', { pagePath: '/a', bytes: 2 }),
  referral('2026-03-10T23:59:59.999Z', { pagePath: '/b' }),
  conversion('2026-03-11T12:00:00Z', { country: 'DE' }),
  botVisit('2026-03-12T00:00:00Z', { pagePath: '/a' }),
];

async function start() {
  const connection = await freshDatabase();
  const db = openPool(connection, 2);
  const site = await newSite(db);
  await recordCounted(db, site, EVENTS);
  const fold = async (nowMs = NOW) => foldWith(db, nowMs);
  const countedDays = async () => {
    const rows = await db.selectFrom('site_countries').select('day').distinct().orderBy('day').execute();
    return rows.map(({ day }) => day);
  };
  /** The first days of the blocks of so many days whose pages are folded. */
  const folded = async (days = 1) => {
    const query = db.selectFrom('site_block_pages').select('first_day').distinct().where('days', '=', days);
    return (await query.orderBy('first_day').execute()).map((row) => row.first_day);
  };
  const pages = async (of: AccessibleSite) =>
    countByPage(db, of, {
      source: await findPageSource(db, of, ALWAYS),
      range: ALWAYS,
      orderBy: 'botVisits',
      search: undefined,
      bots: undefined,
      after: undefined,
      limit: 10,
    });
  return { db, connection, site, fold, countedDays, folded, pages };
}

/** Folds all that has to be folded. */
async function foldWith(db: Database, nowMs: number): Promise<void> {
  const failed = [];
  for await (const found of foldSites({ db, fewestEvents: 1 }, nowMs)) failed.push(found);
  expect(failed).toEqual([]);
}

describe('upkeep', () => {
  it('folds the pages of the days before today, and again those that had events since', async () => {
    const { db, site, fold, folded, pages } = await start();
    await fold();
    expect(await folded()).toEqual(['2026-03-10', '2026-03-11']);
    await recordCounted(db, site, [botVisit('2026-03-10T12:00:00Z', { pagePath: '/b' })]);
    const versions = async () =>
      (await sql`select first_day, days, name, xmin::text from site_block_pages order by 1, 2, 3`.execute(db))
        .rows;
    const before = await pages(site);

    await fold();

    const refolded = await versions();
    expect(await pages(site)).toEqual(before);
    expect(before).toMatchObject([
      { pagePath: '/a', botVisits: 2, bytes: 2 },
      { pagePath: '/b', botVisits: 1, referrals: 1, bytes: null },
      { pagePath: '/', conversions: 1 },
    ]);
    await fold();
    expect(await versions()).toEqual(refolded);
    expect(await verify(db, site.id)).toEqual({ sites: 1, drift: [], failed: [] });
  });

  it('leaves days with few events to be counted from them', async () => {
    const { db, folded } = await start();
    for await (const failed of foldSites({ db }, NOW)) throw new Error('not folded', { cause: failed });
    expect(await folded()).toEqual([]);
  });

  it('joins the slots of the days before today, whoever records to them', async () => {
    const { db, site, fold } = await start();
    for (const slot of [3, 7]) await recordCounted(db, site, EVENTS, slot);
    const names = await countByName(db, site, ALWAYS);
    const slots = async () => {
      const { rows } = await sql`
        select day::text, array_agg(distinct slot order by slot) as slots from (
          select day, slot from site_days union all select day, slot from site_countries
          union all select (starts_at at time zone 'UTC')::date, slot from site_buckets
        ) as rollups group by day order by day`.execute(db);
      return rows;
    };

    await fold();

    expect(await slots()).toEqual([
      { day: '2026-03-10', slots: [0] },
      { day: '2026-03-11', slots: [0] },
      { day: '2026-03-12', slots: [0, 3, 7] },
    ]);
    expect(await countByName(db, site, ALWAYS)).toEqual(names);
    expect(await verify(db, site.id)).toEqual({ sites: 1, drift: [], failed: [] });
    await recordCounted(db, site, EVENTS, 5);
    expect(await slots()).toMatchObject([{ slots: [0, 5] }, { slots: [0, 5] }, { slots: [0, 3, 5, 7] }]);
    await fold();
    expect(await slots()).toMatchObject([{ slots: [0] }, { slots: [0] }, { slots: [0, 3, 5, 7] }]);
    expect(await verify(db, site.id)).toEqual({ sites: 1, drift: [], failed: [] });
  });

  it('counts blocks of 4, 16 and 64 closed days, and those again that had events since', async () => {
    const { db, site, fold, folded } = await start();
    const visits = Array.from({ length: 100 }, (_, day) =>
      botVisit(new Date(NOW - (day + 1) * DAY_MS).toISOString(), {
        pagePath: `/${day % 3}`,
        status: 200 + (day % 2),
      }),
    );
    await recordCounted(db, site, visits);
    const answers = async () => [
      await countByName(db, site, ALWAYS),
      await countFactsByName(db, site, [{ ...ALWAYS, part: 'all' }]),
      await countByStatus(db, site, ALWAYS),
    ];
    const before = await answers();

    await fold();

    expect(await folded(64)).toEqual(['2025-11-30']);
    expect(await folded(16)).toHaveLength(6);
    expect(await folded(4)).toHaveLength(25);
    expect(await answers()).toEqual(before);
    const late = botVisit('2026-01-15T12:00:00Z', { botName: 'Late', status: 418 });
    await recordCounted(db, site, [late]);
    const after = await answers();
    expect(after).not.toEqual(before);
    const isStale = async () =>
      (await sql`select from site_block_names where days = 64 and name = 'Late'`.execute(db)).rows.length ===
      0;
    expect(await isStale()).toBe(true);
    await fold();
    expect(await isStale()).toBe(false);
    expect(await answers()).toEqual(after);
    expect(await verify(db, site.id)).toEqual({ sites: 1, drift: [], failed: [] });
  });

  it('folds a block of many pages in steps, from parts and from whole days', async () => {
    const { db, site, fold, pages } = await start();
    const many = Array.from({ length: 200 }, (_, n) =>
      botVisit(`2026-03-0${(n % 9) + 1}T12:00:00Z`, { pagePath: `/${n % 70}`, botName: `Bot${n % 2}` }),
    );
    for (let from = 0; from < many.length; from += 100)
      await recordCounted(db, site, many.slice(from, from + 100));
    const before = await pages(site);
    await fold();
    const blocks = await sql<{ firstMs: number; days: number }>`
      select extract(epoch from first_day)::bigint * 1000 as "firstMs", days from site_block_pages
      where days > 1 group by first_day, days order by days`.execute(db);
    const partsOf = async (days: number) =>
      (
        await sql<{ part: number }>`
          select distinct part from site_block_pages where days = ${days} order by part`.execute(db)
      ).rows.map(({ part }) => part);
    expect(await partsOf(16)).toEqual([0]);

    // one of the short blocks stays whole; the long one has more steps than a list has parts
    const [, ...inParts] = blocks.rows;
    for (const block of inParts)
      await foldPagesOfBlock(db, site.id, { ...block, pagesPerStep: block.days > 4 ? 3 : 60 }, 1);

    expect((await partsOf(4))[0]).toBe(0);
    expect((await partsOf(4)).every((part) => part === 0 || (part >= 32 && part < 64))).toBe(true);
    expect((await partsOf(16)).some((part) => part >= 64)).toBe(true);
    expect(await findPageSource(db, site, ALWAYS)).toBe('parts');
    expect(await pages(site)).toEqual(before);
    expect(await verify(db, site.id)).toEqual({ sites: 1, drift: [], failed: [] });
  });

  it('counts the countries of days that an earlier release recorded', async () => {
    const { db, site, fold, countedDays } = await start();
    const before = await countByCountry(db, site, ALWAYS);
    await sql`delete from site_countries where day = '2026-03-10'`.execute(db);
    await sql`update site_countries set conversions = 0 where day = '2026-03-11'`.execute(db);
    expect(await countByCountry(db, site, ALWAYS)).toEqual(before);

    await fold();

    expect(await countedDays()).toEqual(['2026-03-10', '2026-03-11', '2026-03-12']);
    expect(await verify(db, site.id)).toEqual({ sites: 1, drift: [], failed: [] });
    expect(await countByCountry(db, site, ALWAYS)).toEqual(before);
    expect(before).toEqual([
      { country: 'XX', botVisits: 2, referrals: 1, conversions: 0 },
      { country: 'DE', botVisits: 0, referrals: 0, conversions: 1 },
    ]);
  });
});

describe('folding again', () => {
  /** The statements of another folding, by their first words or their name. */
  async function askedBy(connection: Connection, nowMs = NOW): Promise<readonly string[]> {
    const { db, asked } = watchQueries({ connection });
    await foldWith(db, nowMs);
    return asked.map(({ name, text }) => name ?? text);
  }

  const NOTHING = ['list_site_ids', 'find_sites_to_fold'];

  it('asks for nothing but what is due of all sites', async () => {
    const { db, connection, site, fold } = await start();
    await newSite(db);
    await fold();
    expect(await askedBy(connection)).toEqual(NOTHING);

    await recordCounted(db, site, [botVisit('2026-03-12T08:00:00Z'), botVisit('2026-03-13T00:00:00Z')]);
    expect(await askedBy(connection)).toEqual(NOTHING);
    await recordCounted(db, site, [botVisit('2026-03-10T08:00:00Z')]);
    expect(await askedBy(connection)).toContain('fold_pages');
    expect(await askedBy(connection)).toEqual(NOTHING);
  });

  it('folds a day that has closed, and a site that was not looked at for a month', async () => {
    const { db, connection, fold, folded } = await start();
    await fold();

    await fold(NOW + DAY_MS);
    expect(await folded()).toEqual(['2026-03-10', '2026-03-11', '2026-03-12']);
    expect(await askedBy(connection, NOW + 31 * DAY_MS)).toEqual(NOTHING);
    await sql`delete from site_block_pages`.execute(db);
    expect(await askedBy(connection, NOW + 31 * DAY_MS)).toEqual(NOTHING);
    await fold(NOW + 32 * DAY_MS);
    expect(await folded()).toEqual(['2026-03-10', '2026-03-11', '2026-03-12']);
    expect(await askedBy(connection, NOW + 32 * DAY_MS)).toEqual(NOTHING);
  });

  /** The end of a block of four days with the events. */
  const BLOCK_ENDS = Date.parse('2026-03-14');

  it('folds what a deletion has left of a block', async () => {
    const { db, connection, site, fold, folded } = await start();
    await fold(BLOCK_ENDS);
    expect(await folded(4)).toEqual(['2026-03-10']);

    await deleteSiteEvents(db, site.id, { beforeMs: Date.parse('2026-03-11') });
    expect(await folded(4)).toEqual([]);
    await fold(BLOCK_ENDS);

    expect(await folded(4)).toEqual(['2026-03-10']);
    expect(await askedBy(connection, BLOCK_ENDS)).toEqual(NOTHING);
    await deleteSiteEvents(db, site.id);
    expect(await askedBy(connection, BLOCK_ENDS)).toEqual(NOTHING);
  });

  it('looks again at a site from which events were deleted meanwhile', async () => {
    const { db, site, fold, folded } = await start();
    const [due] = await findSitesToFold(db, [site.id], BLOCK_ENDS);
    if (due === undefined) throw new Error('nothing to fold');
    await noteFolding(db, site.id);
    await deleteSiteEvents(db, site.id, { beforeMs: Date.parse('2026-03-11') });
    await noteFolded(db, due, BLOCK_ENDS);

    await fold(BLOCK_ENDS);
    expect(await folded(4)).toEqual(['2026-03-10']);
  });

  it('leaves out the sites that it is told to, and does the others while one fails', async () => {
    const { db, connection, site } = await start();
    const bad = await newSite(db);
    await recordCounted(db, bad, EVENTS);
    const failing = watchQueries({ connection });
    await sql`create function refuse() returns trigger language plpgsql as ${sql.lit(
      `begin if new.site_id = '${bad.id}' then raise exception 'refused'; end if; return new; end`,
    )}`.execute(db);
    await sql`create trigger refuse before insert on site_block_pages for each row execute function refuse()`.execute(
      db,
    );
    const failures = async (except?: ReadonlySet<string>) => {
      const failed = [];
      for await (const one of foldSites({ db: failing.db, fewestEvents: 1, atOnce: 2, except }, NOW))
        failed.push(one.siteId);
      return failed;
    };

    expect(await failures()).toEqual([bad.id]);
    expect(await failures()).toEqual([bad.id]);
    expect(await failures(new Set([bad.id]))).toEqual([]);
    const folded = await db.selectFrom('site_block_pages').select('site_id').distinct().execute();
    expect(folded).toEqual([{ site_id: site.id }]);
  });
});

describe('rebuilding', () => {
  it('drops wrong folds, so that the pages of the day are counted', async () => {
    const { db, site, fold, folded, pages } = await start();
    await fold();
    const before = await pages(site);
    await sql`update site_block_pages set conversion_counts = '{7}' where first_day = '2026-03-11'`.execute(
      db,
    );
    expect(await pages(site)).not.toEqual(before);

    expect((await rebuild(db, site.id)).rebuilt).toEqual([{ siteId: site.id, days: ['2026-03-11'] }]);

    expect(await folded()).toEqual(['2026-03-10']);
    expect(await pages(site)).toEqual(before);
  });
});

describe('a deletion', () => {
  it('of a part of a day takes its folds with it, so that new events do not count as the old ones', async () => {
    const { db, connection, site, fold, folded, pages } = await start();
    await fold();
    const stop = new AbortController();
    const watched = watchQueries({
      connection,
      onQuery: (text) => {
        if (text.includes('advisory')) stop.abort();
      },
    });
    const beforeMs = Date.parse('2026-03-11');

    await deleteSiteEvents(watched.db, site.id, { beforeMs, eventsPerStep: 1, stop: stop.signal });
    await recordCounted(db, site, [botVisit('2026-03-10T12:00:00Z', { pagePath: '/new' })]);

    expect(await folded()).toEqual(['2026-03-11']);
    expect((await pages(site)).map(({ pagePath }) => pagePath)).toEqual(['/a', '/new', '/', '/b']);
  });

  it('of all events leaves no path behind', async () => {
    const { db, site, fold, folded } = await start();
    await fold();

    await deleteSiteEvents(db, site.id);

    expect(await folded()).toEqual([]);
  });
});
