import { sql } from 'kysely';
import type { TimeRange } from '../domain/date-range.ts';
import type { EventType } from '../domain/event.ts';
import type { AccessibleSite } from '../domain/site.ts';
import { DAY_MS, formatDate } from '../domain/time.ts';
import type { Database } from '../database/database.ts';
import { read, readLong } from '../database/query.ts';
import { date } from '../database/sql-time.ts';
import { type Param, statement } from '../database/statement.ts';

/** The events of one type and name: a bot of a company, a referral source or a conversion event. */
export type NameCount = {
  readonly type: EventType;
  readonly name: string;
  /** The bot's company; empty for the other types. */
  readonly company: string;
  readonly count: number;
  /** The exact decimal sum of the conversion values; 0 if none was set. */
  readonly value: number;
};

type Values = { readonly siteId: string; readonly from: string; readonly until: string };

const COUNT_BY_NAME = statement('count_by_name', (db, param: Param<Values>) =>
  db
    .selectFrom('site_days')
    .select((eb) => [
      'type',
      sql<string>`name collate "C"`.as('name'),
      sql<string>`company collate "C"`.as('company'),
      sql<number>`sum(${eb.ref('count')})::bigint`.as('count'),
      sql<number>`sum(${eb.ref('value')})`.as('value'),
    ])
    .where('site_id', '=', param('siteId'))
    .where('day', '>=', date(param('from')))
    .where('day', '<', date(param('until')))
    .groupBy(sql`1, 2, 3`)
    .orderBy(sql`4 desc, 2, 3`),
);

/** The cost is days times names; more days than this are a long read. */
const SHORT_READ_DAYS = 100;

/** The counts of a range by type and name, sorted by count descending, then name and company by code point. */
export async function countByName(
  db: Database,
  site: AccessibleSite,
  { fromMs, untilMs }: TimeRange,
): Promise<readonly NameCount[]> {
  const isShort = (untilMs - fromMs) / DAY_MS <= SHORT_READ_DAYS;
  const query = COUNT_BY_NAME({ siteId: site.id, from: formatDate(fromMs), until: formatDate(untilMs) });
  return isShort ? read(db, query) : readLong(db, query);
}
