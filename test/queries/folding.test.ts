import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { AccessibleSite } from '../../src/domain/site.ts';
import { foldSites } from '../../src/operations/upkeep/folding.ts';
import { rebuild, verify } from '../../src/operations/upkeep/verify.ts';
import { countByCountry } from '../../src/queries/countries.ts';
import { deleteSiteEvents } from '../../src/queries/delete-events.ts';
import { countByPage } from '../../src/queries/pages.ts';
import { watchQueries } from '../support/asked-queries.ts';
import { freshDatabase, openPool } from '../support/fresh-database.ts';
import { botVisit, conversion, record, referral } from '../support/makers.ts';
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
  await record(db, site, EVENTS);
  /** Folds all that has to be folded. */
  const fold = async () => {
    const failed = [];
    for await (const found of foldSites({ db, fewestEvents: 1 }, NOW)) failed.push(found);
    expect(failed).toEqual([]);
  };
  const days = async (table: 'site_folded_pages' | 'site_countries') => {
    const rows = await db.selectFrom(table).select('day').distinct().orderBy('day').execute();
    return rows.map(({ day }) => day);
  };
  const pages = (of: AccessibleSite) =>
    countByPage(db, of, {
      range: ALWAYS,
      orderBy: 'botVisits',
      search: undefined,
      bots: undefined,
      after: undefined,
      limit: 10,
    });
  return { db, connection, site, fold, days, pages };
}

describe('upkeep', () => {
  it('folds the pages of the days before today, and again those that had events since', async () => {
    const { db, site, fold, days, pages } = await start();
    await fold();
    expect(await days('site_folded_pages')).toEqual(['2026-03-10', '2026-03-11']);
    await record(db, site, [botVisit('2026-03-10T12:00:00Z', { pagePath: '/b' })]);
    const versions = async () =>
      (await sql`select day, type, name, xmin::text from site_folded_pages order by 1, 2, 3`.execute(db))
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
    expect(await verify(db, site.id)).toEqual({ sites: 1, drift: [] });
  });

  it('leaves days with few events to be counted from them', async () => {
    const { db, days } = await start();
    for await (const failed of foldSites({ db }, NOW)) throw new Error('not folded', { cause: failed });
    expect(await days('site_folded_pages')).toEqual([]);
  });

  it('counts the countries of days that an earlier release recorded', async () => {
    const { db, site, fold, days } = await start();
    const before = await countByCountry(db, site, ALWAYS);
    await sql`delete from site_countries where day = '2026-03-10'`.execute(db);
    await sql`update site_countries set conversions = 0 where day = '2026-03-11'`.execute(db);
    expect(await countByCountry(db, site, ALWAYS)).toEqual(before);

    await fold();

    expect(await days('site_countries')).toEqual(['2026-03-10', '2026-03-11', '2026-03-12']);
    expect(await verify(db, site.id)).toEqual({ sites: 1, drift: [] });
    expect(await countByCountry(db, site, ALWAYS)).toEqual(before);
    expect(before).toEqual([
      { country: 'XX', botVisits: 2, referrals: 1, conversions: 0 },
      { country: 'DE', botVisits: 0, referrals: 0, conversions: 1 },
    ]);
  });
});

describe('rebuilding', () => {
  it('drops wrong folds, so that the pages of the day are counted', async () => {
    const { db, site, fold, days, pages } = await start();
    await fold();
    const before = await pages(site);
    await sql`update site_folded_pages set counts = '{7}' where day = '2026-03-11'`.execute(db);
    expect(await pages(site)).not.toEqual(before);

    expect(await rebuild(db, site.id)).toEqual([{ siteId: site.id, days: ['2026-03-11'] }]);

    expect(await days('site_folded_pages')).toEqual(['2026-03-10']);
    expect(await pages(site)).toEqual(before);
  });
});

describe('a deletion', () => {
  it('of a part of a day takes its folds with it, so that new events do not count as the old ones', async () => {
    const { db, connection, site, fold, days, pages } = await start();
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
    await record(db, site, [botVisit('2026-03-10T12:00:00Z', { pagePath: '/new' })]);

    expect(await days('site_folded_pages')).toEqual(['2026-03-11']);
    expect((await pages(site)).map(({ pagePath }) => pagePath)).toEqual(['/a', '/new', '/', '/b']);
  });

  it('of all events leaves no path behind', async () => {
    const { db, site, fold, days } = await start();
    await fold();

    await deleteSiteEvents(db, site.id);

    expect(await days('site_folded_pages')).toEqual([]);
  });
});
