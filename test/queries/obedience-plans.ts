import { DAY_MS, HOUR_MS } from '../../src/domain/time.ts';
import * as days from '../../src/queries/judged-days.ts';
import * as months from '../../src/queries/judged-month-statements.ts';
import type { JudgedSite } from '../../src/queries/judged-site-statements.ts';
import * as sites from '../../src/queries/judged-sites.ts';
import * as steps from '../../src/queries/judged-steps.ts';
import * as obedience from '../../src/queries/obedience.ts';
import * as versions from '../../src/queries/robots-versions.ts';
import * as visits from '../../src/queries/visits-to-judge.ts';
import type { Question } from './plan-contract.ts';
import {
  DAYS,
  RULED_BOTS,
  RULES_OF_ONE,
  SITES as ALL_SITES,
  SLOTS,
  VERSIONS_OF_ONE,
  WIDE_KEYS,
} from './skewed-data.ts';
import { accessible, between } from './support.ts';

const START_MS = Date.parse('2026-01-01T00:00:00Z');
/** After everything that is stored. */
const AFTER_ALL = START_MS + DAYS * DAY_MS;
const SMALL = Array.from({ length: 50 }, (_, n) => `small${n + 1}`);
const SITES = ['busy', ...SMALL];
const BOTS = 9;
const MONTHS = 3;
const RULED_NAMES = ['Bot1', 'Bot2'];
const QUARTER = between('2026-01-01', '2026-04-01');
const DAY = between('2026-02-01', '2026-02-02');

const site = (id: string) =>
  accessible({ id, accountId: 1, domain: 'example.com', name: 'Example', createdAtMs: 0 });

