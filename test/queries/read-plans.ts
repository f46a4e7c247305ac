import { MIGRATIONS } from '../../db/migrations/index.ts';
import type { AccessibleSite } from '../../src/domain/site.ts';
import { ALL_TIME } from '../../src/domain/date-range.ts';
import { formatDate } from '../../src/domain/time.ts';
import { listActiveSites } from '../../src/queries/active-sites.ts';
import * as accounts from '../../src/queries/accounts.ts';
import * as keys from '../../src/queries/api-keys.ts';
import { findCollected } from '../../src/queries/collected-requests.ts';
import { findFirstEvent, findLastEvent } from '../../src/queries/edge-events.ts';
import { countHeld, findDatabaseState } from '../../src/queries/database-state.ts';
import { findLag, listFollowedLogs } from '../../src/queries/followed-logs.ts';
import { findLogs, findLogsAt, hasOtherLogs, listRecordedLogs } from '../../src/queries/log-positions.ts';
import { findIncarnation, findRecorded, findUsage } from '../../src/queries/usage.ts';
import { type EventFilter, listEvents } from '../../src/queries/events.ts';
import * as deletions from '../../src/queries/site-deletions.ts';
import * as sites from '../../src/queries/sites.ts';
import { findDrift } from '../../src/queries/verify-rollups.ts';
import { findUsageDrift } from '../../src/queries/verify-usage.ts';
import { INSIGHT_READS } from './insight-plans.ts';
import { BOT_READS } from './bot-read-plans.ts';
import { COVERAGE_READS } from './coverage-read-plans.ts';
import { DRAIN_READS } from './drain-plans.ts';
import { COUNT_READS } from './count-read-plans.ts';
import type { Allowance, Question } from './plan-contract.ts';
import * as data from './skewed-data.ts';
import { between } from './support.ts';

const { ACCOUNTS, DAYS, DELETED_ACCOUNTS, KEYS_OF_ONE, REFERRALS, REFERRALS_TODAY } = data;
const { SITES, SITES_OF_ONE, SLOTS, SMALL_EVENTS } = data;

const [BUSY, SMALL] = [site('busy'), site('small1000')];
const ALL_DAYS = between('2026-01-01', '2026-04-01');
const TODAY = between('2026-04-01', '2026-04-02');
const WEEK = between('2026-02-02', '2026-02-09');
/** Ten weeks of the range are newer than this position. */
const LATE = { createdAtMs: Date.parse('2026-01-20T00:00:00Z'), id: 2 ** 40 };

const OF_A_KEY = ['api_keys_key_hash_key', 'accounts_pkey', 'sites_pkey'];
const OF_EVENTS = ['events_pkey', 'events_by_type'];

