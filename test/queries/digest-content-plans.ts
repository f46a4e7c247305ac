import { countPeriodTotals } from '../../src/queries/digest-totals.ts';
import { listLatestAlerts } from '../../src/queries/latest-alerts.ts';
import type { Question } from './plan-contract.ts';
import { ALERTS_OF_ONE, SLOTS } from './skewed-data.ts';
import { between } from './support.ts';

const SMALL = Array.from({ length: 50 }, (_, n) => `small${n + 1}`);
const SITES = ['busy', ...SMALL];

/** What the digest asks of many sites at once, beside what alerts ask. */
export const DIGEST_CONTENT_READS: readonly Question[] = [
  {
    of: listLatestAlerts,
    when: 'five of a site with many, and one of each of fifty',
    ask: (db) => listLatestAlerts(db, SITES, between('2026-01-01', '2026-05-01'), 5),
    may: {
      list_latest_alerts: {
        rows: 5 + SMALL.length,
        read: ALERTS_OF_ONE + SMALL.length,
        by: ['alerts_of_site'],
      },
    },
  },
  {
    of: countPeriodTotals,
    when: 'of two weeks of a busy site and fifty small ones',
    ask: (db) =>
      countPeriodTotals(
        db,
        SITES,
        { ...between('2026-02-09', '2026-02-16'), beforeMs: Date.parse('2026-02-02T00:00:00Z') },
        1,
      ),
    may: {
      count_period_totals: {
        rows: SITES.length,
        read: 14 * SLOTS + 2 * SMALL.length,
        by: ['site_buckets_pkey'],
      },
    },
  },
];
