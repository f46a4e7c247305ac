import type { NewAlert } from '../../src/domain/alert.ts';
import { ALL_TIME } from '../../src/domain/date-range.ts';
import { DAY_MS, HOUR_MS } from '../../src/domain/time.ts';
import * as days from '../../src/queries/alert-days.ts';
import { countAlertFacts } from '../../src/queries/alert-facts.ts';
import * as rules from '../../src/queries/alert-rules.ts';
import * as sites from '../../src/queries/alert-sites.ts';
import * as alerts from '../../src/queries/alerts.ts';
import { findRevokedKeys } from '../../src/queries/api-keys.ts';
import { listRecordedHoursOf } from '../../src/queries/busy-hours.ts';
import * as notes from '../../src/queries/notes.ts';
import * as touched from '../../src/queries/touched-hours.ts';
import { DIGEST_CONTENT_READS } from './digest-content-plans.ts';
import type { Question } from './plan-contract.ts';
import {
  ALERTS_OF_ONE,
  DAYS,
  HOURS_OF_SOURCES,
  MUTES_OF_ONE,
  NOTES_OF_ONE,
  OUTCOMES,
  SLOTS,
  SOURCES_OF_ONE,
} from './skewed-data.ts';
import { between } from './support.ts';

const START_MS = Date.parse('2026-01-01T00:00:00Z');
/** After everything that is stored. */
const NOW = Date.parse('2026-05-01T00:00:00Z');
const SMALL = Array.from({ length: 50 }, (_, n) => `small${n + 1}`);
const SITES = ['busy', ...SMALL];
const BOTS = 9;
const FILTER = { accountId: 1, siteId: undefined, range: ALL_TIME, kind: undefined, state: undefined };
const CLOSED = { ...ALL_TIME, untilMs: ALL_TIME.untilMs - 1 };

const ALERT: NewAlert = {
  ...{ kind: 'surge', subjectKind: 'bot', subject: 'new', subjects: ['new'], eventType: 'bot' },
  ...{ atMs: NOW, fromMs: NOW, untilMs: null, unit: 'count', seen: 1, usual: [], page: null },
  ...{ title: 'title', detail: 'detail' },
};

