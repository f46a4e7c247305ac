import { type RawBuilder, sql } from 'kysely';
import type { TimeRange } from '../domain/date-range.ts';
import { formatDate, formatInstant } from '../domain/time.ts';
import type { Database } from '../database/database.ts';
import { execute, readLong } from '../database/query.ts';
import { shareSite } from '../database/site-lock.ts';
import { sqlDate, epochMsOfDay, timestamptz } from '../database/sql-time.ts';
import { type Param, statement } from '../database/statement.ts';
import { inTransaction } from '../database/transaction.ts';
import {
  type Block,
  type BlockCount,
  type Days,
  NAME_BLOCKS,
  daysOf,
  missingBlocks,
  rangeOf,
} from './blocks.ts';
import { deleteBlocks } from './day-rollups.ts';
import { NAME_SUMS, TYPE_SUMS, columnList, sums } from './sums.ts';

const FIND_MISSING_NAME_BLOCKS = statement(
  'find_missing_name_blocks',
  (_, param: Param<Days & { readonly fewest: number }>) => sql<BlockCount>`
    with ${missingBlocks(param, NAME_BLOCKS)}
    select ${epochMsOfDay(sql.ref('first_day'))} as "firstMs", days, events::bigint as events
    from missing order by first_day desc, days`,
);

/** The blocks of the range with at least `fewest` events that are not counted by name and status, or not all of them. */
export async function findMissingNameBlocks(
  db: Database,
  siteId: string,
  range: TimeRange,
  fewest: number,
): Promise<readonly BlockCount[]> {
  return readLong(db, FIND_MISSING_NAME_BLOCKS({ ...daysOf(siteId, range), fewest }), 'service');
}

type Values = {
  readonly siteId: string;
  readonly days: number;
  readonly firstDay: string;
  readonly afterDay: string;
  readonly from: string;
  readonly until: string;
};

/** All its counts are of one moment, because one statement makes them. */
const COUNT_BLOCK = statement('count_block', (_, param: Param<Values>) => {
  const key = sql`${param('siteId')}, ${sqlDate(param('firstDay'))}, ${param('days')}::smallint`;
  const ofBlock = sql`site_id = ${param('siteId')} and day >= ${sqlDate(param('firstDay'))}
    and day < ${sqlDate(param('afterDay'))}`;
  return sql`
    with names as (
      insert into site_block_names (site_id, first_day, days, type, name, company, ${columnList(NAME_SUMS)})
      select ${key}, type, name, company, ${sums(NAME_SUMS)}
      from site_days where ${ofBlock} group by type, name, company
      on conflict (site_id, first_day, days, type, name, company) do update set ${replaced(NAME_SUMS)}
    ), statuses as (
      insert into site_block_statuses (site_id, first_day, days, status, count)
      select ${key}, status, sum(count) from site_statuses where ${ofBlock} group by status
      on conflict (site_id, first_day, days, status) do update set count = excluded.count
    )
    insert into site_blocks (site_id, first_day, days, ${columnList(TYPE_SUMS)})
    select ${key}, ${sums(TYPE_SUMS)} from site_buckets
    where site_id = ${param('siteId')} and granularity = 'day' and starts_at >= ${timestamptz(param('from'))}
      and starts_at < ${timestamptz(param('until'))}
    having count(*) > 0
    on conflict (site_id, first_day, days) do update set ${replaced(TYPE_SUMS)}`;
});

function replaced(names: readonly string[]): RawBuilder<unknown> {
  return sql.join(names.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`));
}

/**
 * Counts a block by name and status, from its days. It shares the site with recorders, because an event that they add
 * meanwhile makes the block invalid and not wrong, but no deletion runs at the same time.
 */
export async function countBlock(db: Database, siteId: string, block: Block): Promise<void> {
  const { fromMs, untilMs } = rangeOf(block);
  await inTransaction(db, async (tx) => {
    await shareSite(tx, siteId);
    await deleteBlocks(tx, siteId, [block]);
    await execute(
      tx,
      COUNT_BLOCK({
        siteId,
        days: block.days,
        firstDay: formatDate(fromMs),
        afterDay: formatDate(untilMs),
        from: formatInstant(fromMs),
        until: formatInstant(untilMs),
      }),
    );
  });
}
