import type { AccessibleSite } from '../../src/domain/site.ts';
import { DAY_MS } from '../../src/domain/time.ts';
import { atOneMoment } from '../../src/database/at-one-moment.ts';
import { countFactsByName } from '../../src/queries/name-facts.ts';
import { countByName } from '../../src/queries/stats.ts';
import { countByStatus } from '../../src/queries/statuses.ts';
import { countBuckets, countByBucket } from '../../src/queries/timeseries.ts';
import { countTotals } from '../../src/queries/totals.ts';
import type { Question } from './plan-contract.ts';
import { BLOCKS, DAYS, KEYS_A_DAY, SLOTS, SMALL_EVENTS, STATUSES_A_DAY, WIDE_KEYS } from './skewed-data.ts';
import { between, gather } from './support.ts';

const BUSY = { id: 'busy' } as AccessibleSite;
const WIDE = { id: 'wide' } as AccessibleSite;
const SMALL = { id: 'small1000' } as AccessibleSite;
const ALL_DAYS = between('2026-01-01', '2026-04-01');
const WEEK = between('2026-02-02', '2026-02-09');

/** A row for each slot of each day, to see which blocks are valid, and the blocks. */
const LOOKING = DAYS * SLOTS + BLOCKS;
/** In seven blocks, and in the two days after them. */
const NAMES_IN_BLOCKS = 7 * (KEYS_A_DAY + 1) + 2 * KEYS_A_DAY * SLOTS;
const OF_BLOCKS = ['site_buckets_pkey', 'site_blocks_pkey'];
const OF_NAMES = [...OF_BLOCKS, 'site_block_names_pkey', 'site_days_pkey'];
const OF_STATUSES = [...OF_BLOCKS, 'site_block_statuses_pkey', 'site_statuses_pkey'];

