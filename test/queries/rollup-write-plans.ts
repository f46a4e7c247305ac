import { HOUR_MS } from '../../src/domain/time.ts';
import {
  addToRollups,
  deleteDayRollups,
  deleteEmptyRollups,
  rebuildDay,
} from '../../src/queries/day-rollups.ts';
import { BLOCKS_OF_A_DAY } from './deleted-blocks.ts';
import type { Question } from './plan-contract.ts';
import { KEYS_A_DAY, SLOTS, STATUSES_A_DAY } from './skewed-data.ts';
import { within } from './within.ts';

const IN_MARCH = Date.parse('2026-03-15T00:00:00Z');

export const ROLLUP_WRITES: readonly Question[] = [
  {
    of: addToRollups,
    when: 'the first hours of a busy day, subtracted',
    ask: within((tx) => {
      const before = { createdAtMs: IN_MARCH + 10 * HOUR_MS, id: 0 };
      return addToRollups(tx, { siteId: 'busy', dayMs: IN_MARCH, before }, -1);
    }),
    may: {
      'insert site_days': { rows: KEYS_A_DAY, read: 600, inserts: true, by: ['events_pkey'] },
      'insert site_statuses': {
        rows: STATUSES_A_DAY,
        read: 600,
        inserts: true,
        by: ['events_pkey', 'events_by_type'],
      },
      'insert site_countries': {
        rows: 1,
        read: 601,
        inserts: true,
        by: ['events_pkey', 'site_countries_pkey'],
      },
      'insert site_buckets': { rows: 11, read: 600, inserts: true, by: ['events_pkey'] },
    },
  },
  {
    of: deleteEmptyRollups,
    when: 'of a busy day',
    ask: within((tx) => deleteEmptyRollups(tx, 'busy', IN_MARCH)),
    may: {
      'delete site_days': { rows: 0, read: SLOTS * KEYS_A_DAY, by: ['site_days_pkey'] },
      'delete site_statuses': { rows: 0, read: SLOTS * STATUSES_A_DAY, by: ['site_statuses_pkey'] },
      'delete site_countries': { rows: 0, read: SLOTS * (SLOTS + 1), by: ['site_countries_pkey'] },
      'delete site_buckets': { rows: 0, read: SLOTS * 25, by: ['site_buckets_pkey'] },
    },
  },
  {
    of: deleteDayRollups,
    when: 'of a busy day',
    ask: within((tx) => deleteDayRollups(tx, 'busy', IN_MARCH)),
    may: {
      'delete site_days': { rows: SLOTS * KEYS_A_DAY, by: ['site_days_pkey'] },
      'delete site_statuses': { rows: SLOTS * STATUSES_A_DAY, by: ['site_statuses_pkey'] },
      'delete site_countries': { rows: SLOTS, by: ['site_countries_pkey'] },
      ...BLOCKS_OF_A_DAY,
      'delete site_buckets': { rows: SLOTS * 25, by: ['site_buckets_pkey'] },
    },
  },
  {
    of: rebuildDay,
    when: 'of a busy day',
    ask: (db) => rebuildDay(db, 'busy', IN_MARCH),
    may: {
      lock_site: { rows: 1, read: 0, by: [] },
      'delete site_days': { rows: SLOTS * KEYS_A_DAY, by: ['site_days_pkey'] },
      'delete site_statuses': { rows: SLOTS * STATUSES_A_DAY, by: ['site_statuses_pkey'] },
      'delete site_countries': { rows: SLOTS, by: ['site_countries_pkey'] },
      ...BLOCKS_OF_A_DAY,
      'delete site_buckets': { rows: SLOTS * 25, by: ['site_buckets_pkey'] },
      'insert site_days': { rows: KEYS_A_DAY, read: 1440, inserts: true, by: ['events_pkey'] },
      'insert site_statuses': {
        rows: STATUSES_A_DAY,
        read: 1440,
        inserts: true,
        by: ['events_pkey', 'events_by_type'],
      },
      'insert site_countries': { rows: 1, read: 1440, inserts: true, by: ['events_pkey'] },
      'insert site_buckets': { rows: 25, read: 1440, inserts: true, by: ['events_pkey'] },
    },
  },
];
