import { type RawBuilder, sql } from 'kysely';
import type { TimeRange } from '../domain/date-range.ts';
import { formatDate } from '../domain/time.ts';
import { sqlDate } from '../database/sql-time.ts';
import { type Param, type PreparedQuery, statement } from '../database/statement.ts';
import { LONGER_THAN_A_DAY } from './blocks.ts';

type Days = Readonly<Record<'siteId' | 'from' | 'until', string>>;

/** Of all blocks that have one of the days: those that begin on one, and the few that began before the first. */
const HAS_A_DAY = (param: Param<Days>): RawBuilder<unknown> => {
  const from = sqlDate(param('from'));
  const begun = LONGER_THAN_A_DAY.map((days) => {
    const length = sql.lit(days);
    return sql`(${from} - mod(${from} - date '0001-01-01', ${length}), ${length})`;
  });
  return sql`(
    first_day >= ${from} and first_day < ${sqlDate(param('until'))} or (first_day, days) in (${sql.join(begun)})
  )`;
};

/** The rollups with rows for each block of days, but for its pages. */
export const BLOCK_TABLES = ['site_blocks', 'site_block_names', 'site_block_statuses'] as const;

const BY_BLOCK = BLOCK_TABLES.map((table) =>
  statement(
    `delete_days_of_${table}`,
    (_, param: Param<Days>) =>
      sql`delete from ${sql.table(table)} where site_id = ${param('siteId')} and ${HAS_A_DAY(param)}`,
  ),
);

// a column of the key that is left out would make all blocks be read
const PAGES = statement(
  'delete_days_of_site_block_pages',
  (_, param: Param<Days>) => sql`
    delete from site_block_pages
    where site_id = ${param('siteId')} and by_bot in (false, true) and ${HAS_A_DAY(param)}`,
);

// upkeep makes them again of what is left
const FOLDED = statement(
  'delete_folded_site',
  (_, param: Param<Days>) => sql`delete from folded_sites where site_id = ${param('siteId')}`,
);

// they are judged anew, even if others come in place of the visits that are gone
const JUDGED_DAYS = statement(
  'void_judged_days',
  (_, param: Param<Days>) => sql`
    update judged_days set visits = -1, hour_counts = array_fill(-1, array[24])
    where site_id = ${param('siteId')}
      and day >= ${sqlDate(param('from'))} and day < ${sqlDate(param('until'))}`,
);

const JUDGED_SITE = statement(
  'void_judged_site',
  (_, param: Param<Days>) => sql`
    update judged_sites set recorded = -1, revision = revision + 1 where site_id = ${param('siteId')}`,
);

/** The statements that delete what is counted of whole days and of the blocks that they are in. */
export function prepareBlockDeletion(
  siteId: string,
  { fromMs, untilMs }: TimeRange,
): readonly PreparedQuery[] {
  const days = { siteId, from: formatDate(fromMs), until: formatDate(untilMs) };
  return [...BY_BLOCK, PAGES, FOLDED, JUDGED_DAYS, JUDGED_SITE].map((prepare) => prepare(days));
}