/** What the look for alerts asks of many sites at once, and callers of one. */
export const ALERT_READS: readonly Question[] = [
  ...DIGEST_CONTENT_READS,
  {
    of: touched.findTouchedHours,
    when: 'of a day of a busy site and fifty small ones',
    ask: (db) => touched.findTouchedHours(db, SITES, between('2026-02-01', '2026-02-02')),
    may: {
      find_touched_hours: {
        rows: 24,
        read: 2 * SITES.length + 24 * SLOTS + 2 * BOTS + SITES.length,
        by: ['placed_sites_pkey', 'site_buckets_pkey', 'alert_days_pkey'],
      },
    },
  },
  {
    of: touched.findTouchedDays,
    when: 'of seventy days of a busy site',
    ask: (db) => touched.findTouchedDays(db, 'busy', between('2026-01-01', '2026-03-12')),
    may: {
      find_touched_days: {
        rows: 70,
        read: 70 * SLOTS + DAYS * BOTS + 2_000,
        by: ['site_buckets_pkey', 'alert_days_pkey', 'all alert_days'],
      },
    },
  },
  {
    of: days.countHours,
    when: 'of two hours of a busy site, and one of a small one',
    ask: (db) =>
      days.countHours(db, [
        { siteId: 'busy', hourMs: START_MS + 5 * HOUR_MS },
        { siteId: 'busy', hourMs: START_MS + 6 * HOUR_MS },
        { siteId: 'small7', hourMs: START_MS },
      ]),
    may: {
      count_hours_by_name: {
        rows: 2 * BOTS + 1,
        read: 3 + 2 * 70 + 1,
        by: ['placed_sites_pkey', 'events_pkey'],
      },
    },
  },
  {
    of: days.listAlertDays,
    when: 'of three days of a busy site and fifty small ones',
    ask: (db) => days.listAlertDays(db, SITES, between('2026-01-01', '2026-01-04')),
    may: {
      list_alert_days: {
        rows: 3 * BOTS + SMALL.length,
        read: DAYS * BOTS + 2_000,
        by: ['alert_days_pkey', 'all alert_days'],
      },
    },
  },
  {
    of: days.listSitesWithOldAlertDays,
    when: 'of a busy site and fifty small ones',
    ask: (db) => days.listSitesWithOldAlertDays(db, SITES, NOW),
    may: {
      list_sites_with_old_alert_days: {
        rows: SITES.length,
        read: 2 * SITES.length,
        by: ['placed_sites_pkey', 'alert_days_pkey'],
      },
    },
  },
  {
    of: countAlertFacts,
    when: 'of a day of a bot',
    ask: (db) =>
      countAlertFacts(db, {
        ...between('2026-02-01', '2026-02-02'),
        ...{ siteId: 'busy', type: 'bot', names: ['Bot1'], company: undefined, only: undefined },
      }),
    may: { count_alert_facts: { rows: 1, read: 1_440, by: ['events_pkey', 'events_by_type'] } },
  },
  {
    of: countAlertFacts,
    when: 'of a day of a company',
    ask: (db) =>
      countAlertFacts(db, {
        ...between('2026-02-01', '2026-02-02'),
        ...{ siteId: 'busy', type: 'bot', names: undefined, company: 'Company', only: undefined },
      }),
    may: { count_alert_facts: { rows: 1, read: 1_440, by: ['events_pkey', 'events_by_type'] } },
  },
  {
    of: listRecordedHoursOf,
    when: 'of a day',
    ask: (db) => listRecordedHoursOf(db, 'busy', between('2026-02-01', '2026-02-02')),
    may: { list_busy_hours: { rows: 24, read: 24 * SLOTS, by: ['site_buckets_pkey'] } },
  },
  {
    of: sites.listAlertSites,
    when: 'of a busy site and fifty small ones',
    ask: (db) => sites.listAlertSites(db, SITES),
    // fifty look-ups in a small table cost as much as all of it
    may: {
      list_alert_sites: { rows: SITES.length, read: 1_001, by: ['alert_sites_pkey', 'all alert_sites'] },
    },
  },
  {
    of: sites.listUncountedSites,
    when: 'of two with counts and two without',
    ask: (db) => sites.listUncountedSites(db, ['busy', 'small1', 'small1001', 'small1002'], START_MS),
    may: {
      list_uncounted_sites: {
        rows: 2,
        read: 4 + 2 + 4,
        by: ['placed_sites_pkey', 'alert_sites_pkey', 'site_buckets_pkey'],
      },
    },
  },
  {
    of: sites.listOldSites,
    when: 'of a busy site and fifty small ones',
    ask: (db) => sites.listOldSites(db, SITES, NOW),
    may: {
      list_old_sites: {
        rows: SITES.length,
        read: 2 * SITES.length,
        by: ['placed_sites_pkey', 'site_buckets_pkey'],
      },
    },
  },
  {
    of: sites.listFirstSeen,
    when: 'of a busy site and fifty small ones',
    ask: (db) => sites.listFirstSeen(db, SITES, between('2025-12-01', '2026-03-08'), START_MS),
    may: {
      list_first_seen: {
        rows: 119,
        read: 20_000,
        by: ['placed_sites_pkey', 'site_days_pkey', 'unlisted_robots_pkey'],
      },
    },
  },
  {
    of: sites.listHoursOfSources,
    when: 'of a site with many, and of one with one',
    ask: (db) => sites.listHoursOfSources(db, ['busy', 'small7'], START_MS),
    may: {
      list_hours_of_sources: {
        rows: SOURCES_OF_ONE + 1,
        read: SOURCES_OF_ONE * HOURS_OF_SOURCES * OUTCOMES + 2 * SOURCES_OF_ONE,
        by: ['site_sources_pkey', 'source_hours_pkey'],
      },
    },
  },
  {
    of: findRevokedKeys,
    when: 'of two, one of which is revoked',
    ask: (db) => findRevokedKeys(db, [10, 11]),
    may: { find_revoked_keys: { rows: 1, read: 2, by: ['api_keys_pkey'] } },
  },
  {
    of: rules.listAlertRules,
    when: 'of two sites and two accounts',
    ask: (db) => rules.listAlertRules(db, ['busy', 'small7'], [1, 2]),
    may: { list_alert_rules: { rows: 4, by: ['alert_rules_pkey', 'alert_rules_of_site'] } },
  },
  {
    of: rules.listMutes,
    when: 'of a site with many, and of one with one',
    ask: (db) => rules.listMutes(db, ['busy', 'small7'], START_MS),
    may: {
      list_mutes: { rows: MUTES_OF_ONE - 1, read: MUTES_OF_ONE + 1_000, by: ['mutes_pkey', 'all mutes'] },
    },
  },
  {
    of: rules.countMutes,
    when: 'of a site with many',
    ask: (db) => rules.countMutes(db, 'busy'),
    may: { 'select mutes': { rows: 1, read: MUTES_OF_ONE, by: ['mutes_pkey'] } },
  },
  {
    of: alerts.listAlerts,
    when: 'the newest of an account with many',
    ask: (db) => alerts.listAlerts(db, { ...FILTER, range: CLOSED }, { nowMs: NOW, limit: 51 }),
    may: { list_alerts: { rows: 51, by: ['alerts_of_account'] } },
  },
  {
    of: alerts.listAlerts,
    when: 'the newest of a site with many',
    ask: (db) =>
      alerts.listAlerts(db, { ...FILTER, siteId: 'busy', range: CLOSED }, { nowMs: NOW, limit: 51 }),
    may: { list_alerts_of_site: { rows: 51, by: ['alerts_of_site'] } },
  },
  {
    of: alerts.listKnownAlerts,
    when: 'of the last weeks of a site with many, and of fifty with one',
    ask: (db) => alerts.listKnownAlerts(db, SITES, START_MS + (ALERTS_OF_ONE - 9) * DAY_MS),
    may: {
      list_known_alerts: {
        rows: 11,
        read: ALERTS_OF_ONE + 2_000,
        by: ['alerts_of_site', 'all alerts'],
      },
    },
  },
  {
    of: alerts.countAlerts,
    when: 'of 90 days of a site with many',
    ask: (db) => alerts.countAlerts(db, ['busy'], [2], START_MS + (ALERTS_OF_ONE - 90) * DAY_MS),
    may: { count_alerts: { rows: 1, read: 91, by: ['alerts_of_site', 'alerts_of_account'] } },
  },
  {
    of: alerts.listSpentMonths,
    when: 'of all accounts',
    ask: (db) => alerts.listSpentMonths(db, '2026-03-01', new Map([['free', 19_999]])),
    may: {
      list_spent_months: {
        rows: 1,
        read: 200_000,
        by: ['usage_pkey', 'accounts_pkey', 'all accounts', 'all usage'],
      },
    },
  },
  {
    of: notes.listNotes,
    when: 'of a month of a site with many',
    ask: (db) => notes.listNotes(db, 'busy', between('2026-02-01', '2026-03-01')),
    may: { list_notes: { rows: 28, by: ['notes_of_site'] } },
  },
  {
    of: notes.countNotes,
    when: 'of a site with many',
    ask: (db) => notes.countNotes(db, 'busy'),
    may: { 'select notes': { rows: 1, read: NOTES_OF_ONE, by: ['notes_of_site'] } },
  },
  {
    of: notes.findNote,
    when: 'one of many',
    ask: (db) => notes.findNote(db, 77),
    may: { 'select notes': { rows: 1, by: ['notes_pkey'] } },
  },
];

