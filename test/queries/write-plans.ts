import * as accounts from '../../src/queries/accounts.ts';
import * as keys from '../../src/queries/api-keys.ts';
import {
  deleteOldRequests,
  findTakenKeys,
  recordInLastRoom,
  recordRequests,
} from '../../src/queries/collected-requests.ts';
import type { Database } from '../../src/database/database.ts';
import { inTransaction } from '../../src/database/transaction.ts';
import { deleteSiteEvents } from '../../src/queries/delete-events.ts';
import { insertEvents, storeEvents } from '../../src/queries/record-events.ts';
import * as deletions from '../../src/queries/site-deletions.ts';
import * as sites from '../../src/queries/sites.ts';
import { recountUsage, releaseUsage, reserveUsage } from '../../src/queries/usage.ts';
import { rebuildUsage } from '../../src/queries/verify-usage.ts';
import { botVisit, conversion, referral } from '../support/makers.ts';
import { INSIGHT_WRITES } from './insight-plans.ts';
import { DRAIN_WRITES } from './drain-plans.ts';
import { LOG_WRITES } from './log-write-plans.ts';
import { BLOCKS_OF_A_DAY, blocksOfDays, readDays } from './deleted-blocks.ts';
import type { Question } from './plan-contract.ts';
import { ROLLUP_WRITES } from './rollup-write-plans.ts';
import {
  KEYS_A_DAY,
  KEYS_OF_ONE,
  ROBOT_DAYS_OF_SMALL,
  SITES_OF_ONE,
  SLOTS,
  SMALL_EVENTS,
  STATUSES_A_DAY,
} from './skewed-data.ts';
import { steadyClock } from './support.ts';
import { within } from './within.ts';

/** After everything that is stored, so that rows which were written and undone lie in no read's way. */
const NOW = Date.parse('2026-05-01T00:00:00Z');
const IN_MARCH = Date.parse('2026-03-15T00:00:00Z');

/** An event of each kind in turn, every three minutes. */
const BATCH = 1_000;
const HOURS = 50;
const DAYS = 3;
const crawl = (at: string) => botVisit(at, { status: 200, bytes: 5 });
const KINDS = [crawl, referral, conversion];
const EVENTS = Array.from({ length: BATCH }, (_, n) => {
  const make = KINDS[n % KINDS.length] ?? crawl;
  return make(new Date(NOW + n * 3 * 60_000).toISOString());
});

/** What the events count in: account 1 has the site. */
const ROOM = { accountId: 1, nowMs: IN_MARCH, events: BATCH, epoch: 1, incarnation: '' };

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
    of: accounts.lockAccount,
    when: 'one account',
    ask: (db) => inTransaction(db, (tx) => accounts.lockAccount(tx, 777)),
    may: { 'select accounts': { rows: 1, by: ['accounts_pkey'] } },
  },
  {
    of: keys.countKeys,
    when: 'of an account with many, of which some were revoked',
    ask: (db) => keys.countKeys(db, 1),
    may: { 'select api_keys': { rows: 1, read: KEYS_OF_ONE, by: ['api_keys_by_account'] } },
  },
  {
    of: sites.countSites,
    when: 'of an account with many',
    ask: (db) => sites.countSites(db, 1),
    may: { 'select sites': { rows: 1, read: SITES_OF_ONE, by: ['sites_by_account'] } },
  },
  {
    of: deletions.markSiteDeletion,
    when: 'of one site, and again',
    ask: async (db) => {
      await deletions.markSiteDeletion(db, 'marked');
      await deletions.markSiteDeletion(db, 'marked');
    },
    may: { 'insert site_deletions': { rows: 1, read: 0, by: [] } },
  },
  {
    of: keys.insertKey,
    when: 'of an account with many',
    ask: (db) =>
      keys.insertKey(db, {
        accountId: 1,
        keyHash: 'new',
        name: '',
        lastFour: '',
        createdAtMs: NOW,
        reach: { scope: 'read', siteId: null },
      }),
    may: { 'insert api_keys': { rows: 1, read: 0, by: [] } },
  },
  {
    of: keys.markKeyUsed,
    when: 'one key',
    ask: (db) => keys.markKeyUsed(db, 777, NOW),
    may: { 'update api_keys': { rows: 1, by: ['api_keys_pkey'] } },
  },
  {
    of: keys.markKeyRevoked,
    when: 'one key',
    ask: (db) => keys.markKeyRevoked(db, 777, NOW),
    may: { 'update api_keys': { rows: 1, by: ['api_keys_pkey'] } },
  },
  {
    of: reserveUsage,
    when: 'of a month with some',
    ask: (db) => reserveUsage(db, { accountId: 777, nowMs: IN_MARCH, events: 5 }, 1000),
    may: { reserve_usage: { rows: 1, read: 0, by: [] } },
  },
  {
    of: reserveUsage,
    when: 'of a month that is full',
    ask: (db) => reserveUsage(db, { accountId: 777, nowMs: IN_MARCH, events: 5 }, 780),
    may: { reserve_usage: { rows: 0, read: 0, by: [] } },
  },
  {
    of: releaseUsage,
    when: 'of one account',
    ask: (db) => releaseUsage(db, { accountId: 777, nowMs: IN_MARCH, events: 5, epoch: 1 }),
    may: { 'update usage': { rows: 1, by: ['usage_pkey'] } },
  },
  {
    of: recountUsage,
    when: 'of an account with many sites',
    ask: within((tx) => recountUsage(tx, { accountId: 1, nowMs: IN_MARCH, events: 5 }, 1_000_000)),
    may: { recount_usage: { rows: 1, read: SITES_OF_ONE * SLOTS, by: ['site_months_by_account'] } },
  },
  {
    of: rebuildUsage,
    when: 'of one account',
    ask: (db) => rebuildUsage(db, 777, '2026-03-01'),
    may: {
      lock_account: { rows: 1, read: 0, by: [] },
      recount_usage: { rows: 1, read: SLOTS, by: ['site_months_by_account'] },
    },
  },
];