/** What is read are the rows of the rollup within the range, of that site. */
export const COUNT_READS: readonly Question[] = [
  {
    of: countByName,
    when: 'of a busy site in ninety days',
    ask: (db) => countByName(db, BUSY, ALL_DAYS),
    may: {
      count_by_name_in_blocks: { rows: KEYS_A_DAY + 1, read: LOOKING + NAMES_IN_BLOCKS, by: OF_NAMES },
    },
  },
  {
    of: countByName,
    when: 'of a busy site in a week',
    ask: (db) => countByName(db, BUSY, WEEK),
    may: {
      count_by_name: { rows: KEYS_A_DAY + 1, read: 7 * KEYS_A_DAY * SLOTS + 3, by: ['site_days_pkey'] },
    },
  },
  {
    of: countByName,
    when: 'of a site with many names in a day',
    ask: (db) => countByName(db, WIDE, between('2026-01-03', '2026-01-04')),
    may: { count_by_name: { rows: WIDE_KEYS, read: WIDE_KEYS * SLOTS, by: ['site_days_pkey'] } },
  },
  {
    of: countByName,
    when: 'of a small site in ninety days',
    ask: (db) => countByName(db, SMALL, ALL_DAYS),
    may: { count_by_name_in_blocks: { rows: 2, read: 2 * SMALL_EVENTS, by: OF_NAMES } },
  },
  {
    of: countFactsByName,
    when: 'of a busy site in ninety days',
    ask: (db) => countFactsByName(db, BUSY, [{ ...ALL_DAYS, part: 'range' }]),
    may: {
      count_facts_by_name_in_blocks: { rows: KEYS_A_DAY + 1, read: LOOKING + NAMES_IN_BLOCKS, by: OF_NAMES },
    },
  },
  {
    of: countFactsByName,
    when: 'of a busy site in a week, and in two spans before',
    ask: (db) =>
      countFactsByName(db, BUSY, [
        { ...WEEK, part: 'range' },
        { ...between('2026-01-26', '2026-01-29'), part: 'previous' },
        { ...between('2026-01-28', '2026-02-01'), part: 'previous' },
      ]),
    // one of the days comes twice
    may: {
      count_facts_by_name: {
        rows: 2 * (KEYS_A_DAY + 1),
        read: 14 * KEYS_A_DAY * SLOTS + 5,
        by: ['site_days_pkey'],
      },
    },
  },
  {
    of: countFactsByName,
    when: 'of a site with many names in a day',
    ask: (db) => countFactsByName(db, WIDE, [{ ...between('2026-01-03', '2026-01-04'), part: 'range' }]),
    may: { count_facts_by_name: { rows: WIDE_KEYS, read: WIDE_KEYS * SLOTS, by: ['site_days_pkey'] } },
  },
  {
    of: countFactsByName,
    when: 'of a small site in ninety days',
    ask: (db) => countFactsByName(db, SMALL, [{ ...ALL_DAYS, part: 'range' }]),
    may: { count_facts_by_name_in_blocks: { rows: 2, read: 2 * SMALL_EVENTS, by: OF_NAMES } },
  },
  {
    of: countByStatus,
    when: 'of a busy site in a week',
    ask: (db) => countByStatus(db, BUSY, WEEK),
    may: {
      count_by_status: {
        rows: 1,
        read: 7 * STATUSES_A_DAY * SLOTS + 7 * SLOTS + 3,
        by: OF_STATUSES,
      },
    },
  },
  {
    of: countByStatus,
    when: 'of a small site in ninety days',
    ask: (db) => countByStatus(db, SMALL, ALL_DAYS),
    may: {
      count_by_status: {
        rows: 1,
        read: 2 * SMALL_EVENTS,
        by: OF_STATUSES,
      },
    },
  },
  {
    of: countByStatus,
    when: 'of a busy site in ninety days',
    ask: (db) => countByStatus(db, BUSY, ALL_DAYS),
    may: {
      count_by_status: { rows: 1, read: LOOKING + 7 + 2 * STATUSES_A_DAY * SLOTS, by: OF_STATUSES },
    },
  },
  {
    of: countTotals,
    when: 'of a busy site in a week and a half day, and in the week and half day before',
    ask: (db) =>
      countTotals(db, BUSY, {
        range: [{ fromMs: WEEK.fromMs, untilMs: WEEK.untilMs + DAY_MS / 2 }],
        previous: [{ fromMs: WEEK.fromMs - 8 * DAY_MS, untilMs: WEEK.fromMs - DAY_MS / 2 }],
      }),
    may: { count_totals: { rows: 2, read: 2 * (7 + 12) * SLOTS, by: ['site_buckets_pkey'] } },
  },
  {
    of: countByStatus,
    when: 'of a busy site in a week, at one moment with the names and the buckets',
    ask: (db) =>
      atOneMoment(db, (moment) =>
        Promise.all([
          countByStatus(moment, BUSY, WEEK),
          countByName(moment, BUSY, WEEK),
          countBuckets(moment, BUSY, WEEK, 'day'),
        ]),
      ),
    may: {
      'count_by_status+count_by_name+count_by_bucket': {
        rows: 1,
        read: 7 * (STATUSES_A_DAY + KEYS_A_DAY) * SLOTS + 3 + 2 * 7 * SLOTS + 3,
        by: [...OF_STATUSES, 'site_days_pkey'],
      },
    },
  },
  {
    of: countBuckets,
    when: 'the hours of a busy site in ninety days, in one read',
    ask: (db) => countBuckets(db, BUSY, ALL_DAYS, 'hour'),
    may: { count_by_bucket: { rows: DAYS * 24, read: DAYS * 24 * SLOTS, by: ['site_buckets_pkey'] } },
  },
  {
    of: countByBucket,
    when: 'the days of a busy site in ninety days',
    ask: (db) => gather(countByBucket(db, BUSY, ALL_DAYS, 'day')),
    may: { count_by_bucket: { rows: DAYS, read: DAYS * SLOTS, by: ['site_buckets_pkey'] } },
  },
  {
    of: countByBucket,
    when: 'the hours of a busy site in a week',
    ask: (db) => gather(countByBucket(db, BUSY, WEEK, 'hour')),
    may: { count_by_bucket: { rows: 7 * 24, read: 7 * 24 * SLOTS, by: ['site_buckets_pkey'] } },
  },
  {
    of: countByBucket,
    when: 'the hours of a busy site in ninety days, in two pages',
    ask: (db) => gather(countByBucket(db, BUSY, ALL_DAYS, 'hour')),
    may: {
      count_by_bucket: { rows: DAYS * 24, read: DAYS * 24 * SLOTS, by: ['site_buckets_pkey'] },
      first_bucket: { rows: 1, by: ['site_buckets_pkey'] },
    },
  },
];
