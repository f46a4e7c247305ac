import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { BotFilter } from '../../src/queries/bot-filter.ts';
import type { NewEvent } from '../../src/domain/event.ts';
import type { AccessibleSite } from '../../src/domain/site.ts';
import { DAY_MS, formatDate } from '../../src/domain/time.ts';
import type { Database } from '../../src/database/database.ts';
import { foldSites } from '../../src/operations/upkeep/folding.ts';
import { verify } from '../../src/operations/upkeep/verify.ts';
import { deleteSiteEvents } from '../../src/queries/delete-events.ts';
import { countReachBySection } from '../../src/queries/reach.ts';
import { countReaders } from '../../src/queries/reach-counts.ts';
import { findSitemapStates, listReach, listUnlisted } from '../../src/queries/reach-list.ts';
import { findSitemap, replaceSitemap } from '../../src/queries/sitemaps.ts';
import { REACH_STATES } from '../../src/domain/sitemap.ts';
import { freshDatabase, openPool } from '../support/fresh-database.ts';
import { botVisit, conversion, recordCounted, referral } from '../support/makers.ts';
import {
  type Model,
  type ModelPage,
  type ReachVisit,
  oracleList,
  oraclePath,
  oracleReaders,
  oracleSections,
  oracleStates,
  oracleUnlisted,
} from '../support/reach-oracle.ts';
import { ALWAYS, newSite } from './support.ts';

/** The day before a block of 64 days, which ends on the 1st of February 2026. */
const FIRST_DAY = Date.parse('2025-11-29T00:00:00Z');
const DAYS = 70;
const NOW = FIRST_DAY + DAYS * DAY_MS - 1;

/** As they are recorded: some are spelled in several ways. */
const PATHS = [
  ...[
    '/',
    '//',
    '/pricing',
    '/blog/a',
    '/blog/b',
    '/blog/a?page=2',
    '/p%72icing',
    '/docs/x%2fy',
    '/docs/x%2Fy',
  ],
  ...[
    '/ü',
    '/%C3%BC',
    '/%c3%bc',
    '/100%',
    '/100%25',
    '/a b',
    '/a%20b',
    "/it's(*)",
    '/%7euser',
    '/~user?',
    '/€/%zz',
  ],
  ...['/other/1', '/other/2', '/other/%33'],
];

const BOTS = [
  { bot: 'GPTBot', company: 'OpenAI' },
  { bot: 'OAI-SearchBot', company: 'Elsewhere' },
  { bot: 'ClaudeBot', company: 'Anthropic' },
  { bot: 'Own', company: 'Us' },
  { bot: 'Own', company: 'Them' },
];
const COMPANIES = new Map([
  ['GPTBot', 'OpenAI'],
  ['OAI-SearchBot', 'OpenAI'],
  ['ClaudeBot', 'Anthropic'],
]);
const companyOf = ({ bot, company }: ReachVisit) => COMPANIES.get(bot) ?? company;

const dayAt = (nth: number) => formatDate(FIRST_DAY + nth * DAY_MS);

const anyVisit = fc
  .record({
    path: fc.constantFrom(...PATHS),
    nth: fc.nat({ max: DAYS - 1 }),
    by: fc.constantFrom(...BOTS),
    status: fc.constantFrom(null, 200, 304, 399, 400, 404, 500),
  })
  .map(({ path, nth, by, status }): ReachVisit => ({ path, day: dayAt(nth), ...by, status }));

const anyPage = fc.record({
  path: fc.constantFrom(...PATHS),
  modified: fc.option(fc.integer({ min: -5, max: DAYS + 5 })),
});

const anyCase = fc.record({
  visits: fc.array(anyVisit, { minLength: 1, maxLength: 120 }),
  late: fc.array(anyVisit, { maxLength: 6 }),
  listed: fc.uniqueArray(anyPage, { maxLength: 16, selector: ({ path }) => oraclePath(path) }),
  span: fc.tuple(fc.nat({ max: DAYS - 1 }), fc.nat({ max: DAYS - 1 })),
  deletedBefore: fc.option(fc.nat({ max: 30 })),
});

type Listed = readonly { readonly path: string; readonly modified: number | null }[];

function pagesOf(listed: Listed): readonly (ModelPage & { readonly spelling: string | null })[] {
  return listed.map(({ path, modified }) => {
    const normal = oraclePath(path);
    // a spelling is an aid to find them, and may be missing
    const spelling = normal === path || path.includes('?') || path.length % 2 === 0 ? null : path;
    return { path: normal, spelling, modifiedOn: modified === null ? null : dayAt(modified) };
  });
}

function eventsOf(visits: readonly ReachVisit[]): readonly NewEvent[] {
  return visits.map(({ path, day, bot, company, status }, nth) =>
    botVisit(`${day}T${String(nth % 24).padStart(2, '0')}:30:00Z`, {
      ...{ pagePath: path, botName: bot, botCompany: company, status },
    }),
  );
}

async function fold(db: Database): Promise<void> {
  const failed = [];
  for await (const found of foldSites({ db, fewestEvents: 1 }, NOW)) failed.push(found);
  expect(failed).toEqual([]);
}