const SITE_WRITES: readonly Question[] = [
  {
    of: sites.insertSite,
    when: 'of an account with many',
    ask: (db) => sites.insertSite(db, { id: 'new', accountId: 1, domain: '', name: '', createdAtMs: NOW }),
    may: { 'insert sites': { rows: 1, read: 0, by: [] } },
  },
  {
    of: sites.findSiteOfDomain,
    when: 'that an account with many has not, and one that it has',
    ask: async (db) => {
      await sites.findSiteOfDomain(db, { accountId: 1, domain: 'new.example', id: 'busy' });
      await sites.findSiteOfDomain(db, { accountId: 1, domain: 'example.com', id: 'busy' });
    },
    may: { 'select sites': { rows: 1, read: SITES_OF_ONE + 2, by: ['sites_by_account'] } },
  },
  {
    of: sites.deleteSiteRow,
    when: 'one site',
    ask: (db) => inTransaction(db, (tx) => sites.deleteSiteRow(tx, 'small1000')),
    may: {
      lock_site: { rows: 1, read: 0, by: [] },
      'delete sites': { rows: 1, by: ['sites_pkey'] },
      'delete site_deletions': { rows: 0, by: ['site_deletions_pkey'] },
      'delete share_links': { rows: 1, by: ['share_links_by_site'] },
      'delete log_positions': { rows: 1, by: ['log_positions_pkey'] },
      'delete followed_logs': { rows: 1, by: ['followed_logs_pkey'] },
      'delete collected_requests': { rows: 1, by: ['collected_requests_pkey'] },
      'delete request_digests': { rows: 1, by: ['request_digests_pkey'] },
      'delete drain_batches': { rows: 1, by: ['drain_batches_pkey'] },
      'delete recording_sources': { rows: 1, by: ['recording_sources_pkey'] },
      'delete site_sources': { rows: 1, by: ['site_sources_pkey'] },
      'delete source_hours': { rows: 1, by: ['source_hours_pkey'] },
      'delete unlisted_robots': { rows: ROBOT_DAYS_OF_SMALL, by: ['unlisted_robots_pkey'] },
      'delete folded_sites': { rows: 1, by: ['folded_sites_pkey'] },
      'delete sitemap_pages': { rows: 2, by: ['sitemap_pages_pkey'] },
      'delete sitemaps': { rows: 1, by: ['sitemaps_pkey'] },
      'delete robots_versions': { rows: 1, by: ['robots_versions_of_site'] },
      'delete judged_sites': { rows: 1, by: ['judged_sites_pkey'] },
      'delete judged_days': { rows: SMALL_EVENTS, by: ['judged_days_pkey'] },
      'delete judged_months': { rows: 3, by: ['judged_months_pkey'] },
      'delete broken_rules': { rows: 1, by: ['broken_rules_pkey'] },
      'delete rule_months': { rows: 1, by: ['rule_months_pkey'] },
      'delete alert_days': { rows: 1, by: ['alert_days_pkey'] },
      'delete alert_sites': { rows: 0, by: ['alert_sites_pkey'] },
      'delete alerts': { rows: 1, by: ['alerts_of_site'] },
      'delete alert_rules': { rows: 1, by: ['alert_rules_of_site'] },
      'delete mutes': { rows: 0, by: ['mutes_pkey'] },
      'delete notes': { rows: 0, by: ['notes_of_site'] },
    },
  },
  {
    of: sites.updateSite,
    when: 'all that may change',
    ask: (db) => sites.updateSite(db, 'busy', { name: 'Shop', domain: 'shop.example', retentionDays: 90 }),
    may: { 'update sites': { rows: 1, by: ['sites_pkey'] } },
  },
  {
    of: storeEvents,
    when: 'a batch, and another that adds to the same rows of the rollups',
    ask: async (db) => {
      await storeEvents(db, { siteId: 'busy', slot: 3, events: EVENTS, reservations: [ROOM] });
      await storeEvents(db, { siteId: 'busy', slot: 3, events: EVENTS, reservations: [ROOM] });
    },
    may: {
      share_site: { rows: 2, read: 0, by: [] },
      share_account: { rows: 2, read: 0, by: [] },
      insert_events: { rows: 2 * BATCH, read: 2, inserts: true, by: ['placed_sites_pkey'] },
      add_to_days: { rows: 2 * DAYS * KINDS.length, read: 2, inserts: true, by: ['placed_sites_pkey'] },
      add_to_statuses: { rows: 2 * DAYS, read: 2, inserts: true, by: ['placed_sites_pkey'] },
      add_to_countries: { rows: 2 * DAYS, read: 2, inserts: true, by: ['placed_sites_pkey'] },
      add_to_buckets: { rows: 2 * (DAYS + HOURS), read: 2, inserts: true, by: ['placed_sites_pkey'] },
      add_to_months: { rows: 2, read: 2, inserts: true, by: ['placed_sites_pkey'] },
      find_valid_reservations: { rows: 2, by: ['usage_pkey'] },
    },
  },
  {
    of: insertEvents,
    when: 'one event',
    ask: within((tx) => insertEvents(tx, { siteId: 'busy', slot: 3, events: EVENTS.slice(0, 1) })),
    may: {
      insert_events: { rows: 1, read: 1, inserts: true, by: ['placed_sites_pkey'] },
      add_to_days: { rows: 1, read: 1, inserts: true, by: ['placed_sites_pkey'] },
      add_to_statuses: { rows: 1, read: 1, inserts: true, by: ['placed_sites_pkey'] },
      add_to_countries: { rows: 1, read: 1, inserts: true, by: ['placed_sites_pkey'] },
      add_to_buckets: { rows: 2, read: 1, inserts: true, by: ['placed_sites_pkey'] },
    },
  },
  {
    of: deleteSiteEvents,
    when: 'of a busy day, in two steps',
    ask: (db) =>
      deleteSiteEvents(db, 'busy', {
        beforeMs: Date.parse('2026-01-02'),
        eventsPerStep: 1_000,
        now: steadyClock(),
      }),
    may: {
      first_counted_day: { rows: 1, by: ['site_buckets_pkey'] },
      lock_deletions: { rows: 2, read: 0, by: [] },
      by_index: { rows: 2, read: 0, by: [] },
      lock_site: { rows: 2, read: 0, by: [] },
      nth_event: { rows: 1, read: 1_001 + 440, by: ['events_pkey'] },
      delete_part_of_day: { rows: 1, read: 1_000, by: ['events_pkey'] },
      subtract_from_site_days: { rows: KEYS_A_DAY + 1, read: 0, inserts: true, by: [] },
      subtract_from_site_statuses: { rows: STATUSES_A_DAY, read: 0, inserts: true, by: [] },
      subtract_from_site_countries: { rows: 1, read: 1, inserts: true, by: ['site_countries_pkey'] },
      subtract_from_site_buckets: { rows: 18, read: 0, inserts: true, by: [] },
      delete_empty_of_site_days: { rows: 1, read: 200, by: ['site_days_pkey'] },
      delete_empty_of_site_statuses: { rows: 0, read: 200, by: ['site_statuses_pkey'] },
      delete_empty_of_site_countries: { rows: 0, read: 20, by: ['site_countries_pkey'] },
      delete_empty_of_site_buckets: { rows: 16 * SLOTS, read: 500, by: ['site_buckets_pkey'] },
      delete_events: { rows: 440, by: ['events_pkey'] },
      ...readDays([KEYS_A_DAY, STATUSES_A_DAY, 1, 9], SLOTS),
      count_events_of_days: { rows: 1, read: SLOTS + 1, by: ['site_buckets_pkey'] },
      delete_days_of_site_days: { rows: SLOTS * KEYS_A_DAY, by: ['site_days_pkey'] },
      delete_days_of_site_statuses: { rows: SLOTS * STATUSES_A_DAY, by: ['site_statuses_pkey'] },
      delete_days_of_site_countries: { rows: SLOTS, by: ['site_countries_pkey'] },
      ...BLOCKS_OF_A_DAY,
      void_judged_days: { rows: 2, read: 2, by: ['judged_days_pkey'] },
      void_judged_site: { rows: 2, read: 2, by: ['judged_sites_pkey'] },
      delete_days_of_site_buckets: { rows: SLOTS * 9, by: ['site_buckets_pkey'] },
    },
  },
  {
    of: deleteSiteEvents,
    when: 'of a small site, all days at once',
    ask: (db) => deleteSiteEvents(db, 'small1000'),
    may: {
      first_counted_day: { rows: 1, by: ['site_buckets_pkey'] },
      lock_deletions: { rows: 1, read: 0, by: [] },
      by_index: { rows: 1, read: 0, by: [] },
      lock_site: { rows: 1, read: 0, by: [] },
      nth_event: { rows: 0, read: SMALL_EVENTS, by: ['events_pkey'] },
      delete_events: { rows: SMALL_EVENTS, by: ['events_pkey', 'events_by_type'] },
      ...readDays([1, 1, 1, 2], SMALL_EVENTS),
      count_events_of_days: { rows: 1, read: SMALL_EVENTS, by: ['site_buckets_pkey'] },
      delete_days_of_site_days: { rows: SMALL_EVENTS, by: ['site_days_pkey'] },
      delete_days_of_site_statuses: { rows: SMALL_EVENTS - 1, by: ['site_statuses_pkey'] },
      delete_days_of_site_countries: { rows: SMALL_EVENTS, by: ['site_countries_pkey'] },
      ...blocksOfDays({ blocks: 0, pages: 0, days: SMALL_EVENTS }),
      delete_days_of_site_buckets: { rows: 2 * SMALL_EVENTS, by: ['site_buckets_pkey'] },
    },
  },
];

