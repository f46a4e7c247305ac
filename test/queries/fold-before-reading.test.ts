import { expect, it } from 'vitest';
import { foldBeforeReading } from '../../src/operations/reading/fold-before-reading.ts';
import { foldDay } from '../../src/queries/folded-pages.ts';
import { countByPage, findPageSource } from '../../src/queries/pages.ts';
import { watchQueries } from '../support/asked-queries.ts';
import { onPostgres } from '../support/fresh-database.ts';
import { startGateway } from '../support/gateway.ts';
import { botVisit, makeOwner, makeSite, record } from '../support/makers.ts';
import { between, newSite } from './support.ts';

const RANGE = between('2026-03-01', '2026-03-06');
const NOW = Date.parse('2026-03-05T12:00:00Z');

/** With 3, 5, 2 and 4 events on closed days, and 9 on the day that is not over. */
async function start() {
  const { db, asked } = watchQueries();
  const site = await newSite(db);
  const counts = [3, 5, 2, 4, 9];
  const visits = counts.flatMap((count, nth) =>
    Array.from({ length: count }, (_, at) =>
      botVisit(`2026-03-0${nth + 1}T0${at}:00:00Z`, { pagePath: `/${at}` }),
    ),
  );
  await record(db, site, visits);
  const pages = async () => {
    const source = await findPageSource(db, site, RANGE);
    const filter = {
      source,
      range: RANGE,
      orderBy: 'botVisits',
      search: undefined,
      bots: undefined,
    } as const;
    return countByPage(db, site, { ...filter, after: undefined, limit: 20 });
  };
  const folded = async () => {
    const query = db
      .selectFrom('site_block_pages')
      .select('first_day')
      .distinct()
      .where('site_id', '=', site.id);
    return (await query.orderBy('first_day').execute()).map(({ first_day }) => first_day);
  };
  const names = () => asked.map(({ name }) => name);
  const fold = (mostLive: number) => foldBeforeReading({ db, nowMs: NOW }, site, RANGE, mostLive);
  return { db, site, pages, folded, names, fold };
}

it.skipIf(onPostgres)(
  'folds the largest closed days on one session, until a list counts few events',
  async () => {
    const { pages, folded, fold } = await start();
    const live = await pages();

    await fold(14);
    expect(await folded()).toEqual([]);
    await fold(5);
    expect(await folded()).toEqual(['2026-03-02', '2026-03-04']);
    expect(await pages()).toEqual(live);
    await fold(0);
    expect(await folded()).toEqual(['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04']);
    expect(await pages()).toEqual(live);
  },
);

it.skipIf(onPostgres)('counts events that came late, and does not fold their day again', async () => {
  const { db, site, pages, names, fold } = await start();
  const many = Array.from({ length: 10 }, () => botVisit('2026-03-02T10:00:00Z', { pagePath: '/late' }));
  await record(db, site, many);
  await fold(0);
  const folds = names().length;
  await record(db, site, many.slice(0, 1));

  await fold(0);

  expect(names().slice(folds)).not.toContain('fold_pages');
  expect(await pages()).toContainEqual(expect.objectContaining({ pagePath: '/late', botVisits: 11 }));
});

it.skipIf(onPostgres)(
  'folds a day once for lists that are asked for together, and others read in between',
  async () => {
    const { db, site, names, fold } = await start();
    const state = { done: false };
    const others = async () => {
      while (!state.done) await findPageSource(db, site, RANGE);
    };
    const reading = others();

    await Promise.all([fold(0), fold(0), fold(0)]);

    state.done = true;
    await reading;
    const seen = names().filter((name) => name === 'fold_pages' || name === 'find_folded');
    const between = seen.slice(seen.indexOf('fold_pages'), seen.lastIndexOf('fold_pages'));
    expect(seen.filter((name) => name === 'fold_pages')).toHaveLength(4);
    expect(between.filter((name) => name === 'find_folded').length).toBeGreaterThan(1);
  },
);

it.skipIf(onPostgres)('is done before each report with a list of pages', async () => {
  const { db, asked } = watchQueries();
  const { rest } = startGateway({ db, now: '2026-03-05T12:00:00Z' });
  const { accountId, key } = await makeOwner(db);
  const site = await makeSite(db, accountId);
  await record(db, site, [botVisit('2026-03-01T00:00:00Z')]);
  // as if the day had so many events that they are not counted at once
  await db.updateTable('site_buckets').set({ bot_visits: 150_001 }).where('site_id', '=', site.id).execute();

  for (const report of ['pages', 'bots/GPTBot']) {
    const before = asked.length;
    const { status } = await rest(`/api/v1/sites/${site.id}/${report}?start=2026-03-01&end=2026-03-05`, key);
    expect(status).toBe(200);
    expect(asked.slice(before).map(({ name }) => name)).toContain('fold_pages');
  }
});

it('folds a day of 50,000 events by the hour on one session, and whole on a server', async () => {
  const { db, site, names } = await start();
  const before = names().length;
  await foldDay(db, site.id, { dayMs: RANGE.fromMs, events: 50_000 });
  const folds = names()
    .slice(before)
    .filter((name) => name === 'fold_pages');
  expect(folds).toHaveLength(onPostgres ? 1 : 24);
});

it.runIf(onPostgres)('folds nothing on a server, where nobody waits for a list', async () => {
  const { folded, fold } = await start();
  await fold(0);
  expect(await folded()).toEqual([]);
});