async function expectAsModel(db: Database, site: AccessibleSite, model: Model): Promise<void> {
  const range = { fromMs: Date.parse(model.start), untilMs: Date.parse(model.end) + DAY_MS };
  const check = async (bots: BotFilter | undefined, own: Model) => {
    const filter = { range, bots };
    const unlisted = await listUnlisted(db, site, filter, 100);
    expect(await countReachBySection(db, site, filter)).toEqual(oracleSections(own));
    expect(unlisted).toEqual(oracleUnlisted(own));
    expect(await countReaders(db, site, filter, COMPANIES)).toEqual({
      bots: oracleReaders(own, ({ bot }) => bot),
      companies: oracleReaders(own, companyOf),
    });
    for (const state of REACH_STATES) {
      const listing = { ...filter, state, search: undefined, after: undefined, limit: 100 };
      expect(await listReach(db, site, listing)).toEqual(oracleList(own, state));
    }
    expect(await findSitemapStates(db, site, filter, PATHS)).toEqual(oracleStates(own, PATHS));
  };
  await check(undefined, model);
  const openAi = model.visits.filter((visit) => companyOf(visit) === 'OpenAI');
  await check({ names: ['GPTBot', 'OAI-SearchBot'] }, { ...model, visits: openAi });
}

type Case = typeof anyCase extends fc.Arbitrary<infer Value> ? Value : never;

async function expectCase(
  db: Database,
  { visits, late, listed, span, deletedBefore }: Case,
  isFolded: boolean,
): Promise<void> {
  const site = await newSite(db);
  const pages = pagesOf(listed);
  const others = [referral(`${dayAt(3)}T00:00:00Z`, { pagePath: '/' }), conversion(`${dayAt(4)}T00:00:00Z`)];
  await recordCounted(db, site, [...eventsOf(visits), ...others]);
  if (isFolded) await fold(db);
  if (late.length > 0) await recordCounted(db, site, eventsOf(late));
  const firstDay = deletedBefore === null ? '' : dayAt(deletedBefore);
  if (deletedBefore !== null) await deleteSiteEvents(db, site.id, { beforeMs: Date.parse(firstDay) });
  await replaceSitemap(db, site.id, { updatedAtMs: NOW, pages });
  const [start = '', end = ''] = span.map(dayAt).sort();
  const kept = [...visits, ...late].filter(({ day }) => day >= firstDay);
  await expectAsModel(db, site, { visits: kept, pages, start, end });
}

describe('reach', () => {
  it('is what the events say, folded or not, with late and without deleted ones', async () => {
    const db = openPool(await freshDatabase(), 2);
    await fc.assert(
      fc.asyncProperty(anyCase, async (given) => {
        for (const isFolded of [false, true]) await expectCase(db, given, isFolded);
      }),
      { numRuns: 3 },
    );
  });

  it('finds what an earlier release has folded, and upkeep folds it again', async () => {
    const db = openPool(await freshDatabase(), 2);
    const site = await newSite(db);
    const visits = Array.from({ length: 300 }, (_, n) => {
      const [by] = BOTS.slice(n % BOTS.length);
      return {
        path: PATHS[n % PATHS.length] ?? '/',
        day: dayAt((n * 7) % DAYS),
        ...by,
        status: n % 11 === 0 ? 404 : 200,
      };
    }) as readonly ReachVisit[];
    const pages = pagesOf([
      { path: '/pricing', modified: 30 },
      { path: '/blog/a', modified: 66 },
      { path: '/ü', modified: null },
    ]);
    await recordCounted(db, site, eventsOf(visits));
    await replaceSitemap(db, site.id, { updatedAtMs: NOW, pages });
    await fold(db);
    const model = { visits, pages, start: dayAt(0), end: dayAt(DAYS - 1) };
    const longBlocks = async () => {
      const { rows } = await sql<{ told: boolean }>`
        select distinct read_days is not null as told from site_block_pages where days > 1`.execute(db);
      return rows;
    };
    await sql`update site_block_pages set read_days = null`.execute(db);
    await expectAsModel(db, site, model);
    await sql`delete from folded_sites`.execute(db);
    await fold(db);
    expect(await longBlocks()).toEqual([{ told: true }]);
    await expectAsModel(db, site, model);
    expect(await verify(db, site.id)).toEqual({ sites: 1, drift: [], failed: [] });
  });
});

describe('a list', () => {
  it('is replaced as a whole, and read from where it was left', async () => {
    const db = openPool(await freshDatabase(), 2);
    const site = await newSite(db);
    expect(await findSitemap(db, site.id)).toBeUndefined();
    const pages = Array.from({ length: 20_001 }, (_, n) => {
      return { path: `/${n % 60}/${String(n).padStart(5, '0')}`, spelling: null, modifiedOn: null };
    });
    await replaceSitemap(db, site.id, {
      updatedAtMs: NOW - 1,
      pages: [...pages, ...[{ path: '/x', spelling: null, modifiedOn: null }]],
    });
    await replaceSitemap(db, site.id, { updatedAtMs: NOW, pages });
    expect(await findSitemap(db, site.id)).toEqual({ updatedAtMs: NOW, pages: 20_001 });
    const filter = { range: ALWAYS, bots: undefined };
    const { sections } = await countReachBySection(db, site, filter);
    expect(sections).toHaveLength(51);
    expect(sections.slice(0, 2)).toEqual([
      { path: '/0/', pages: 334, read: 0, stale: 0, unread: 334 },
      { path: '/1/', pages: 334, read: 0, stale: 0, unread: 334 },
    ]);
    expect(sections.at(-1)).toEqual({ path: '(others)', pages: 3_330, read: 0, stale: 0, unread: 3_330 });
    const part = async (after: string | undefined, search?: string) =>
      (await listReach(db, site, { ...filter, state: 'unread', search, after, limit: 2 })).map(
        ({ pagePath }) => pagePath,
      );
    expect(await part(undefined)).toEqual(['/0/00000', '/0/00060']);
    expect(await part('/0/00060')).toEqual(['/0/00120', '/0/00180']);
    expect(await part(undefined, '/20000')).toEqual(['/20/20000']);
  });
});
