import type { AccessibleSite } from '../../src/domain/site.ts';
import { HOUR_MS } from '../../src/domain/time.ts';
import { countSourceHours, findKeyNames, listSiteSources } from '../../src/queries/site-sources.ts';
import { deleteSourceHours, listSitesWithOldHours } from '../../src/queries/source-hours.ts';
import { type SourceNote, saveSourceNotes } from '../../src/queries/source-notes.ts';
import type { Question } from './plan-contract.ts';
import {
  addRobotCounts,
  deleteRobots,
  listSitesWithOldRobots,
  listUnlistedRobots,
} from '../../src/queries/unlisted-robots.ts';
import { DAYS, LOGS_OF_ONE, OUTCOMES, ROBOTS_OF_A_DAY, SOURCES_OF_ONE } from './skewed-data.ts';
import { between } from './support.ts';

const START_MS = Date.parse('2026-01-01T00:00:00Z');
/** After everything that is stored. */
const NOW = Date.parse('2026-05-01T00:00:00Z');

const SMALL = Array.from({ length: 50 }, (_, n) => `small${n + 1}`);

function noteOf(id: string): SourceNote {
  const hours = [{ hourMs: START_MS, outcome: 'outcome1', count: 1, sample: 'GET /' }];
  const batch = { atMs: NOW, records: 1, bytes: 100 };
  return {
    id,
    kind: 'log',
    name: '/access.log',
    heardAtMs: NOW,
    recordedAtMs: NOW,
    batch,
    limits: [],
    hours,
    robots: [{ dayMs: START_MS, token: id, visits: 1, firstMs: START_MS, lastMs: START_MS }],
  };
}

export const SOURCE_READS: readonly Question[] = [
  {
    of: listUnlistedRobots,
    when: 'of a site with many on each day',
    ask: (db) =>
      listUnlistedRobots(db, { id: 'busy' } as AccessibleSite, between('2026-02-01', '2026-02-08')),
    may: {
      list_robots: {
        rows: ROBOTS_OF_A_DAY,
        read: DAYS * ROBOTS_OF_A_DAY,
        by: ['unlisted_robots_pkey'],
      },
    },
  },
  {
    of: listSiteSources,
    when: 'of a site with many, and of one with few',
    ask: (db) => listSiteSources(db, ['busy', 'small7']),
    may: {
      list_site_sources: {
        rows: SOURCES_OF_ONE + 1 + LOGS_OF_ONE + 3,
        by: ['site_sources_pkey', 'recording_sources_pkey', 'followed_logs_pkey'],
      },
    },
  },
  {
    of: countSourceHours,
    when: 'of a day of two sites',
    ask: (db) =>
      countSourceHours(db, ['busy', 'small7'], { fromMs: START_MS, untilMs: START_MS + 24 * HOUR_MS }),
    may: {
      count_source_hours: {
        rows: SOURCES_OF_ONE * OUTCOMES + 1,
        read: 24 * SOURCES_OF_ONE * OUTCOMES + 1,
        by: ['source_hours_pkey'],
      },
    },
  },
  {
    of: findKeyNames,
    when: 'of two, one of which does not exist',
    ask: (db) => findKeyNames(db, [7, 999_999]),
    may: { find_key_names: { rows: 1, by: ['api_keys_pkey'] } },
  },
  {
    of: listSitesWithOldRobots,
    when: 'of fifty sites with one, and one with many',
    ask: (db) => listSitesWithOldRobots(db, [...SMALL, 'busy'], NOW),
    may: {
      list_sites_with_old_robots: {
        rows: SMALL.length + 1,
        read: 2 * (SMALL.length + 1),
        by: ['placed_sites_pkey', 'unlisted_robots_pkey'],
      },
    },
  },
  {
    of: listSitesWithOldHours,
    when: 'of fifty sites with one, and one with many',
    ask: (db) => listSitesWithOldHours(db, [...SMALL, 'busy'], NOW),
    may: {
      list_sites_with_old_hours: {
        rows: SMALL.length + 1,
        read: 2 * (SMALL.length + 1),
        by: ['placed_sites_pkey', 'source_hours_pkey'],
      },
    },
  },
];

export const SOURCE_WRITES: readonly Question[] = [
  {
    of: addRobotCounts,
    when: 'of one that is known that day, and of one that is new',
    ask: (db) =>
      db
        .transaction()
        .execute((tx) => addRobotCounts(tx, 'busy', [...noteOf('robot1').robots, ...noteOf('new').robots])),
    may: {
      lock_robots: { rows: 1, read: 0, by: [] },
      add_to_robots: {
        rows: 2,
        read: 2 * (ROBOTS_OF_A_DAY + 2),
        inserts: true,
        by: ['placed_sites_pkey', 'unlisted_robots_pkey'],
      },
    },
  },
  {
    of: deleteRobots,
    when: 'of a day of a site with many',
    ask: (db) => deleteRobots(db, 'busy', START_MS + 24 * HOUR_MS),
    may: { delete_robots: { rows: ROBOTS_OF_A_DAY, by: ['unlisted_robots_pkey'] } },
  },
  {
    of: saveSourceNotes,
    when: 'of a source that is known, and of one that is new',
    ask: (db) =>
      saveSourceNotes(db, { siteId: 'busy', notes: [noteOf('source1'), noteOf('new')], areNew: true }),
    may: {
      share_site: { rows: 1, read: 0, by: [] },
      add_to_source_hours: { rows: 2, read: 1, inserts: true, by: ['placed_sites_pkey'] },
      save_sources: { rows: 2, read: 1, inserts: true, by: ['placed_sites_pkey'] },
      lock_robots: { rows: 1, read: 0, by: [] },
      add_to_robots: {
        rows: 2,
        read: 2 * (ROBOTS_OF_A_DAY + 2),
        inserts: true,
        by: ['placed_sites_pkey', 'unlisted_robots_pkey'],
      },
      forget_silent_sources: { rows: 0, read: 2 * (SOURCES_OF_ONE + 1), by: ['site_sources_pkey'] },
    },
  },
  {
    of: deleteSourceHours,
    when: 'two hours of many sites',
    ask: (db) =>
      deleteSourceHours(db, [...SMALL, 'busy'], { fromMs: START_MS, untilMs: START_MS + 2 * HOUR_MS }),
    may: {
      delete_source_hours: {
        rows: SMALL.length + 2 * SOURCES_OF_ONE * OUTCOMES,
        by: ['source_hours_pkey'],
      },
    },
  },
];
