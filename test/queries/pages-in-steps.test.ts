import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../src/domain/time.ts';
import { foldDay, foldPagesOfBlock } from '../../src/queries/folded-pages.ts';
import { type PageFilter, countByPage, findPageSource } from '../../src/queries/pages.ts';
import { countByPageInSteps } from '../../src/queries/pages-in-steps.ts';
import { watchQueries } from '../support/asked-queries.ts';
import { onPostgres } from '../support/fresh-database.ts';
import { startGateway } from '../support/gateway.ts';
import { botVisit, conversion, makeOwner, makeSite, record, referral } from '../support/makers.ts';
import { between, during, newSite } from './support.ts';

const RANGE = between('2026-03-01', '2026-03-07');
const FIRST_MS = RANGE.fromMs;

type Filter = Omit<PageFilter, 'source'>;
const ALL: Filter = {
  range: RANGE,
  orderBy: 'botVisits',
  search: undefined,
  bots: undefined,
  after: undefined,
  limit: 20,
};

/** In the order of code points, and not of UTF-16 units. */
const PATHS = ['/a', '/\u{fffd}', '/\u{1f600}', '/%C3%A9', '/b'];

/** Of each day; one has none. */
const VISITS = [12, 5, 0, 3, 4, 9];

/** With so many visits on each day, a referral on the second and a conversion on the fifth. */
async function start(visitsOfDays: readonly number[] = VISITS) {
  const { db, asked } = watchQueries();
  const site = await newSite(db);
  const visits = visitsOfDays.flatMap((count, nth) =>
    Array.from({ length: count }, (_, at) => {
      const when = new Date(FIRST_MS + nth * DAY_MS + (at + 1) * 3_600_000).toISOString();
      const pagePath = PATHS[at % PATHS.length] ?? '/';
      const botName = at % 3 === 0 ? 'ClaudeBot' : 'GPTBot';
      return botVisit(when, { pagePath, botName, ...(at % 2 === 0 && { bytes: 10 + at, status: 404 }) });
    }),
  );
  const others = [
    referral('2026-03-02T05:00:00Z', { pagePath: '/b' }),
    conversion('2026-03-05T05:00:00Z', { pagePath: '/only' }),
  ];
  await record(db, site, [...visits, ...others]);
  const atOnce = async (filter: Filter) =>
    countByPage(db, site, { ...filter, source: await findPageSource(db, site, filter.range) });
  const inSteps = (filter: Filter, countsPerStep = 4) =>
    countByPageInSteps(db, site, filter, { countsPerStep });
  const names = () => asked.map(({ name }) => name);
  return { db, site, atOnce, inSteps, names };
}

const FILTERS: Record<string, Partial<Filter>> = {
  'all pages': {},
  'pages by referrals': { orderBy: 'referrals' },
  'pages by failed visits': { orderBy: 'failed', limit: 3 },
  'the pages of a bot': { bots: { names: ['ClaudeBot'] } },
  'pages with a part of a path': { search: 'é' },
  'the pages after another': { after: { count: 6, pagePath: '/\u{fffd}' } },
  'the pages of some days': { range: between('2026-03-02', '2026-03-05') },
};