export const OBEDIENCE_READS: readonly Question[] = [
  {
    of: versions.listVersionTimes,
    when: 'of a site with many, and of fifty others',
    ask: (db) => versions.listVersionTimes(db, SITES),
    may: {
      list_robots_version_times: {
        rows: VERSIONS_OF_ONE + SMALL.length,
        by: ['robots_versions_of_site'],
      },
    },
  },
  {
    of: versions.listRobotsVersions,
    when: 'of a site with many',
    ask: (db) => versions.listRobotsVersions(db, site('busy'), { withText: true }),
    may: { list_robots_versions: { rows: VERSIONS_OF_ONE, by: ['robots_versions_of_site'] } },
  },
  {
    of: versions.listRobotsTexts,
    when: 'three of many',
    ask: (db) => versions.listRobotsTexts(db, [7, 8, 9]),
    may: { list_robots_texts: { rows: 3, by: ['robots_versions_pkey'] } },
  },
  {
    of: versions.listVersionSizes,
    when: 'of a site with many',
    ask: (db) => versions.listVersionSizes(db, 'busy'),
    may: { list_robots_version_sizes: { rows: VERSIONS_OF_ONE, by: ['robots_versions_of_site'] } },
  },
  {
    of: versions.findRobotsVersion,
    when: 'one of many',
    ask: (db) => versions.findRobotsVersion(db, 77),
    may: { 'select robots_versions': { rows: 1, by: ['robots_versions_pkey'] } },
  },
  {
    of: sites.findSitesToJudge,
    when: 'of a busy site and fifty small ones, to which nothing was recorded since',
    ask: (db) =>
      sites.findSitesToJudge(
        db,
        SITES.map((siteId) => ({ siteId, versions: [] })),
        AFTER_ALL,
      ),
    may: {
      find_sites_to_judge: {
        rows: 0,
        // as for find_sites_to_fold
        read: SITES.length * (2 + MONTHS * SLOTS) + ALL_SITES,
        by: [
          ...['placed_sites_pkey', 'site_months_pkey', 'site_buckets_pkey', 'judged_days_pkey'],
          ...['judged_sites_pkey', 'all judged_sites'],
        ],
      },
    },
  },
  {
    of: sites.findJudgedSite,
    when: 'of a busy site',
    ask: (db) => sites.findJudgedSite(db, 'busy'),
    may: { find_judged_site: { rows: 1, by: ['judged_sites_pkey'] } },
  },
  {
    of: days.findUnjudgedDays,
    when: 'of a month of a busy site',
    ask: (db) => days.findUnjudgedDays(db, 'busy', Date.parse('2026-03-01')),
    may: {
      find_unjudged_days: {
        rows: 31,
        read: 31 * (SLOTS + 1),
        by: ['site_buckets_pkey', 'judged_days_pkey'],
      },
    },
  },
  {
    of: days.listJudgedDays,
    when: 'of a month of a busy site',
    ask: (db) => days.listJudgedDays(db, 'busy', between('2026-02-01', '2026-03-01')),
    may: { list_judged_days: { rows: 28, by: ['judged_days_pkey'] } },
  },
  {
    of: days.countHoursOfVisits,
    when: 'of a day of a busy site',
    ask: (db) => days.countHoursOfVisits(db, 'busy', DAY.fromMs),
    may: { count_hours_of_visits: { rows: 24, read: 24 * SLOTS, by: ['site_buckets_pkey'] } },
  },
  {
    of: visits.listVisitsToJudge,
    when: 'of an hour, after a visit and an id',
    ask: (db) =>
      visits.listVisitsToJudge(db, 'busy', {
        range: { fromMs: START_MS, untilMs: START_MS + HOUR_MS },
        ...{ afterId: 10, after: { atMs: START_MS + HOUR_MS / 2, id: 31 }, limit: 1_000 },
      }),
    may: { list_visits_to_judge: { rows: BOTS, read: 30, by: ['events_pkey', 'events_by_type'] } },
  },
  {
    of: visits.listReadings,
    when: 'of two bots in a day',
    ask: (db) => visits.listReadings(db, 'ruled', RULED_NAMES, DAY),
    may: { list_robots_readings: { rows: RULED_NAMES.length, by: ['events_of_robots'] } },
  },
  {
    of: visits.hasVisits,
    when: 'of a bot in an hour',
    ask: (db) =>
      visits.hasVisits(db, 'busy', {
        name: 'Bot1',
        range: { fromMs: START_MS, untilMs: START_MS + HOUR_MS },
        lastId: Number.MAX_SAFE_INTEGER,
      }),
    may: { has_judged_visits: { rows: 1, read: 60, by: ['events_pkey', 'events_by_type', 'events_of_bot'] } },
  },
  {
    of: obedience.sumObedience,
    when: 'of three months of a busy site',
    ask: (db) => obedience.sumObedience(db, site('busy'), QUARTER),
    may: { sum_obedience: { rows: BOTS, read: BOTS * MONTHS * 32, by: ['judged_months_pkey'] } },
  },
  {
    of: obedience.sumObedience,
    when: 'of a part of a month of a site with many bots',
    ask: (db) => obedience.sumObedience(db, site('wide'), between('2026-01-02', '2026-01-10')),
    may: {
      sum_obedience: {
        rows: WIDE_KEYS,
        read: WIDE_KEYS * 32,
        by: ['judged_months_pkey', 'all judged_months'],
      },
    },
  },
  {
    of: obedience.listBrokenRules,
    when: 'of three months of a busy site',
    ask: (db) => obedience.listBrokenRules(db, site('busy'), QUARTER),
    may: {
      list_broken_rules: {
        rows: BOTS * obedience.MOST_RULES,
        read: RULES_OF_ONE * (BOTS * MONTHS + 1) + 2 * RULES_OF_ONE * BOTS,
        by: ['rule_months_pkey', 'broken_rules_pkey'],
      },
    },
  },
  {
    of: obedience.listPagesOfRules,
    when: 'of three rules in a day, by all bots and by each',
    ask: async (db) => {
      const asked = { range: DAY, rules: [2, 3, 4] };
      await obedience.listPagesOfRules(db, site('ruled'), { ...asked, byBot: false });
      await obedience.listPagesOfRules(db, site('ruled'), { ...asked, byBot: true });
    },
    may: {
      list_pages_of_rules: { rows: 3, read: RULED_BOTS, by: ['events_against'] },
      list_pages_of_rules_by_bot: { rows: 3, read: RULED_BOTS, by: ['events_against'] },
    },
  },
  {
    of: obedience.listLastReadings,
    when: 'of two bots',
    ask: (db) => obedience.listLastReadings(db, site('ruled'), RULED_NAMES, AFTER_ALL),
    may: { list_last_readings: { rows: RULED_NAMES.length, by: ['events_of_robots'] } },
  },
  {
    of: obedience.findFirstUnjudged,
    when: 'of an hour',
    ask: (db) =>
      obedience.findFirstUnjudged(db, site('busy'), { fromMs: START_MS, untilMs: START_MS + HOUR_MS }, 0),
    may: { find_first_unjudged_visit: { rows: 1, by: ['events_pkey', 'events_by_type'] } },
  },
];

const JUDGED: JudgedSite = {
  ...{ siteId: 'busy', revision: 1, versions: [], untilMs: AFTER_ALL, recorded: 1 },
  ...{ lookedAtMs: AFTER_ALL, judgedAtMs: AFTER_ALL, again: undefined },
};
const zeros = new Array<number>(months.DAYS_OF_MONTH).fill(0);
const MONTH: months.JudgedMonth = {
  ...{ name: 'Bot1', company: 'Company', allowed: zeros, against: zeros, unknown: zeros },
};

