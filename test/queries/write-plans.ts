import * as accounts from '../../src/queries/accounts.ts';
import * as keys from '../../src/queries/api-keys.ts';
import type { Database } from '../../src/queries/database.ts';
import { deleteSiteEvents } from '../../src/queries/delete-events.ts';
import { recordEvents } from '../../src/queries/record-events.ts';
import { deleteSiteRow, insertSite } from '../../src/queries/sites.ts';
import { addUsage } from '../../src/queries/usage.ts';
import { botVisit, conversion, referral } from '../support/makers.ts';
import type { Question } from './plan-contract.ts';
import { SMALL_EVENTS } from './skewed-data.ts';

/** After everything that is stored, so that rows which were written and undone lie in no read's way. */
const NOW = Date.parse('2026-05-01T00:00:00Z');

/** An event of each kind in turn, every three minutes. */
const BATCH = 1_000;
const HOURS = 50;
const DAYS = 3;
const KINDS = [botVisit, referral, conversion];
const EVENTS = Array.from({ length: BATCH }, (_, n) => {
  const make = KINDS[n % KINDS.length] ?? botVisit;
  return make(new Date(NOW + n * 3 * 60_000).toISOString());
});

const ACCOUNT_WRITES: readonly Question[] = [
  {
    of: accounts.insertAccount,
    when: 'with an address of its own',
    ask: (db) => insertAccount(db, 'new@example.com'),
    may: { 'insert accounts': { rows: 1, read: 0, by: [] } },
  },
  {
    of: accounts.insertAccount,
    when: 'with the address of another',
    ask: (db) => insertAccount(db, 'account777@EXAMPLE.com'),
    may: { 'insert accounts': { rows: 0, by: [] } },
  },
  {
    of: accounts.setAccountPlan,
    when: 'of one account',
    ask: (db) => accounts.setAccountPlan(db, 777, 'pro'),
    may: { 'update accounts': { rows: 1, by: ['accounts_pkey'] } },
  },
  {
    of: accounts.markAccountDeleted,
    when: 'one account',
    ask: (db) => accounts.markAccountDeleted(db, 777, NOW),
    may: { 'update accounts': { rows: 1, by: ['accounts_pkey'] } },
  },
  {
    of: keys.insertKey,
    when: 'of an account with many',
    ask: (db) =>
      keys.insertKey(db, { accountId: 1, keyHash: 'new', name: '', lastFour: '', createdAtMs: NOW }),
    may: { 'insert api_keys': { rows: 1, read: 0, by: [] } },
  },
  {
    of: keys.markKeyUsed,
    when: 'one key',
    ask: (db) => keys.markKeyUsed(db, 777, NOW),
    may: { 'update api_keys': { rows: 1, by: ['api_keys_pkey'] } },
  },
  {
    of: keys.revokeKey,
    when: 'one key',
    ask: (db) => keys.revokeKey(db, 777, NOW),
    may: { 'update api_keys': { rows: 1, by: ['api_keys_pkey'] } },
  },
  {
    of: addUsage,
    when: 'to a month with some',
    ask: (db) => addUsage(db, 777, Date.parse('2026-03-15T00:00:00Z'), 5),
    may: { 'insert usage': { rows: 1, read: 0, by: [] } },
  },
];

const SITE_WRITES: readonly Question[] = [
  {
    of: insertSite,
    when: 'of an account with many',
    ask: (db) => insertSite(db, { id: 'new', accountId: 1, domain: '', name: '', createdAtMs: NOW }),
    may: { 'insert sites': { rows: 1, read: 0, by: [] } },
  },
  {
    of: deleteSiteRow,
    when: 'one site',
    ask: (db) => deleteSiteRow(db, 'busy'),
    may: { 'delete sites': { rows: 1, by: ['sites_pkey'] } },
  },
  {
    of: recordEvents,
    when: 'a batch, and another that adds to the same rows of the rollups',
    ask: async (db) => {
      await recordEvents(db, { siteId: 'busy', slot: 3, events: EVENTS });
      await recordEvents(db, { siteId: 'busy', slot: 3, events: EVENTS });
    },
    may: {
      insert_events: { rows: 2 * BATCH, read: 0, by: [] },
      add_to_days: { rows: 2 * DAYS * KINDS.length, read: 0, by: [] },
      add_to_buckets: { rows: 2 * (DAYS + HOURS), read: 0, by: [] },
    },
  },
  {
    of: deleteSiteEvents,
    when: 'of a small site, day by day',
    ask: (db) => deleteSiteEvents(db, 'small1000'),
    may: {
      'select events': { rows: SMALL_EVENTS, by: ['events_pkey'] },
      'delete events': { rows: SMALL_EVENTS, by: ['events_pkey'] },
      'delete site_days': { rows: SMALL_EVENTS, by: ['site_days_pkey'] },
      'delete site_buckets': { rows: 2 * SMALL_EVENTS, by: ['site_buckets_pkey'] },
    },
  },
];

/** Every write. What it changes is new, or found by the key that is its own. */
export const WRITES: readonly Question[] = [...ACCOUNT_WRITES, ...SITE_WRITES];

function insertAccount(db: Database, email: string): Promise<number | undefined> {
  return accounts.insertAccount(db, { email, plan: 'free', createdAtMs: NOW });
}
