import { sql } from 'kysely';
import type { StatusCount } from '../domain/bot-facts.ts';
import type { TimeRange } from '../domain/date-range.ts';
import type { AccessibleSite } from '../domain/site.ts';
import type { Readable } from '../database/at-one-moment.ts';
import { read, readLong } from '../database/query.ts';
import { type Param, statement } from '../database/statement.ts';
import { type Days, NAME_BLOCKS, coveringBlocks, daysOf } from './blocks.ts';
import { isShortRead } from './name-sums.ts';

/** One statement sees one state of the database, so the visits of a status are never more than all. */
const COUNT_BY_STATUS = statement(
  'count_by_status',
  (_, param: Param<Days>) => sql<StatusCount>`
    with ${coveringBlocks(param, NAME_BLOCKS)},
    told as (
      select status, sum(count)::bigint as count
      from (
        select status, count from block cross join lateral (
          select status, count from site_block_statuses
          where site_id = ${param('siteId')} and first_day = block.first_day and days = block.days
          offset 0
        ) as of_block
        union all
        select status, count from live cross join lateral (
          select status, count from site_statuses where site_id = ${param('siteId')} and day = live.day
          offset 0
        ) as of_day
      ) as counts
      group by status
    )
    select status, count from (
      select status, count from told
      union all
      select null, coalesce((select sum(bots) from counted), 0)::bigint - (select coalesce(sum(count), 0)::bigint from told)
    ) as statuses
    where count > 0
    order by count desc, status`,
);

/** The bot visits of whole days by status: by count descending, then by status, those without one last. */
export async function countByStatus(
  db: Readable,
  site: AccessibleSite<'view'>,
  range: TimeRange,
): Promise<readonly StatusCount[]> {
  const query = COUNT_BY_STATUS(daysOf(site.id, range));
  return isShortRead([range]) ? read(db, query) : readLong(db, query, site.accountId);
}