export const OBEDIENCE_WRITES: readonly Question[] = [
  {
    of: steps.storeJudgedSite,
    when: 'that is known, and that is new',
    ask: async (db) => {
      await db.deleteFrom('judged_sites').where('site_id', '=', 'small7').execute();
      await steps.storeJudgedSite(db, JUDGED);
      await steps.storeJudgedSite(db, { ...JUDGED, siteId: 'small7', revision: 0 });
    },
    may: {
      share_site: { rows: 2, read: 0, by: [] },
      'delete judged_sites': { rows: 1, by: ['judged_sites_pkey'] },
      update_judged_site: { rows: 1, by: ['judged_sites_pkey'] },
      insert_judged_site: { rows: 1, inserts: true, by: ['placed_sites_pkey'] },
    },
  },
  {
    of: steps.storeJudged,
    when: 'a day, a bot, a broken rule and a rule that are known, and one of each that is new',
    ask: (db) =>
      steps.storeJudged(db, JUDGED, {
        days: [DAY.fromMs, AFTER_ALL].map((dayMs) => ({ dayMs, hours: zeros.slice(0, 24), lastId: 1 })),
        names: undefined,
        counts: () => ({
          bots: [MONTH, { ...MONTH, name: 'new' }],
          broken: ['Bot1', 'new'].map((name) => ({ rule: 1, name, days: zeros })),
          rules: [1, 1_000].map((id) => ({ id, rule: `Disallow: /${id}`, group: '*' })),
        }),
      }),
    may: {
      share_site: { rows: 1, read: 0, by: [] },
      update_judged_site: { rows: 1, by: ['judged_sites_pkey'] },
      save_judged_days: { rows: 2, read: 1, inserts: true, by: ['placed_sites_pkey', 'judged_days_pkey'] },
      list_judged_months: { rows: BOTS, by: ['judged_months_pkey'] },
      list_broken_months: { rows: RULES_OF_ONE * BOTS, by: ['rule_months_pkey'] },
      save_judged_months: {
        rows: 2,
        read: 1,
        inserts: true,
        by: ['placed_sites_pkey', 'judged_months_pkey'],
      },
      save_broken_months: { rows: 2, read: 1, inserts: true, by: ['placed_sites_pkey', 'rule_months_pkey'] },
      save_broken_rules: { rows: 1, read: 1, inserts: true, by: ['placed_sites_pkey', 'broken_rules_pkey'] },
    },
  },
  {
    of: steps.storeJudged,
    when: 'of a site with many bots, of one and of all',
    ask: async (db) => {
      const days = [{ dayMs: START_MS, hours: zeros.slice(0, 24), lastId: 1 }];
      const counts = () => ({ bots: [], broken: [], rules: [] });
      const wide = { ...JUDGED, siteId: 'wide' };
      const stored = await steps.storeJudged(db, wide, { days, names: ['Bot7'], counts });
      await steps.storeJudged(db, stored, { days, names: undefined, counts });
    },
    may: {
      share_site: { rows: 2, read: 0, by: [] },
      update_judged_site: { rows: 2, by: ['judged_sites_pkey'] },
      save_judged_days: { rows: 2, read: 2, inserts: true, by: ['placed_sites_pkey', 'judged_days_pkey'] },
      list_judged_months: {
        rows: WIDE_KEYS + 1,
        read: 2 * WIDE_KEYS,
        by: ['judged_months_pkey', 'all judged_months'],
      },
      list_broken_months: { rows: 0, by: ['rule_months_pkey'] },
    },
  },
  {
    of: visits.markVisits,
    when: 'two of many',
    ask: (db) =>
      visits.markVisits(db, 'busy', [
        { id: 1, atMs: START_MS, rule: 1 },
        { id: 2, atMs: START_MS + 60_000, rule: null },
      ]),
    may: { 'update events': { rows: 2, read: 2, by: ['events_pkey'] } },
  },
  {
    of: versions.insertRobotsVersion,
    when: 'another one',
    ask: (db) =>
      versions.insertRobotsVersion(db, 'busy', { sinceMs: AFTER_ALL * 2, origin: 'file', text: '' }),
    may: { 'insert robots_versions': { rows: 1, read: 0, inserts: true, by: [] } },
  },
  {
    of: versions.deleteRobotsVersion,
    when: 'one of many',
    ask: (db) => versions.deleteRobotsVersion(db, 77),
    may: { 'delete robots_versions': { rows: 1, by: ['robots_versions_pkey'] } },
  },
];
