import type { NewEvent } from '../../src/domain/event.ts';
import {
  deleteOldDigests,
  findTakenDigests,
  forgetRequests,
  listSitesWithOldDigests,
  takeDigests,
} from '../../src/queries/request-digests.ts';
import { botVisit } from '../support/makers.ts';
import type { Question } from './plan-contract.ts';
import { DIGESTS_A_DAY, DIGESTS_OF_ONE } from './skewed-data.ts';
import { within } from './within.ts';

/** After everything that is stored. */
const NOW = Date.parse('2026-05-01T00:00:00Z');
const SECOND_DAY = Date.parse('2026-01-02T00:00:00Z');
const SITES = Array.from({ length: 100 }, (_, n) => `small${n + 1}`);

/** Of the site `busy`, those up to `DIGESTS_OF_ONE` are recorded. */
function visits(...numbers: readonly number[]): readonly NewEvent[] {
  const digestOf = (n: number) => n.toString(16).padStart(32, '0');
  return numbers.map((n) => botVisit('2026-01-01T00:00:00Z', { requestDigest: digestOf(n) }));
}

export const DIGEST_READS: readonly Question[] = [
  {
    of: findTakenDigests,
    when: 'two of many, and one that is not',
    ask: (db) => findTakenDigests(db, 'busy', visits(7, 77, 70_000)),
    may: { find_request_digests: { rows: 2, read: 3, by: ['request_digests_pkey'] } },
  },
  {
    of: findTakenDigests,
    when: 'of a site without any when the statistics were made',
    ask: (db) => findTakenDigests(db, 'new', visits(7, 77)),
    may: { find_request_digests: { rows: 0, by: ['request_digests_pkey'] } },
  },
  {
    of: listSitesWithOldDigests,
    when: 'a busy site, a hundred with one, one without, and one that is not',
    ask: (db) => listSitesWithOldDigests(db, ['none', 'small2007', 'busy', ...SITES], SECOND_DAY),
    may: {
      list_sites_with_old_digests: {
        rows: 101,
        read: 101 + 103,
        by: ['placed_sites_pkey', 'request_digests_by_age'],
      },
    },
  },
];

export const DIGEST_WRITES: readonly Question[] = [
  {
    of: takeDigests,
    when: 'of a site with many',
    ask: within((tx) => takeDigests(tx, { siteId: 'busy', events: visits(70_000, 70_001), nowMs: NOW })),
    may: { insert_request_digests: { rows: 2, read: 0, by: [] } },
  },
  {
    of: deleteOldDigests,
    when: 'the oldest of a site with many',
    ask: (db) => deleteOldDigests(db, 'busy', NOW, 100),
    may: {
      'delete request_digests': {
        rows: 100,
        read: 200,
        by: ['request_digests_pkey', 'request_digests_by_age'],
      },
    },
  },
  {
    of: forgetRequests,
    when: 'of the first day of a site with many',
    ask: (db) => forgetRequests(db, 'busy', SECOND_DAY),
    may: {
      'with request_digests': {
        rows: DIGESTS_OF_ONE / 1_000,
        read: DIGESTS_OF_ONE + DIGESTS_A_DAY,
        by: ['request_digests_pkey'],
      },
    },
  },
];
