import {
  deleteOldBatches,
  findBatch,
  listSitesWithOldBatches,
  moveBatch,
} from '../../src/queries/drain-batches.ts';
import type { Question } from './plan-contract.ts';
import { within } from './within.ts';

/** After everything that is stored. */
const NOW = Date.parse('2026-05-01T00:00:00Z');
const FIRST_HOUR = Date.parse('2026-01-01T01:00:00Z');
const SITES = Array.from({ length: 100 }, (_, n) => `small${n + 1}`);

export const DRAIN_READS: readonly Question[] = [
  {
    of: findBatch,
    when: 'of a site with many',
    ask: (db) => findBatch(db, { siteId: 'busy', key: 'batch7' }),
    may: { find_batch: { rows: 1, by: ['drain_batches_pkey'] } },
  },
  {
    of: listSitesWithOldBatches,
    when: 'a busy site, a hundred with one, one without, and one that is not',
    ask: (db) => listSitesWithOldBatches(db, ['none', 'small2007', 'busy', ...SITES], FIRST_HOUR),
    may: { list_sites_with_old_batches: { rows: 101, read: 100 + 59, by: ['drain_batches_by_age'] } },
  },
];

export const DRAIN_WRITES: readonly Question[] = [
  {
    of: moveBatch,
    when: 'from its start, of a site with many',
    ask: within((tx) => moveBatch(tx, stepOf('new', 0))),
    may: { start_batch: { rows: 1, read: 1, inserts: true, by: ['placed_sites_pkey'] } },
  },
  {
    of: moveBatch,
    when: 'of a site with many',
    ask: within((tx) => moveBatch(tx, stepOf('batch7', 1))),
    may: { move_batch: { rows: 1, by: ['drain_batches_pkey'] } },
  },
  {
    of: deleteOldBatches,
    when: 'the oldest of a site with many',
    ask: (db) => deleteOldBatches(db, 'busy', NOW, 100),
    may: {
      'select drain_batches': { rows: 1, read: 100, by: ['drain_batches_by_age'] },
      'delete drain_batches': { rows: 100, by: ['drain_batches_by_age'] },
    },
  },
];

function stepOf(key: string, from: number) {
  return { batch: { siteId: 'busy', key }, from, to: from + 1, atMs: NOW };
}
