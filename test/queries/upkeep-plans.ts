import { listSitesWithOldRequests } from '../../src/queries/collected-requests.ts';
import { findSitesToFold, noteFolded, noteFolding } from '../../src/queries/folded-sites.ts';
import { listSiteIds } from '../../src/queries/sites.ts';
import type { Question } from './plan-contract.ts';
import { SITES as ALL_SITES, DAYS, SLOTS } from './skewed-data.ts';

const SITES = Array.from({ length: 100 }, (_, n) => `small${n + 1}`);
const AFTER_ALL = Date.parse('2026-04-01T00:00:00Z');
const FIRST_HOUR = Date.parse('2026-01-01T01:00:00Z');
const MONTHS = 3;

/** What upkeep asks of many sites at once, and what it notes of one. */
export const UPKEEP_READS: readonly Question[] = [
  {
    of: listSiteIds,
    when: 'a hundred after one of many',
    ask: (db) => listSiteIds(db, 'small1000', 100),
    may: { list_site_ids: { rows: 100, by: ['sites_pkey'] } },
  },
  {
    of: findSitesToFold,
    when: 'of a busy site and a hundred small ones, to which nothing was recorded since',
    ask: (db) => findSitesToFold(db, ['busy', ...SITES], AFTER_ALL),
    may: {
      find_sites_to_fold: {
        rows: 0,
        // a hundred look-ups in a small table cost as much as all of it
        read: 101 * (1 + MONTHS * SLOTS) + ALL_SITES,
        by: [
          ...['placed_sites_pkey', 'site_months_pkey', 'site_buckets_pkey'],
          ...['folded_sites_pkey', 'all folded_sites'],
        ],
      },
    },
  },
  {
    of: listSitesWithOldRequests,
    when: 'a busy site, a hundred with one, one without, and one that is not',
    ask: (db) => listSitesWithOldRequests(db, ['none', 'small2007', 'busy', ...SITES], FIRST_HOUR),
    may: {
      list_sites_with_old_requests: {
        rows: 101,
        read: 100 + 59,
        by: ['collected_requests_by_age'],
      },
    },
  },
];

export const UPKEEP_WRITES: readonly Question[] = [
  {
    of: noteFolding,
    when: 'of a site that has a note',
    ask: (db) => noteFolding(db, 'busy'),
    may: {
      share_site: { rows: 1, read: 0, by: [] },
      note_folding: { rows: 0, read: 1, by: ['placed_sites_pkey', 'folded_sites_pkey'] },
    },
  },
  {
    of: noteFolded,
    when: 'of one of many',
    ask: (db) => noteFolded(db, { siteId: 'busy', fromMs: undefined, recorded: DAYS }, AFTER_ALL),
    may: { note_folded: { rows: 1, by: ['folded_sites_pkey'] } },
  },
];