/** Three requests: one with a key that is taken, one whose key is new, and one without. */
const REQUESTS = {
  siteId: 'busy',
  slot: 3,
  nowMs: NOW,
  requests: ['hash7', 'new', undefined].map((keyHash) => ({
    events: EVENTS.slice(0, 1),
    passedOver: 0,
    reservation: { ...ROOM, events: 1 },
    idempotency: keyHash === undefined ? undefined : { keyHash, bodyHash: 'hash' },
  })),
};

/** What recording two requests of one site adds to. */
const ADDED = {
  insert_events: { rows: 2, read: 1, inserts: true, by: ['placed_sites_pkey'] },
  add_to_days: { rows: 1, read: 1, inserts: true, by: ['placed_sites_pkey'] },
  add_to_statuses: { rows: 1, read: 1, inserts: true, by: ['placed_sites_pkey'] },
  add_to_countries: { rows: 1, read: 1, inserts: true, by: ['placed_sites_pkey'] },
  add_to_buckets: { rows: 2, read: 1, inserts: true, by: ['placed_sites_pkey'] },
  add_to_months: { rows: 1, read: 1, inserts: true, by: ['placed_sites_pkey'] },
  find_valid_reservations: { rows: 1, by: ['usage_pkey'] },
} satisfies Question['may'];

