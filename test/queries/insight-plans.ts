import type { AccessibleSite } from '../../src/domain/site.ts';
import { DAY_MS } from '../../src/domain/time.ts';
import { countByCountry } from '../../src/queries/countries.ts';
import { findUncountedDays, recountCountryDay } from '../../src/queries/country-days.ts';
import { deleteBlocks, deletePagesOfBlocks, recountCountries } from '../../src/queries/day-rollups.ts';
import { type EventSearch, listFilteredEvents } from '../../src/queries/filtered-events.ts';
import { foldDay, foldPagesOfBlock } from '../../src/queries/folded-pages.ts';
import { findUnfoldedBlocks, findUnfoldedDays } from '../../src/queries/unfolded-pages.ts';
import { countBlock, findMissingNameBlocks } from '../../src/queries/name-blocks.ts';
import { type PageFilter, countByPage, findPageSource } from '../../src/queries/pages.ts';
import { countByPageInSteps, findSpansOfPages } from '../../src/queries/pages-in-steps.ts';
import { findSplitDays, joinSlots } from '../../src/queries/slots.ts';
import { deletedBlocks } from './deleted-blocks.ts';
import type { Allowance, Question } from './plan-contract.ts';
import {
  BLOCKS,
  DAYS,
  KEYS_A_DAY,
  PAGES_A_BLOCK,
  REFERRALS,
  SLOTS,
  SMALL_EVENTS,
  STATUSES_A_DAY,
} from './skewed-data.ts';
import { between } from './support.ts';
import { within } from './within.ts';

const [BUSY, SMALL] = [site('busy'), site('small1000')];
const ALL_DAYS = between('2026-01-01', '2026-04-01');
const IN_MARCH = Date.parse('2026-03-15T00:00:00Z');
/** Its folds are written and undone, so that they lie in the way of whoever reads it. */
const BUSY_DAY = { dayMs: IN_MARCH + DAY_MS, events: 1440 };
const BLOCK = { firstMs: IN_MARCH - DAY_MS, days: 4 };
/** The days and blocks whose pages are folded. */
const FOLDED = DAYS + BLOCKS;

const EVENTS: EventSearch = { range: ALL_DAYS, type: undefined, after: undefined, limit: 101 };
const LATE = { createdAtMs: Date.parse('2026-01-20T12:00:00Z'), id: 2 ** 40 };

const BY_BOT = { statement: 'list_events_by_bot', index: 'events_of_bot' };
const BY_PAGE = { statement: 'list_events_by_page', index: 'events_of_page' };

/** The row of an empty page. */
const NONE = { rows: 1, read: 0 };

const OF_EVENTS = ['events_pkey', 'events_by_type'];
const OF_PAGES = ['site_block_pages_pkey', 'site_buckets_pkey', ...OF_EVENTS];
const OF_COUNTRIES = ['site_countries_pkey', 'site_buckets_pkey', ...OF_EVENTS];