const ACCOUNT_READS: readonly Question[] = [
  {
    of: keys.findKey,
    when: 'without a site',
    ask: (db) => keys.findKey(db, 'hash777'),
    may: { find_key: { rows: 1, read: 2, by: OF_A_KEY } },
  },
  {
    of: keys.findKey,
    when: 'on one of many sites',
    ask: (db) => keys.findKey(db, 'hash7', BUSY.id),
    may: { find_key: { rows: 1, read: 3, by: OF_A_KEY } },
  },
  {
    of: keys.findDrainKey,
    when: 'of one of many sites',
    ask: (db) => keys.findDrainKey(db, 'drain'),
    may: { find_drain_key: { rows: 1, read: 3, by: OF_A_KEY } },
  },
  {
    of: sites.findExclusions,
    when: 'of two sites',
    ask: (db) => sites.findExclusions(db, ['busy', 'small7']),
    may: { find_exclusions: { rows: 2, by: ['sites_pkey'] } },
  },
  {
    of: keys.listKeys,
    when: 'of an account with many',
    ask: (db) => keys.listKeys(db, 1),
    may: { 'select api_keys': { rows: KEYS_OF_ONE, by: ['api_keys_by_account'] } },
  },
  {
    of: accounts.findAccount,
    when: 'by its address in another case',
    ask: (db) => accounts.findAccount(db, 'aCCount777@example.com'),
    may: { 'select accounts': { rows: 1, by: ['accounts_by_address'] } },
  },
  {
    of: accounts.listAccounts,
    when: 'all there are, by nature',
    ask: (db) => accounts.listAccounts(db),
    may: {
      'select accounts': {
        rows: ACCOUNTS - DELETED_ACCOUNTS,
        read: ACCOUNTS,
        by: ['accounts_pkey', 'all accounts'],
      },
    },
  },
  {
    of: findDatabaseState,
    when: 'with all migrations',
    ask: (db) => findDatabaseState(db),
    may: {
      find_database_state: { rows: 1, read: Object.keys(MIGRATIONS).length, by: ['all kysely_migration'] },
    },
  },
  {
    of: countHeld,
    when: 'of all sites',
    ask: (db) => countHeld(db),
    may: { count_held: { rows: 1, read: 2 * SITES + DAYS * SLOTS, by: ['all sites', 'site_buckets_pkey'] } },
  },
  {
    of: findUsage,
    when: 'of a month with some',
    ask: (db) => findUsage(db, 777, Date.parse('2026-03-15T00:00:00Z')),
    may: { find_usage: { rows: 1, by: ['usage_pkey'] } },
  },
  {
    of: findRecorded,
    when: 'by an account with many sites',
    ask: (db) => findRecorded(db, 1, Date.parse('2026-03-15T00:00:00Z')),
    may: { find_recorded: { rows: 1, read: SITES_OF_ONE * SLOTS, by: ['site_months_by_account'] } },
  },
  {
    of: findIncarnation,
    when: 'of the server',
    ask: findIncarnation,
    may: { find_incarnation: { rows: 1, read: 1, by: [] } },
  },
  {
    of: findUsageDrift,
    when: 'of one account, in each of its three months',
    ask: (db) => findUsageDrift(db, 777),
    may: {
      'with site_months': {
        rows: 3,
        read: 3 * SLOTS + 3 + 3,
        by: ['site_months_by_account', 'usage_pkey', 'accounts_pkey'],
      },
    },
  },
];

