import { sql } from 'kysely';
import type { AlertKind } from '../domain/alert.ts';
import type { TimeRange } from '../domain/date-range.ts';
import { formatInstant } from '../domain/time.ts';
import type { Database } from '../database/database.ts';
import { readAccess } from '../database/query.ts';
import { epochMs, timestamptz } from '../database/sql-time.ts';
import { type Param, statement } from '../database/statement.ts';

/** An alert of a site, and how many the site had in all. */
export type LatestAlert = {
  readonly siteId: string;
  readonly kind: AlertKind;
  readonly title: string;
  readonly detail: string;
  readonly atMs: number;
  readonly ofSite: number;
};

type Values = {
  readonly siteIds: readonly string[];
  readonly from: string;
  readonly until: string;
  readonly most: number;
};

const LIST_LATEST_ALERTS = statement(
  'list_latest_alerts',
  (_, param: Param<Values>) => sql<LatestAlert>`
    select of_account.id as "siteId", kind, title, detail, ${epochMs(sql.ref('raised_at'))} as "atMs", of_site as "ofSite"
    from unnest(${param('siteIds')}::text[]) as of_account (id)
    cross join lateral (
      select kind, title, detail, raised_at, alerts.id, count(*) over () as of_site from alerts
      where alert_site_id = of_account.id
        and raised_at >= ${timestamptz(param('from'))} and raised_at < ${timestamptz(param('until'))}
      order by raised_at desc, alerts.id desc limit ${param('most')}::integer
    ) as latest
    order by raised_at desc, latest.id desc`,
);

/** The alerts of some sites that were raised in a range, the latest first, of each site at most so many. */
export async function listLatestAlerts(
  db: Database,
  siteIds: readonly string[],
  { fromMs, untilMs }: TimeRange,
  most: number,
): Promise<readonly LatestAlert[]> {
  const range = { from: formatInstant(fromMs), until: formatInstant(untilMs) };
  return readAccess(db, LIST_LATEST_ALERTS({ siteIds, ...range, most }));
}
