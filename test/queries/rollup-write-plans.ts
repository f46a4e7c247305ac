import { DAY_MS, HOUR_MS } from '../../src/domain/time.ts';
import { deleteDayRollups, readDayRollups, rebuildDay } from '../../src/queries/day-rollups.ts';
import { deletePartOfDay, subtractFromDay } from '../../src/queries/deleted-counts.ts';
import { BLOCKS_OF_A_DAY, readDays } from './deleted-blocks.ts';
import type { Question } from './plan-contract.ts';
import { KEYS_A_DAY, SLOTS, STATUSES_A_DAY } from './skewed-data.ts';
import { within } from './within.ts';

const IN_MARCH = Date.parse('2026-03-15T00:00:00Z');
const HOURS = {
  siteId: 'busy',
  fromMs: IN_MARCH,
  before: { createdAtMs: IN_MARCH + 10 * HOUR_MS, id: 0 },
};

/** Ten hours of a busy day, of which nothing is left without events but the hours. */
const SUBTRACTED: Question['may'] = {
  subtract_from_site_days: { rows: KEYS_A_DAY, read: 0, inserts: true, by: [] },
  subtract_from_site_statuses: { rows: STATUSES_A_DAY, read: 0, inserts: true, by: [] },
  subtract_from_site_countries: { rows: 1, read: 1, inserts: true, by: ['site_countries_pkey'] },
  subtract_from_site_buckets: { rows: 11, read: 0, inserts: true, by: [] },
  delete_empty_of_site_days: { rows: 0, read: 2 * SLOTS * KEYS_A_DAY, by: ['site_days_pkey'] },
  delete_empty_of_site_statuses: { rows: 0, read: 2 * SLOTS * STATUSES_A_DAY, by: ['site_statuses_pkey'] },
  delete_empty_of_site_countries: { rows: 0, read: 2 * SLOTS, by: ['site_countries_pkey'] },
  delete_empty_of_site_buckets: { rows: 10 * SLOTS, read: 2 * SLOTS * 25, by: ['site_buckets_pkey'] },
  ...BLOCKS_OF_A_DAY,
};

export const ROLLUP_WRITES: readonly Question[] = [
  {
    of: deletePartOfDay,
    when: 'the first hours of a busy day',
    ask: within((tx) => deletePartOfDay(tx, HOURS)),
    may: { delete_part_of_day: { rows: 1, read: 600, by: ['events_pkey'] } },
  },
  {
    of: subtractFromDay,
    when: 'the first hours of a busy day',
    ask: within(async (tx) => {
      const counts = await deletePartOfDay(tx, HOURS);
      return subtractFromDay(tx, { siteId: 'busy', dayMs: IN_MARCH }, counts);
    }),
    may: {
      delete_part_of_day: { rows: 1, read: 600, by: ['events_pkey'] },
      ...SUBTRACTED,
    },
  },
  {
    of: deleteDayRollups,
    when: 'of a busy day',
    ask: within((tx) => deleteDayRollups(tx, 'busy', { fromMs: IN_MARCH, untilMs: IN_MARCH + DAY_MS })),
    may: {
      delete_days_of_site_days: { rows: SLOTS * KEYS_A_DAY, by: ['site_days_pkey'] },
      delete_days_of_site_statuses: { rows: SLOTS * STATUSES_A_DAY, by: ['site_statuses_pkey'] },
      delete_days_of_site_countries: { rows: SLOTS, by: ['site_countries_pkey'] },
      ...BLOCKS_OF_A_DAY,
      delete_days_of_site_buckets: { rows: SLOTS * 25, by: ['site_buckets_pkey'] },
    },
  },
  {
    of: readDayRollups,
    when: 'of a busy day',
    ask: within((tx) => readDayRollups(tx, 'busy', { fromMs: IN_MARCH, untilMs: IN_MARCH + DAY_MS })),
    may: readDays([KEYS_A_DAY, STATUSES_A_DAY, 1, 25], SLOTS),
  },
  {
    of: rebuildDay,
    when: 'of a busy day',
    ask: (db) => rebuildDay(db, 'busy', IN_MARCH),
    may: {
      lock_site: { rows: 1, read: 0, by: [] },
      delete_days_of_site_days: { rows: SLOTS * KEYS_A_DAY, by: ['site_days_pkey'] },
      delete_days_of_site_statuses: { rows: SLOTS * STATUSES_A_DAY, by: ['site_statuses_pkey'] },
      delete_days_of_site_countries: { rows: SLOTS, by: ['site_countries_pkey'] },
      ...BLOCKS_OF_A_DAY,
      delete_days_of_site_buckets: { rows: SLOTS * 25, by: ['site_buckets_pkey'] },
      'insert site_days': { rows: KEYS_A_DAY, read: 1440, inserts: true, by: ['events_pkey'] },
      'insert site_statuses': {
        rows: STATUSES_A_DAY,
        read: 1440,
        inserts: true,
        by: ['events_pkey', 'events_by_type'],
      },
      'insert site_countries': { rows: 1, read: 1440, inserts: true, by: ['events_pkey'] },
      'insert site_buckets': {
        rows: 25,
        read: 1440,
        inserts: true,
        by: ['events_pkey', 'events_by_type'],
      },
    },
  },
];