const SITE_READS: readonly Question[] = [
  {
    of: sites.findSite,
    when: 'by its id',
    ask: (db) => sites.findSite(db, 'small7'),
    may: { 'select sites': { rows: 1, by: ['sites_pkey'] } },
  },
  {
    of: sites.listSitesOf,
    when: 'of an account with many',
    ask: (db) => sites.listSitesOf(db, 1),
    may: { list_sites: { rows: SITES_OF_ONE, by: ['sites_by_account'] } },
  },
  {
    of: sites.listSitesOf,
    when: 'of an account with one',
    ask: (db) => sites.listSitesOf(db, 777),
    may: { list_sites: { rows: 1, by: ['sites_by_account'] } },
  },
  {
    of: deletions.isWholeSite,
    when: 'one of many',
    ask: (db) => deletions.isWholeSite(db, 'busy'),
    may: { find_whole_site: { rows: 1, by: ['sites_pkey', 'site_deletions_pkey'] } },
  },
  {
    of: deletions.isMarkedForDeletion,
    when: 'one that is not marked',
    ask: (db) => deletions.isMarkedForDeletion(db, 'busy'),
    may: { 'select site_deletions': { rows: 0, by: ['site_deletions_pkey'] } },
  },
  {
    of: sites.listAllSites,
    when: 'all there are, by nature',
    ask: (db) => sites.listAllSites(db),
    may: { 'select sites': { rows: SITES, by: ['all sites'] } },
  },
  {
    of: sites.findSites,
    when: 'a hundred, and one that is not',
    ask: (db) => sites.findSites(db, ['none', ...smallSites(100)]),
    may: { find_sites: { rows: 100, by: ['sites_pkey'] } },
  },
  {
    of: sites.countEventsBySite,
    when: 'in a week of a busy site and of a hundred with an event each',
    ask: (db) => sites.countEventsBySite(db, [BUSY.id, ...smallSites(100)], WEEK),
    may: { count_events_by_site: { rows: 101, read: 7 * SLOTS + 100, by: ['site_buckets_pkey'] } },
  },
  {
    of: listActiveSites,
    when: 'a busy site, a hundred with an event, one without, and one that is not, of ninety days',
    ask: (db) => listActiveSites(db, ['none', 'small2007', BUSY.id, ...smallSites(100)], ALL_DAYS),
    // a plan shows the rows of all looks as an average, rounded
    may: {
      list_active_sites: { rows: 101, read: 102 + 102, by: ['placed_sites_pkey', 'site_buckets_pkey'] },
    },
  },
  {
    of: sites.findRetentionDays,
    when: 'of a hundred, and one that is not',
    ask: (db) => sites.findRetentionDays(db, ['none', ...smallSites(100)]),
    may: { find_retention_days: { rows: 100, by: ['sites_pkey'] } },
  },
  {
    of: sites.findRecordingSite,
    when: 'of one of many',
    ask: (db) => sites.findRecordingSite(db, BUSY.id),
    may: { find_recording_site: { rows: 1, read: 2, by: ['sites_pkey', 'accounts_pkey'] } },
  },
  {
    of: sites.listRetentions,
    when: 'all there are, by nature',
    ask: (db) => sites.listRetentions(db),
    may: {
      'select sites': {
        rows: SITES - DELETED_ACCOUNTS,
        read: SITES + ACCOUNTS,
        by: ['all sites', 'all accounts'],
      },
    },
  },
  {
    of: findLogs,
    when: 'that begin with a line as those of many sites do',
    ask: (db) => findLogs(db, SMALL.id, ['line']),
    may: { find_logs: { rows: 1, by: ['log_positions_pkey'] } },
  },
  {
    of: findLogs,
    when: 'that begin with two of many lines',
    ask: (db) => findLogs(db, BUSY.id, ['line7', 'line77', 'none']),
    may: { find_logs: { rows: 2, read: 3, by: ['log_positions_pkey'] } },
  },
  {
    of: findLogs,
    when: 'that begin with one of the many lines of a text',
    ask: (db) => findLogs(db, BUSY.id, ['line7', ...Array.from({ length: 4_999 }, (_, n) => `other${n}`)]),
    may: {
      list_first_lines: { rows: data.LOGS_OF_ONE, by: ['log_positions_pkey'] },
      find_logs: { rows: 1, by: ['log_positions_pkey'] },
    },
  },
  {
    of: hasOtherLogs,
    when: 'of a site with many logs',
    ask: (db) => hasOtherLogs(db, { siteId: BUSY.id, firstLine: 'first', copy: 0 }),
    may: { find_other_log: { rows: 1, read: 2, by: ['log_positions_pkey'] } },
  },
  {
    of: findLogsAt,
    when: 'a path, of a site with many',
    ask: (db) => findLogsAt(db, BUSY.id, '/access.log.7'),
    may: { 'select log_positions': { rows: 1, read: data.LOGS_OF_ONE, by: ['log_positions_pkey'] } },
  },
  {
    of: listRecordedLogs,
    when: 'of a site with many',
    ask: (db) => listRecordedLogs(db, BUSY.id),
    may: { 'select log_positions': { rows: data.LOGS_OF_ONE, by: ['log_positions_pkey'] } },
  },
  {
    of: listFollowedLogs,
    when: 'of a site with many',
    ask: (db) => listFollowedLogs(db, BUSY.id),
    may: { 'select followed_logs': { rows: data.LOGS_OF_ONE, by: ['followed_logs_pkey'] } },
  },
  {
    of: findLag,
    when: 'of all sites',
    ask: findLag,
    may: { find_lag: { rows: 1, read: 2_000 + data.LOGS_OF_ONE, by: ['all followed_logs'] } },
  },
  {
    of: findCollected,
    when: 'two of many, and one that is not',
    ask: (db) => findCollected(db, { siteId: BUSY.id, keyHashes: ['hash7', 'hash77', 'none'] }),
    may: { find_collected: { rows: 2, read: 3, by: ['collected_requests_pkey'] } },
  },
  {
    of: findCollected,
    when: 'of a site without any when the statistics were made',
    ask: (db) => findCollected(db, { siteId: 'new', keyHashes: ['hash7'] }),
    may: { find_collected: { rows: 0, read: 0, by: ['collected_requests_pkey'] } },
  },
];