/** Rows of the rollups are read twice: for what a day counts, and for its counts. */
export const INSIGHT_READS: readonly Question[] = [
  {
    of: findPageSource,
    when: 'of a busy site in ninety days',
    ask: (db) => findPageSource(db, BUSY, ALL_DAYS),
    may: { find_folded: { rows: 1, read: FOLDED, by: ['site_block_pages_pkey'] } },
  },
  pages('count_by_page', BUSY, {}, { rows: 1, read: DAYS * SLOTS + 2 * FOLDED, by: OF_PAGES }),
  pages(
    'count_by_page_of_bots',
    BUSY,
    { bots: { names: ['Bot7'] } },
    { rows: 1, read: DAYS * SLOTS + FOLDED + DAYS * 9, by: OF_PAGES },
  ),
  // rows are read once more, for those that are no part
  inParts('count_by_page_in_parts', {}, { rows: 1, read: DAYS * SLOTS + 3 * FOLDED, by: OF_PAGES }),
  inParts(
    'count_by_page_of_bots_in_parts',
    { bots: { names: ['Bot7'] } },
    { rows: 1, read: DAYS * SLOTS + FOLDED + 2 * DAYS * 9, by: OF_PAGES },
  ),
  // nothing is folded
  pages('count_by_page_live', SMALL, {}, { rows: 1, read: SMALL_EVENTS, by: OF_EVENTS }),
  pages(
    'count_by_page_of_bots_live',
    SMALL,
    { bots: { company: { recorded: 'Company', names: [], namesOfOthers: ['Bot1'] } } },
    { rows: 1, read: SMALL_EVENTS, by: OF_EVENTS },
  ),
  filtered('a bot', BY_BOT, { type: 'bot', botName: 'Bot7' }, { rows: 101, read: 101 + 1 }),
  filtered(
    'a bot, the next',
    BY_BOT,
    { type: 'bot', botName: 'Bot7', after: LATE },
    { rows: 101, read: 101 + 1 },
  ),
  filtered('a bot that never came', BY_BOT, { type: 'bot', botName: 'Nobody' }, NONE),
  // as many of each type, and the last two minutes of each
  filtered('a page', BY_PAGE, { pagePath: '/' }, { rows: 101, read: 2 * (101 + 1) + REFERRALS + 1 }),
  filtered(
    'a page, the next',
    BY_PAGE,
    { pagePath: '/', after: LATE },
    { rows: 101, read: 2 * (101 + 1) + 7 },
  ),
  filtered('a page, one type', BY_PAGE, { type: 'conversion', pagePath: '/' }, { rows: 101, read: 101 + 1 }),
  filtered('a page that never came', BY_PAGE, { pagePath: '/none' }, NONE),
  // every ninth visit of the page is of that bot
  filtered(
    'a bot on a page',
    BY_PAGE,
    { type: 'bot', botName: 'Bot7', pagePath: '/' },
    { rows: 101, read: 9 * 102 },
  ),
  filtered('a rare bot on a page', BY_BOT, { type: 'bot', botName: 'Nobody', pagePath: '/' }, NONE),
  {
    of: findSpansOfPages,
    when: 'of a busy site, all of whose days are folded',
    ask: (db) => findSpansOfPages(db, BUSY, ALL_DAYS),
    // of all lengths
    may: { find_spans_of_pages: { rows: 9, read: DAYS * SLOTS + 2 * FOLDED, by: OF_PAGES } },
  },
  {
    of: countByPageInSteps,
    when: 'of a busy site, on a server, where it leaves that to countByPage',
    ask: (db) => countByPageInSteps(db, BUSY, listOf(101)),
    may: {},
  },
  {
    of: findUnfoldedDays,
    when: 'of a busy site, all of whose days are folded',
    ask: (db) => findUnfoldedDays(db, 'busy', ALL_DAYS, 1),
    may: { find_unfolded_days: { rows: 0, read: DAYS * SLOTS + FOLDED, by: OF_PAGES } },
  },
  {
    of: findUnfoldedBlocks,
    when: 'of a busy site, all of whose blocks but that of 64 days are folded',
    ask: (db) => findUnfoldedBlocks(db, 'busy', ALL_DAYS, 1),
    may: { find_unfolded_blocks: { rows: 0, read: DAYS * SLOTS + FOLDED, by: OF_PAGES } },
  },
  {
    of: findMissingNameBlocks,
    when: 'of a busy site',
    ask: (db) => findMissingNameBlocks(db, 'busy', ALL_DAYS, 1),
    may: {
      find_missing_name_blocks: {
        rows: 0,
        read: DAYS * SLOTS + BLOCKS,
        by: ['site_blocks_pkey', 'site_buckets_pkey'],
      },
    },
  },
  {
    of: findSplitDays,
    when: 'of a busy site, none of whose slots are joined',
    ask: (db) => findSplitDays(db, 'busy', ALL_DAYS),
    may: { find_split_days: { rows: DAYS, read: DAYS * SLOTS, by: ['site_buckets_pkey'] } },
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

/** The events of a day are read twice: for their pages, and for the largest id. */
const OF_FOLDED_DAY = {
  read: 2 * 1440 + 24 * SLOTS,
  inserts: true,
  by: ['events_pkey', 'site_buckets_pkey'],
} as const;

export const INSIGHT_WRITES: readonly Question[] = [
  {
    of: foldDay,
    when: 'of a busy day that is folded',
    ask: (db) => foldDay(db, 'busy', BUSY_DAY),
    may: {
      share_site: { rows: 1, read: 0, by: [] },
      'delete site_block_pages': { rows: PAGES_A_BLOCK, by: ['site_block_pages_pkey'] },
      fold_pages: { rows: PAGES_A_BLOCK, ...OF_FOLDED_DAY },
    },
  },
  {
    of: foldDay,
    when: 'of a busy day, by the hour',
    ask: (db) => foldDay(db, 'busy', BUSY_DAY, 0),
    may: {
      share_site: { rows: 24, read: 0, by: [] },
      'delete site_block_pages': { rows: PAGES_A_BLOCK, by: ['site_block_pages_pkey'] },
      fold_pages: { rows: 24 * PAGES_A_BLOCK, ...OF_FOLDED_DAY },
    },
  },
  {
    of: foldPagesOfBlock,
    when: 'of a busy block',
    ask: (db) => foldPagesOfBlock(db, 'busy', BLOCK, 1),
    may: {
      share_site: { rows: 1, read: 0, by: [] },
      'delete site_block_pages': { rows: PAGES_A_BLOCK, by: ['site_block_pages_pkey'] },
      'select ': { rows: 1, read: 0, by: [] },
      // for what the blocks count, and their pages
      count_pages_to_fold: { rows: 1, read: 4 * SLOTS + 4 + 4 * PAGES_A_BLOCK, by: OF_PAGES },
      // for that, the hours and the largest id too
      fold_pages_of_block: {
        rows: PAGES_A_BLOCK,
        read: 4 * SLOTS + 4 + 4 * 24 * SLOTS + 4 * PAGES_A_BLOCK + 4,
        inserts: true,
        by: OF_PAGES,
      },
    },
  },
  {
    of: countBlock,
    when: 'of a busy block',
    ask: (db) => countBlock(db, 'busy', BLOCK),
    may: {
      share_site: { rows: 1, read: 0, by: [] },
      ...deletedBlocks(1),
      count_block: {
        rows: 1,
        read: 4 * SLOTS * (KEYS_A_DAY + STATUSES_A_DAY + 1) + 2,
        inserts: true,
        by: ['site_days_pkey', 'site_statuses_pkey', 'site_buckets_pkey'],
      },
    },
  },
  {
    of: joinSlots,
    when: 'of a busy day',
    ask: (db) => joinSlots(db, 'busy', [IN_MARCH]),
    may: {
      share_site: { rows: 1, read: 0, by: [] },
      join_slots_of_site_days: {
        rows: KEYS_A_DAY,
        read: KEYS_A_DAY * SLOTS,
        inserts: true,
        by: ['site_days_pkey'],
      },
      join_slots_of_site_statuses: {
        rows: STATUSES_A_DAY,
        read: STATUSES_A_DAY * SLOTS,
        inserts: true,
        by: ['site_statuses_pkey'],
      },
      join_slots_of_site_countries: {
        rows: 1,
        read: SLOTS,
        inserts: true,
        by: ['site_countries_pkey'],
      },
      join_slots_of_site_buckets: { rows: 25, read: 25 * SLOTS, inserts: true, by: ['site_buckets_pkey'] },
    },
  },
  {
    of: deleteBlocks,
    when: 'of a busy block',
    ask: within((tx) => deleteBlocks(tx, 'busy', [BLOCK])),
    may: deletedBlocks(1),
  },
  {
    of: deletePagesOfBlocks,
    when: 'of a busy block',
    ask: within((tx) => deletePagesOfBlocks(tx, 'busy', [BLOCK])),
    may: { 'delete site_block_pages': { rows: PAGES_A_BLOCK, by: ['site_block_pages_pkey'] } },
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

function listOf(limit: number): Omit<PageFilter, 'source'> {
  const all = { range: ALL_DAYS, orderBy: 'botVisits', search: undefined, bots: undefined } as const;
  return { ...all, after: undefined, limit };
}

function pages(
  statement: string,
  of: AccessibleSite,
  given: Partial<Omit<PageFilter, 'source'>>,
  may: Allowance,
): Question {
  const filter = { ...listOf(101), ...given };
  return {
    of: countByPage,
    when: `of ${of.id} in ninety days: ${statement}`,
    ask: async (db) => countByPage(db, of, { ...filter, source: await findPageSource(db, of, ALL_DAYS) }),
    may: {
      find_folded: { rows: 1, read: of === BUSY ? FOLDED : 0, by: ['site_block_pages_pkey'] },
      [statement]: may,
    },
  };
}

/** As if some of the blocks were folded in parts. */
function inParts(statement: string, { bots }: Pick<Partial<PageFilter>, 'bots'>, may: Allowance): Question {
  const all = { source: 'parts', range: ALL_DAYS, orderBy: 'botVisits', search: undefined } as const;
  return {
    of: countByPage,
    when: `of busy in ninety days: ${statement}`,
    ask: (db) => countByPage(db, BUSY, { ...all, bots, after: undefined, limit: 101 }),
    may: { [statement]: may },
  };
}

type Walk = { readonly statement: string; readonly index: string };

/** Of a bot on a page, its visits are counted first, a row for each slot of a day. */
function filtered(
  when: string,
  { statement, index }: Walk,
  given: Partial<EventSearch>,
  may: Pick<Allowance, 'rows' | 'read'>,
): Question {
  const isOfBoth = given.botName !== undefined && given.pagePath !== undefined;
  const counted = { count_visits_of_bot: { rows: 1, read: DAYS * SLOTS, by: ['site_days_pkey'] } };
  return {
    of: listFilteredEvents,
    when: `of ${when}`,
    ask: (db) => listFilteredEvents(db, BUSY, { ...EVENTS, ...given }, 'brief'),
    may: {
      ...(isOfBoth && counted),
      'select ': { rows: 1, read: 0, by: [] },
      [statement]: { ...may, by: [index] },
    },
  };
}

function site(id: string): AccessibleSite {
  return { id } as AccessibleSite;
}
