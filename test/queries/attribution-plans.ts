import { DAY_MS } from '../../src/domain/time.ts';
import { findAttributionSince, noteAttribution } from '../../src/queries/attribution.ts';
import type { Attributing } from '../../src/queries/landing-statements.ts';
import { countLandingPages, deleteLandings } from '../../src/queries/landings.ts';
import { shareAttributing, storeEvents } from '../../src/queries/record-events.ts';
import { deleteSecrets, ensureSecrets } from '../../src/queries/visitor-secrets.ts';
import { conversion } from '../support/makers.ts';
import type { Question } from './plan-contract.ts';
import { ENDED_LANDINGS, LANDINGS_OF_ONE, SECRETS } from './skewed-data.ts';
import { within } from './within.ts';

const NOW = Date.parse('2026-05-01T00:00:00Z');
const SECOND_DAY = Date.parse('2026-01-02T00:00:00Z');
const SECRET = ['0'.repeat(32)];

/** Looks for a client with many landings, one with one, and one without. */
const SEARCH: Attributing['search'] = {
  secretIds: SECRET,
  clients: ['-1', '7', '-7'],
  fromMs: [0, 0, 0],
  untilMs: [DAY_MS - 1, DAY_MS - 1, DAY_MS - 1],
};

/** Adds a landing to a client with many, one again, and one of a new client. */
const ATTRIBUTING: Attributing = {
  search: SEARCH,
  attribute: (events) => ({
    events,
    landings: {
      secretIds: SECRET,
      clients: ['-1', '7', '-7'],
      landedMs: [LANDINGS_OF_ONE + 1, 7, 7],
      endsMinutes: [1, 1, 1],
      sources: ['claude', 'claude', 'claude'],
    },
  }),
};

/** The secrets are so few that all of them are looked at. PostgreSQL rounds two landings in three places to one in each. */
const SEARCHED = { rows: 2, read: 3 + SECRETS, by: ['all visitor_secrets', 'landings_pkey'] };

export const ATTRIBUTION_READS: readonly Question[] = [
  {
    of: findAttributionSince,
    when: 'of an installation',
    ask: findAttributionSince,
    may: { find_attribution: { rows: 1, by: ['all attribution'] } },
  },
  {
    of: countLandingPages,
    when: 'of all',
    ask: countLandingPages,
    may: { count_landing_pages: { rows: 1, read: 0, by: [] } },
  },
];

export const ATTRIBUTION_WRITES: readonly Question[] = [
  {
    of: shareAttributing,
    when: 'with a look for the landings of three clients, of which one has many',
    ask: within((tx) => shareAttributing(tx, 'busy', undefined, ATTRIBUTING)),
    may: { share_site: { rows: 1, read: 0, by: [] }, search_landings: SEARCHED },
  },
  {
    of: storeEvents,
    when: 'a conversion, with landings of three clients, of which one has many',
    ask: (db) => {
      const events = [conversion('2026-05-01T00:00:00Z')];
      return storeEvents(db, { siteId: 'busy', slot: 3, events }, undefined, ATTRIBUTING);
    },
    may: {
      share_site: { rows: 1, read: 0, by: [] },
      search_landings: SEARCHED,
      insert_events: { rows: 1, read: 1, inserts: true, by: ['placed_sites_pkey'] },
      add_to_days: { rows: 1, read: 1, inserts: true, by: ['placed_sites_pkey'] },
      add_to_countries: { rows: 1, read: 1, inserts: true, by: ['placed_sites_pkey'] },
      add_to_buckets: { rows: 2, read: 1, inserts: true, by: ['placed_sites_pkey'] },
      insert_landings: { rows: 3, read: SECRETS, inserts: true, by: ['all visitor_secrets'] },
    },
  },
  {
    of: deleteLandings,
    when: 'on the first two of many pages',
    ask: (db) => deleteLandings(db, { firstPage: 0, pages: 2, beforeMinute: 2 }),
    // once to find them, and once to delete them
    may: { delete_landings: { rows: ENDED_LANDINGS, read: 600, by: ['all landings'] } },
  },
  {
    of: ensureSecrets,
    when: 'of a day that has one, and a day that has none',
    ask: (db) =>
      ensureSecrets(db, [
        { dayMs: SECOND_DAY, secret: 'new' },
        { dayMs: NOW, secret: 'new' },
      ]),
    may: { ensure_visitor_secrets: { rows: 2, read: 0, by: [] } },
  },
  {
    of: deleteSecrets,
    when: 'of the days before the second',
    ask: (db) => deleteSecrets(db, SECOND_DAY),
    may: {
      delete_visitor_secrets: {
        rows: 1,
        read: SECRETS,
        by: ['all visitor_secrets', 'visitor_secrets_pkey'],
      },
    },
  },
  {
    of: noteAttribution,
    when: 'that goes on, and ends',
    ask: async (db) => {
      await noteAttribution(db, { minutes: 30, nowMs: NOW });
      await noteAttribution(db, { minutes: 0, nowMs: NOW });
    },
    may: {
      begin_attribution: { rows: 0, by: [] },
      end_attribution: { rows: 1, by: ['all attribution'] },
    },
  },
];
