import type { BotFilter } from '../../src/queries/bot-filter.ts';
import type { Database } from '../../src/database/database.ts';
import { countReachBySection } from '../../src/queries/reach.ts';
import { countReaders } from '../../src/queries/reach-counts.ts';
import { findSitemapStates, listReach, listUnlisted } from '../../src/queries/reach-list.ts';
import { findSitemap, listDueSitemaps, replaceSitemap } from '../../src/queries/sitemaps.ts';
import type { Question } from './plan-contract.ts';
import { BLOCKS, DAYS, SLOTS } from './skewed-data.ts';
import { between } from './support.ts';
import type { AccessibleSite } from '../../src/domain/site.ts';

const BUSY = { id: 'busy', accountId: 1 } as unknown as AccessibleSite;
const ALL_DAYS = between('2026-01-01', '2026-04-01');
const UPDATED_MS = Date.parse('2026-03-02T00:00:00Z');
const SMALL = Array.from({ length: 50 }, (_, n) => `small${n + 1}`);

const BY = [
  'site_block_pages_pkey',
  'site_buckets_pkey',
  'events_pkey',
  'events_by_type',
  'sitemap_pages_pkey',
];
/** The days and blocks whose pages are folded. */
const FOLDED = DAYS + BLOCKS;
/** The folded blocks are looked at once for what they count, and once for their pages; the list has two parts. */
const OF_ALL = DAYS * SLOTS + 2 * FOLDED + 2;
const OF_A_BOT = DAYS * SLOTS + FOLDED + DAYS * 9 + 2;

const GPT: BotFilter = { names: ['Bot7'] };

function reads(
  of: Question['of'],
  ask: (db: Database, bots: BotFilter | undefined) => Promise<unknown>,
  statements: readonly (readonly [name: string, bots: BotFilter | undefined, rows: number])[],
): readonly Question[] {
  return statements.map(([name, bots, rows]) => ({
    of,
    when: `of a busy site in ninety days: ${name}`,
    ask: (db) => ask(db, bots),
    may: {
      // the settings of the transaction
      'select ': { rows: 1, read: 0, by: [] },
      [name]: { rows, read: bots === undefined ? OF_ALL : OF_A_BOT, by: BY },
    },
  }));
}

export const REACH_READS: readonly Question[] = [
  ...reads(countReachBySection, (db, bots) => countReachBySection(db, BUSY, { range: ALL_DAYS, bots }), [
    ['count_reach_by_section', undefined, 2],
    ['count_reach_of_bots_by_section', GPT, 2],
  ]),
  ...reads(
    listReach,
    (db, bots) =>
      listReach(db, BUSY, {
        ...{ range: ALL_DAYS, bots, state: 'unread', search: undefined, after: undefined, limit: 101 },
      }),
    [
      ['list_reach', undefined, 2],
      ['list_reach_of_bots', GPT, 2],
    ],
  ),
  ...reads(listUnlisted, (db, bots) => listUnlisted(db, BUSY, { range: ALL_DAYS, bots }, 20), [
    ['list_unlisted_pages', undefined, 1],
    ['list_unlisted_pages_of_bots', GPT, 1],
  ]),
  ...reads(
    findSitemapStates,
    (db, bots) => findSitemapStates(db, BUSY, { range: ALL_DAYS, bots }, ['/', '/0']),
    [
      ['find_sitemap_states', undefined, 1],
      ['find_sitemap_states_of_bots', GPT, 1],
    ],
  ),
  ...reads(countReaders, (db) => countReaders(db, BUSY, { range: ALL_DAYS, bots: undefined }, new Map()), [
    ['count_reach_by_bot_and_company', undefined, 0],
  ]),
  {
    of: findSitemap,
    when: 'of a site',
    ask: (db) => findSitemap(db, 'busy'),
    may: { find_sitemap: { rows: 1, by: ['sitemaps_pkey'] } },
  },
  {
    of: listDueSitemaps,
    when: 'of fifty sites with one, and one with many',
    ask: (db) => listDueSitemaps(db, [...SMALL, 'busy'], UPDATED_MS),
    may: {
      list_due_sitemaps: {
        rows: SMALL.length + 1,
        read: 2 * (SMALL.length + 1),
        by: ['placed_sites_pkey', 'sitemaps_pkey'],
      },
    },
  },
];

export const REACH_WRITES: readonly Question[] = [
  {
    of: replaceSitemap,
    when: 'of a site with a list',
    ask: (db) =>
      replaceSitemap(db, 'busy', {
        updatedAtMs: UPDATED_MS,
        pages: [{ path: '/', spelling: null, modifiedOn: '2026-03-01' }],
      }),
    may: {
      share_site: { rows: 1, read: 0, by: [] },
      note_sitemap: { rows: 1, read: 2, by: ['placed_sites_pkey', 'sitemaps_pkey'] },
      delete_sitemap_pages: { rows: 2, by: ['sitemap_pages_pkey'] },
      add_sitemap_pages: { rows: 1, inserts: true, by: ['placed_sites_pkey'] },
    },
  },
];