const DAY: days.DayCounts = {
  ...{ siteId: 'busy', dayMs: START_MS, type: 'bot', name: 'Bot1', company: 'Company' },
  ...{ visits: Array.from({ length: 24 }, () => 1), bursts: null, failed: null, outside: null },
};

export const ALERT_WRITES: readonly Question[] = [
  {
    of: days.saveAlertDays,
    when: 'one that is known, and one that is new',
    ask: (db) => days.saveAlertDays(db, [DAY, { ...DAY, name: 'new' }]),
    may: {
      save_alert_days: { rows: 2, read: 1, inserts: true, by: ['placed_sites_pkey', 'alert_days_pkey'] },
    },
  },
  {
    of: days.deleteAlertDays,
    when: 'a day of a busy site, and of fifty small ones',
    ask: (db) => days.deleteAlertDays(db, SITES, START_MS + DAY_MS),
    may: {
      delete_alert_days: {
        rows: BOTS + SMALL.length,
        read: DAYS * BOTS + 2_000,
        by: ['alert_days_pkey', 'all alert_days'],
      },
    },
  },
  {
    of: sites.saveAlertSite,
    when: 'that is known',
    ask: (db) =>
      sites.saveAlertSite(db, { siteId: 'busy', learnedAtMs: NOW, learned: '{}', silenceDueAtMs: null }),
    may: {
      save_alert_site: { rows: 1, read: 1, inserts: true, by: ['placed_sites_pkey', 'alert_sites_pkey'] },
    },
  },
  {
    of: rules.saveAlertRule,
    when: 'that is known',
    ask: (db) =>
      rules.saveAlertRule(db, { accountId: 1, siteId: 'busy', kind: 'surge', sensitivity: 'high' }),
    may: { 'insert alert_rules': { rows: 1, read: 0, inserts: true, by: [] } },
  },
  {
    of: rules.saveMute,
    when: 'that is known',
    ask: (db) =>
      rules.saveMute(db, 'busy', {
        ...{ subjectKind: 'bot', subject: 'Bot1', kind: null, sinceMs: NOW, untilMs: null },
      }),
    may: { 'insert mutes': { rows: 1, read: 0, inserts: true, by: [] } },
  },
  {
    of: rules.deleteMutes,
    when: 'one of many',
    ask: (db) => rules.deleteMutes(db, 'busy', { subjectKind: 'bot', subject: 'Bot1', kind: null }),
    may: { 'delete mutes': { rows: 1, by: ['mutes_pkey'] } },
  },
  {
    of: rules.deleteEndedMutes,
    when: 'of all sites',
    ask: (db) => rules.deleteEndedMutes(db, START_MS + 3 * DAY_MS),
    may: { 'delete mutes': { rows: 1_004, read: 2_000, by: ['all mutes'] } },
  },
  {
    of: alerts.insertAlert,
    when: 'of a site with many',
    ask: (db) => alerts.insertAlert(db, { accountId: 1, siteId: 'busy' }, ALERT),
    may: { insert_alert: { rows: 1, read: 1, inserts: true, by: ['sites_pkey'] } },
  },
  {
    of: alerts.endAlert,
    when: 'that is over already',
    ask: (db) => alerts.endAlert(db, 77, NOW),
    may: { 'update alerts': { rows: 0, read: 1, by: ['alerts_pkey', 'alerts_ongoing'] } },
  },
  {
    of: alerts.findAlert,
    when: 'one of many',
    ask: (db) => db.transaction().execute((tx) => alerts.findAlert(tx, 77)),
    may: { find_alert: { rows: 1, by: ['alerts_pkey'] } },
  },
  {
    of: alerts.setExpected,
    when: 'one of many',
    ask: (db) => alerts.setExpected(db, 77, NOW),
    may: { 'update alerts': { rows: 1, by: ['alerts_pkey'] } },
  },
  {
    of: alerts.deleteOldAlerts,
    when: 'some of the oldest',
    ask: (db) => alerts.deleteOldAlerts(db, START_MS + 900 * DAY_MS, 10),
    may: { 'delete alerts': { rows: 10, read: 20, by: ['alerts_pkey'] } },
  },
  {
    of: notes.insertNote,
    when: 'of a site with many',
    ask: (db) => notes.insertNote(db, { siteId: 'busy', dayMs: START_MS, text: 'text', by: 'owner' }),
    may: { 'insert notes': { rows: 1, read: 0, by: [] } },
  },
  {
    of: notes.updateNote,
    when: 'one of many',
    ask: (db) => notes.updateNote(db, { id: 77, dayMs: START_MS, text: 'other' }),
    may: { 'update notes': { rows: 1, by: ['notes_pkey'] } },
  },
  {
    of: notes.deleteNote,
    when: 'one of many',
    ask: (db) => notes.deleteNote(db, 77),
    may: { 'delete notes': { rows: 1, by: ['notes_pkey'] } },
  },
];