describe.skipIf(onPostgres)('counting in steps on one session', () => {
  it.each(Object.entries(FILTERS))('finds %s as one statement does, folded or not', async (_, given) => {
    const { db, site, atOnce, inSteps } = await start();
    const filter = { ...ALL, ...given };
    const expected = await atOnce(filter);
    expect(expected.length).toBeGreaterThan(0);
    expect(await inSteps(filter)).toEqual(expected);

    for (const nth of [1, 4]) await foldDay(db, site.id, { dayMs: FIRST_MS + nth * DAY_MS, events: 5 });
    expect(await inSteps(filter)).toEqual(expected);
    await foldPagesOfBlock(db, site.id, { firstMs: FIRST_MS + DAY_MS, days: 4 }, 1_000);
    expect(await inSteps(filter)).toEqual(expected);
  });

  it('counts events that came late to what is folded', async () => {
    const { db, site, atOnce, inSteps } = await start();
    const many = Array.from({ length: 10 }, () => botVisit('2026-03-02T10:00:00Z', { pagePath: '/late' }));
    await record(db, site, many);
    await foldDay(db, site.id, { dayMs: FIRST_MS + DAY_MS, events: 15 });
    await record(db, site, many.slice(0, 1));

    const pages = await inSteps(ALL);

    expect(pages).toContainEqual(expect.objectContaining({ pagePath: '/late', botVisits: 11 }));
    expect(pages).toEqual(await atOnce(ALL));
  });

  it('divides days of many events, and joins those of few', async () => {
    const { inSteps, names } = await start();
    const statements = async (countsPerStep: number) => {
      const before = names().length;
      await inSteps(ALL, countsPerStep);
      return names()
        .slice(before)
        .filter((name) => name === 'count_by_page_live').length;
    };
    // of days with 12, 6, 3, 5 and 9 events
    expect(await statements(4)).toBe(3 + 2 + 1 + 2 + 3);
    expect(await statements(12)).toBe(4);
    expect(await statements(18)).toBe(2);
  });

  it.each([
    ['after it', [12]],
    ['before it', [0, 0, 12]],
  ])('counts a divided day once if there is a folded day %s', async (_, visitsOfDays) => {
    const { db, site, atOnce, inSteps } = await start(visitsOfDays);
    await foldDay(db, site.id, { dayMs: FIRST_MS + DAY_MS, events: 1 });

    // parts of 4 events, and a day of one page
    expect(await inSteps(ALL, 5)).toEqual(await atOnce(ALL));
  });

  it('takes fewer after a step that took long, and more after one that did not', async () => {
    const { db, site, inSteps, names } = await start();
    const expected = await inSteps(ALL);
    const statements = async (tookMs: number) => {
      let nowMs = 0;
      const before = names().length;
      const limits = { countsPerStep: 12, now: () => (nowMs += tookMs) };
      expect(await countByPageInSteps(db, site, ALL, limits)).toEqual(expected);
      return names().length - before - 1;
    };
    // of days with 12, 6, 3, 5 and 9 events
    expect(await statements(10)).toBe(4);
    expect(await statements(301)).toBe(5);
  });

  it('leaves a list to one statement if it has few counts, or more pages than are kept', async () => {
    const { db, site, inSteps } = await start();
    expect(await inSteps(ALL, 35)).toBeUndefined();
    expect(await inSteps(ALL, 34)).toHaveLength(6);
    const limits = { countsPerStep: 4, mostPages: 5 };
    expect(await countByPageInSteps(db, site, ALL, limits)).toBeUndefined();
  });

  it('lets others read in between', async () => {
    const { db, site, inSteps, names } = await start();
    const before = names().length;

    await during(
      async () => {
        await inSteps(ALL);
      },
      async () => {
        await findPageSource(db, site, RANGE);
      },
    );

    const seen = names().slice(before);
    const between = seen.slice(seen.indexOf('count_by_page_live'), seen.lastIndexOf('count_by_page_live'));
    expect(between.filter((name) => name === 'find_folded').length).toBeGreaterThan(1);
  });

  it('is how each report reads a long list of pages', async () => {
    const { db, asked } = watchQueries();
    const { rest } = startGateway({ db, now: '2026-03-05T12:00:00Z' });
    const { accountId, key } = await makeOwner(db);
    const site = await makeSite(db, accountId);
    await record(db, site, [botVisit('2026-03-01T00:00:00Z', { pagePath: '/a' })]);
    const expected = { pages: [expect.objectContaining({ page_path: '/a', bot_visits: 1 })] };
    const path = (report: string) => `/api/v1/sites/${site.id}/${report}?start=2026-03-01&end=2026-03-05`;
    // as if the day had so many events that they are not counted at once
    await db
      .updateTable('site_buckets')
      .set({ bot_visits: 200_001 })
      .where('site_id', '=', site.id)
      .execute();

    for (const [report, statement] of [
      ['pages', 'count_by_page_live'],
      ['bots/GPTBot', 'count_by_page_of_bots_live'],
    ] as const) {
      const before = asked.length;
      const { status, body } = await rest(path(report), key);
      expect({ status, body }).toMatchObject({ status: 200, body: expected });
      expect(
        asked
          .slice(before)
          .map(({ name }) => name)
          .filter((name) => name === statement),
      ).toHaveLength(3);
    }
  });
});

it('folds a day of 50,000 events by the hour on one session, and whole on a server', async () => {
  const { db, site, names } = await start();
  const before = names().length;
  await foldDay(db, site.id, { dayMs: FIRST_MS, events: 50_000 });
  const folds = names()
    .slice(before)
    .filter((name) => name === 'fold_pages');
  expect(folds).toHaveLength(onPostgres ? 1 : 24);
});

it.runIf(onPostgres)('is not how a server counts, where nobody waits for a list', async () => {
  const { inSteps } = await start();
  expect(await inSteps(ALL)).toBeUndefined();
});