const COLLECTED_WRITES: readonly Question[] = [
  {
    of: recordRequests,
    when: 'of a site with many',
    ask: (db) => recordRequests(db, REQUESTS),
    may: {
      share_site: { rows: 1, read: 0, by: [] },
      share_account: { rows: 1, read: 0, by: [] },
      insert_collected: { rows: 1, read: 0, by: [] },
      ...ADDED,
    },
  },
  {
    of: recordInLastRoom,
    when: 'of a site with many, and an account with many sites',
    ask: (db) => recordInLastRoom(db, REQUESTS, { accountId: 1, limit: 1_000_000 }),
    may: {
      share_site: { rows: 1, read: 0, by: [] },
      lock_account: { rows: 1, read: 0, by: [] },
      insert_collected: { rows: 1, read: 0, by: [] },
      recount_usage: { rows: 1, read: SITES_OF_ONE * SLOTS, by: ['site_months_by_account'] },
      ...ADDED,
    },
  },
  {
    of: findTakenKeys,
    when: 'of a site with many',
    ask: (db) => findTakenKeys(db, REQUESTS),
    may: {
      share_site: { rows: 1, read: 0, by: [] },
      insert_collected: { rows: 1, read: 0, by: [] },
    },
  },
  {
    of: deleteOldRequests,
    when: 'the oldest of a site with many',
    ask: (db) => deleteOldRequests(db, 'busy', NOW, 100),
    may: {
      'select collected_requests': { rows: 1, read: 100, by: ['collected_requests_by_age'] },
      'delete collected_requests': { rows: 100, by: ['collected_requests_by_age'] },
    },
  },
];

/** Every write. What it changes is new, or found by the key that is its own. */
export const WRITES: readonly Question[] = [
  ...ACCOUNT_WRITES,
  ...SITE_WRITES,
  ...ROLLUP_WRITES,
  ...INSIGHT_WRITES,
  ...LOG_WRITES,
  ...DRAIN_WRITES,
  ...COLLECTED_WRITES,
];

function insertAccount(db: Database, email: string): Promise<number | undefined> {
  return accounts.insertAccount(db, { email, plan: 'free', createdAtMs: NOW });
}
