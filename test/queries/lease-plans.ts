import * as leases from '../../src/queries/leases.ts';
import type { Question } from './plan-contract.ts';
import { LEASES } from './skewed-data.ts';

const LEASE = { name: 'lease7', holder: 'holder7' };
const TERM = { holder: 'new', seconds: 30 };
/** A table of a few rows, all on one page. */
const BY = ['leases_pkey', 'all leases'];

export const LEASE_QUESTIONS: readonly Question[] = [
  {
    of: leases.takeLease,
    when: 'the first that is free',
    ask: (db) => leases.takeLease(db, ['lease7', 'lease8', 'new'], TERM),
    may: {
      lock_leases: { rows: 1, read: 0, by: [] },
      // as many names, and what was excluded
      take_lease: { rows: 1, read: 3 * LEASES, inserts: true, by: BY },
    },
  },
  {
    of: leases.renewLease,
    when: 'one of several',
    ask: (db) => leases.renewLease(db, LEASE, 30),
    may: { renew_lease: { rows: 1, read: LEASES, by: BY } },
  },
  {
    of: leases.returnLease,
    when: 'one of several',
    ask: (db) => leases.returnLease(db, LEASE),
    may: { return_lease: { rows: 1, read: LEASES, by: BY } },
  },
  {
    of: leases.endLeases,
    when: 'one of several',
    ask: (db) => leases.endLeases(db, 'holder7'),
    may: { end_leases: { rows: 1, read: LEASES, by: BY } },
  },
  {
    of: leases.countHolders,
    when: 'of several of another kind',
    ask: (db) => leases.countHolders(db, 'server'),
    may: { count_holders: { rows: 1, read: LEASES, by: BY } },
  },
  {
    of: leases.findLeaseState,
    when: 'of one of several',
    ask: (db) => leases.findLeaseState(db, 'lease7'),
    may: { find_lease: { rows: 1, read: LEASES, by: BY } },
  },
];
