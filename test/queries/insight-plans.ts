import type { AccessibleSite } from '../../src/domain/site.ts';
import { DAY_MS } from '../../src/domain/time.ts';
import { countByCountry } from '../../src/queries/countries.ts';
import { findUncountedDays, recountCountryDay } from '../../src/queries/country-days.ts';
import { deleteFoldedDay, recountCountries } from '../../src/queries/day-rollups.ts';
import { findUnfoldedDays, foldDay } from '../../src/queries/folded-pages.ts';
import { type PageFilter, countByPage } from '../../src/queries/pages.ts';
import type { Allowance, Question } from './plan-contract.ts';
import { DAYS, FOLDED_A_DAY, REFERRALS, SLOTS, SMALL_EVENTS } from './skewed-data.ts';
import { between } from './support.ts';
import { within } from './within.ts';

const [BUSY, SMALL] = [site('busy'), site('small1000')];
const ALL_DAYS = between('2026-01-01', '2026-04-01');
const IN_MARCH = Date.parse('2026-03-15T00:00:00Z');
/** Its folds are written and undone, so that they lie in the way of whoever reads it. */
const BUSY_DAY = { dayMs: IN_MARCH + DAY_MS, events: 1440 };
/** Of a kind, not of one bot. */
const KINDS = 2 * DAYS + REFERRALS;

const OF_EVENTS = ['events_pkey', 'events_by_type'];
const OF_PAGES = ['site_folded_pages_pkey', 'site_buckets_pkey', ...OF_EVENTS];
const OF_COUNTRIES = ['site_countries_pkey', 'site_buckets_pkey', ...OF_EVENTS];

/** Rows of the rollups are read twice: for what a day counts, and for its counts. */
export const INSIGHT_READS: readonly Question[] = [
  pages('count_by_page', BUSY, {}, { rows: 1, read: DAYS * SLOTS + 2 * KINDS, by: OF_PAGES }),
  pages(
    'count_by_page_of_bots',
    BUSY,
    { bots: { names: ['Bot7'] } },
    { rows: 1, read: DAYS * SLOTS + KINDS + DAYS * 9, by: OF_PAGES },
  ),
  // nothing is folded
  pages('count_by_page', SMALL, {}, { rows: 1, read: 2 * SMALL_EVENTS, by: OF_PAGES }),
  pages(
    'count_by_page_of_bots',
    SMALL,
    { bots: { company: 'Company' } },
    { rows: 1, read: 2 * SMALL_EVENTS, by: OF_PAGES },
  ),
  {
    of: findUnfoldedDays,
    when: 'of a busy site, all of whose days are folded',
    ask: (db) => findUnfoldedDays(db, 'busy', ALL_DAYS, 1),
    may: { find_unfolded_days: { rows: 0, read: DAYS * SLOTS + KINDS, by: OF_PAGES } },
  },
  {
    of: countByCountry,
    when: 'of a busy site in ninety days',
    ask: (db) => countByCountry(db, BUSY, ALL_DAYS),
    may: { count_by_country: { rows: 1, read: 3 * DAYS * SLOTS, by: OF_COUNTRIES } },
  },
  {
    of: countByCountry,
    when: 'of a small site in ninety days',
    ask: (db) => countByCountry(db, SMALL, ALL_DAYS),
    may: { count_by_country: { rows: 1, read: 3 * SMALL_EVENTS, by: OF_COUNTRIES } },
  },
  {
    of: findUncountedDays,
    when: 'of a busy site, all of whose days are counted',
    ask: (db) => findUncountedDays(db, 'busy', ALL_DAYS),
    may: { find_uncounted_days: { rows: 0, read: 2 * DAYS * SLOTS, by: OF_COUNTRIES } },
  },
];

const RECOUNTING: Question['may'] = {
  'delete site_countries': { rows: SLOTS, by: ['site_countries_pkey'] },
  'insert site_countries': { rows: 1, read: 1440, inserts: true, by: ['events_pkey'] },
};

export const INSIGHT_WRITES: readonly Question[] = [
  {
    of: foldDay,
    when: 'of a busy day that is folded',
    ask: (db) => foldDay(db, 'busy', BUSY_DAY),
    may: {
      share_site: { rows: 1, read: 0, by: [] },
      'delete site_folded_pages': { rows: 0, read: FOLDED_A_DAY, by: ['site_folded_pages_pkey'] },
      fold_pages: { rows: FOLDED_A_DAY, read: 1440, inserts: true, by: ['events_pkey'] },
    },
  },
  {
    of: foldDay,
    when: 'of a busy day, by the hour',
    ask: (db) => foldDay(db, 'busy', BUSY_DAY, 0),
    may: {
      share_site: { rows: 24, read: 0, by: [] },
      'delete site_folded_pages': {
        rows: FOLDED_A_DAY,
        read: 24 * 24 * FOLDED_A_DAY,
        by: ['site_folded_pages_pkey'],
      },
      fold_pages: { rows: 24 * FOLDED_A_DAY, read: 1440, inserts: true, by: ['events_pkey'] },
    },
  },
  {
    of: deleteFoldedDay,
    when: 'of a busy day',
    ask: within((tx) => deleteFoldedDay(tx, 'busy', IN_MARCH)),
    may: { 'delete site_folded_pages': { rows: FOLDED_A_DAY, by: ['site_folded_pages_pkey'] } },
  },
  {
    of: recountCountryDay,
    when: 'of a busy site',
    ask: (db) => recountCountryDay(db, 'busy', IN_MARCH),
    may: { lock_site: { rows: 1, read: 0, by: [] }, ...RECOUNTING },
  },
  {
    of: recountCountries,
    when: 'of a busy site',
    ask: within((tx) => recountCountries(tx, 'busy', IN_MARCH)),
    may: RECOUNTING,
  },
];

function pages(statement: string, of: AccessibleSite, given: Partial<PageFilter>, may: Allowance): Question {
  const all = { range: ALL_DAYS, orderBy: 'botVisits', search: undefined, bots: undefined } as const;
  const filter = { ...all, after: undefined, limit: 101, ...given };
  return {
    of: countByPage,
    when: `of ${of.id} in ninety days: ${statement}`,
    ask: (db) => countByPage(db, of, filter),
    may: { [statement]: may },
  };
}

function site(id: string): AccessibleSite {
  return { id } as AccessibleSite;
}