const EVENT_READS: readonly Question[] = [
  listing('first_events', BUSY, {}, { rows: 101, by: ['events_pkey'] }),
  listing('next_events', BUSY, { after: LATE }, { rows: 101, by: ['events_pkey'] }),
  listing('first_events', SMALL, {}, { rows: SMALL_EVENTS, by: ['events_pkey'] }),
  listing('first_events_of_type', BUSY, { type: 'referral' }, { rows: REFERRALS, by: ['events_by_type'] }),
  listing(
    'next_events_of_type',
    BUSY,
    { type: 'referral', after: LATE },
    { rows: 7, by: ['events_by_type'] },
  ),
  listing(
    'first_events_of_type',
    BUSY,
    { type: 'referral', range: WEEK },
    { rows: 2, by: ['events_by_type'] },
  ),
  listing('first_events_of_type', BUSY, { type: 'conversion' }, { rows: 101, by: ['events_by_type'] }),
  // nine of ten are bots: to pass by the tenth is as good
  listing('next_events_of_type', BUSY, { type: 'bot', after: LATE }, { rows: 101, read: 115, by: OF_EVENTS }),
  listing('first_events_of_type', SMALL, { type: 'conversion' }, { rows: 1, by: OF_EVENTS }),
  listing('first_events', BUSY, { range: TODAY }, { rows: 101, by: ['events_pkey'] }),
  listing(
    'first_events_of_type',
    BUSY,
    { type: 'referral', range: TODAY },
    { rows: REFERRALS_TODAY, by: ['events_by_type'] },
  ),
  {
    of: findFirstEvent,
    when: 'of a busy site in ninety days',
    ask: (db) => findFirstEvent(db, BUSY, ALL_DAYS),
    may: { first_event: { rows: 1, read: 2, by: ['events_pkey', 'site_buckets_pkey'] } },
  },
  {
    of: findLastEvent,
    when: 'of a busy site, ever',
    ask: (db) => findLastEvent(db, BUSY, ALL_TIME),
    may: { last_event: { rows: 1, read: 2, by: ['events_pkey', 'site_buckets_pkey'] } },
  },
  {
    of: findDrift,
    when: 'all there is of one site, by nature',
    ask: (db) => findDrift(db, SMALL.id),
    may: {
      // its days, to cut it in spans, and how much memory a comparison may take
      'select site_buckets': { rows: SMALL_EVENTS, by: ['site_buckets_pkey'] },
      'select ': { rows: 1, by: [] },
      // events four times; a row in each rollup by day for each, and two in that of buckets
      'with events': {
        rows: 0,
        read: 9 * SMALL_EVENTS,
        by: [
          ...OF_EVENTS,
          'site_days_pkey',
          'site_statuses_pkey',
          'site_countries_pkey',
          'site_buckets_pkey',
        ],
      },
      // it has no blocks
      'with site_blocks': {
        rows: 0,
        // days may be read before their blocks
        read: SMALL_EVENTS,
        by: [
          ...OF_EVENTS,
          'site_days_pkey',
          'site_statuses_pkey',
          'site_blocks_pkey',
          'site_block_names_pkey',
          'site_block_statuses_pkey',
          'site_buckets_pkey',
        ],
      },
      'with site_block_pages': { rows: 0, by: [...OF_EVENTS, 'site_block_pages_pkey', 'site_buckets_pkey'] },
    },
  },
];

/** Every read, on sites and accounts with much and with little. */
export const READS: readonly Question[] = [
  ...ACCOUNT_READS,
  ...SITE_READS,
  ...EVENT_READS,
  ...COUNT_READS,
  ...DRAIN_READS,
  ...INSIGHT_READS,
  ...BOT_READS,
  ...COVERAGE_READS,
];

function listing(
  statement: string,
  of: AccessibleSite,
  given: Partial<EventFilter>,
  may: Allowance,
): Question {
  const filter = { range: ALL_DAYS, type: undefined, after: undefined, limit: 101, ...given };
  return {
    of: listEvents,
    when: `of ${of.id}: ${statement}, ${given.type ?? 'of any'} type, from ${formatDate(filter.range.fromMs)}`,
    ask: (db) => listEvents(db, of, filter, 'brief'),
    may: { [statement]: may },
  };
}

function site(id: string): AccessibleSite {
  return { id } as AccessibleSite;
}

function smallSites(count: number): readonly string[] {
  return Array.from({ length: count }, (_, n) => `small${n + 1}`);
}
