import { sql } from 'kysely';
import type { TimeRange } from '../domain/date-range.ts';
import type { AccessibleSite } from '../domain/site.ts';
import type { Database } from '../database/database.ts';
import { readLong } from '../database/query.ts';
import { type Param, statement } from '../database/statement.ts';
import { COUNTRY_DAYS, type Days, coveringBlocks, daysOf, eventsOfLiveDays } from './blocks.ts';

/** The events from one country. */
export type CountryCount = {
  /** Two letters; "XX" if the country is unknown. */
  readonly country: string;
  readonly botVisits: number;
  readonly referrals: number;
  readonly conversions: number;
};

const COUNT_BY_COUNTRY = statement(
  'count_by_country',
  (_, param: Param<Days>) => sql<CountryCount>`
    with ${coveringBlocks(param, COUNTRY_DAYS)}
    select country, sum(bots)::bigint as "botVisits", sum(referrals)::bigint as referrals,
           sum(conversions)::bigint as conversions
    from (
      select country, bot_visits as bots, referrals, conversions
      from site_countries where site_id = ${param('siteId')} and day = any(array(select first_day from block))
      union all
      select country, count(*) filter (where type = 'bot'), count(*) filter (where type = 'referral'),
             count(*) filter (where type = 'conversion')
      from ${eventsOfLiveDays(param, sql`country, type`)}
      group by country
    ) as counts
    group by country
    having sum(bots + referrals + conversions) > 0
    order by 2 desc, 3 desc, 4 desc, country collate "C"`,
);

/** The counts of a range by country, sorted by bot visits, referrals and conversions, descending, then by country. */
export async function countByCountry(
  db: Database,
  site: AccessibleSite<'view'>,
  range: TimeRange,
): Promise<readonly CountryCount[]> {
  return readLong(db, COUNT_BY_COUNTRY(daysOf(site.id, range)), site.accountId);
}
