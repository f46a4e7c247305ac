import type { AccessibleSite } from '../../src/domain/site.ts';
import { EARLIEST_MS } from '../../src/domain/time.ts';
import { listBusyHours } from '../../src/queries/busy-hours.ts';
import { findFirstFact } from '../../src/queries/first-fact.ts';
import { listSources } from '../../src/queries/recording-sources.ts';
import { findFirstSigned } from '../../src/queries/signatures.ts';
import type { Question } from './plan-contract.ts';
import { DAYS, LOGS_OF_ONE, SLOTS, SOURCES_OF_ONE } from './skewed-data.ts';
import { between } from './support.ts';

const BUSY = { id: 'busy' } as AccessibleSite;

const OF_FACTS = ['site_statuses_pkey', 'site_days_pkey', 'events_pkey', 'events_by_type'];

export const COVERAGE_READS: readonly Question[] = [
  {
    of: listBusyHours,
    when: 'of ninety days',
    ask: (db) => listBusyHours(db, BUSY, between('2026-01-01', '2026-04-01')),
    may: { list_busy_hours: { rows: DAYS * 24, read: DAYS * 24 * SLOTS, by: ['site_buckets_pkey'] } },
  },
  {
    of: findFirstFact,
    when: 'of a site that has statuses from its first day on',
    ask: (db) => findFirstFact(db, BUSY, EARLIEST_MS),
    may: { first_fact: { rows: 1, read: 2, by: OF_FACTS } },
  },
  {
    of: findFirstSigned,
    when: 'of a site with a signed visit a day',
    ask: (db) => findFirstSigned(db, BUSY),
    may: { first_signed_event: { rows: 1, read: 1, by: ['events_signed'] } },
  },
  {
    of: listSources,
    when: 'of a site with many logs, each twice',
    ask: (db) => listSources(db, BUSY),
    may: {
      list_sources: {
        rows: 1 + 2 * LOGS_OF_ONE,
        read: 1 + 2 * LOGS_OF_ONE + SOURCES_OF_ONE,
        by: ['recording_sources_pkey', 'site_sources_pkey', 'log_positions_pkey', 'followed_logs_pkey'],
      },
    },
  },
];
