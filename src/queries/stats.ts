import { sql } from 'kysely';
import type { TimeRange } from '../domain/date-range.ts';
import type { EventType } from '../domain/event.ts';
import type { AccessibleSite } from '../domain/site.ts';
import type { Database } from './database.ts';
import { day } from './sql-time.ts';

/** Events of one kind and name: a bot of a company, a referral source or a conversion event. */
export type NameCount = {
  readonly type: EventType;
  readonly name: string;
  /** The bot's company; empty for the other types. */
  readonly company: string;
  readonly count: number;
  /** Sum of the conversion values, added as decimals; 0 where none was set. */
  readonly value: number;
};

/** Counts of the range by type and name: count descending, then name and company by code point. */
export async function countByName(
  db: Database,
  site: AccessibleSite,
  range: TimeRange,
): Promise<readonly NameCount[]> {
  return db
    .selectFrom('site_days')
    .select((eb) => [
      'type',
      'name',
      'company',
      sql<number>`sum(${eb.ref('count')})::bigint`.as('count'),
      sql<number>`sum(${eb.ref('value')})`.as('value'),
    ])
    .where('site_id', '=', site.id)
    .where('day', '>=', day(range.fromMs))
    .where('day', '<', day(range.untilMs))
    .groupBy(['type', 'name', 'company'])
    .orderBy(sql`4 desc, name collate "C", company collate "C"`)
    .execute();
}
