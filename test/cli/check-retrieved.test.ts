import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { checkRetrieved } from '../../src/cli/check-retrieved.ts';
import type { Database } from '../../src/database/database.ts';
import { DAY_MS } from '../../src/domain/time.ts';
import { replaceSitemap } from '../../src/queries/sitemaps.ts';
import { makeOwner, makeSite } from '../support/makers.ts';
import { useCommandLine } from './support.ts';

const { holdMigrated } = useCommandLine();
const NOW_MS = Date.parse('2026-03-15T12:00:00Z');

let db: Database;
beforeAll(async () => {
  db = await holdMigrated();
});

async function addVersions(siteId: string, first: number, last: number): Promise<void> {
  await sql`
    insert into robots_versions (ruled_site_id, since, origin, text)
    select ${siteId}, '2026-03-01'::timestamptz + n * interval '1 minute', 'fetched', n::text
    from generate_series(${first}::integer, ${last}::integer) as n`.execute(db);
}

it('"doctor" names a site of which nothing is fetched, and says what to do', async () => {
  const { accountId } = await makeOwner(db);
  const make = (domain: string, createdAtMs = 0) => makeSite(db, accountId, { domain, createdAtMs });
  const check = (robots: boolean, sitemaps: boolean) =>
    checkRetrieved({ retrieving: { robots, sitemaps } }, db, NOW_MS);
  await make('new.example', NOW_MS - DAY_MS);
  const good = await make('good.example');
  await addVersions(good.id, 1, 999);
  await replaceSitemap(db, good.id, { updatedAtMs: NOW_MS - DAY_MS, pages: [] });

  expect(await check(false, false)).toEqual([]);
  expect(await check(true, true)).toEqual([
    {
      check: 'ROBOTS_UPDATE',
      state: 'ok',
      detail: 'every site older than two days has a version of robots.txt, and room for more',
    },
    {
      check: 'SITEMAP_UPDATE',
      state: 'ok',
      detail: 'every site older than two days has a list of its pages from the last two days',
    },
  ]);

  const [none, old] = [await make('none.example'), await make('old.example')];
  await addVersions(good.id, 1_000, 1_000);
  await replaceSitemap(db, old.id, { updatedAtMs: NOW_MS - 3 * DAY_MS, pages: [] });
  const [one] = [none, old].toSorted((a, b) => (a.id < b.id ? -1 : 1));
  expect(await check(true, true)).toEqual([
    {
      ...{ check: 'ROBOTS_UPDATE', state: 'warning' },
      detail: `${one?.domain} has no version of robots.txt, as does 1 other site; site-traffic robots update --site ${one?.id} says why`,
    },
    {
      ...{ check: 'ROBOTS_UPDATE', state: 'warning' },
      detail: `good.example has as many versions of robots.txt as it can have; changes are not kept: site-traffic robots list --site ${good.id} shows them, delete some`,
    },
    {
      ...{ check: 'SITEMAP_UPDATE', state: 'warning' },
      detail: `${one?.domain} has no list of its pages from the last two days, as does 1 other site; site-traffic sitemap update --site ${one?.id} says why`,
    },
  ]);
});
