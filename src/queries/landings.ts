import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { execute, readLong } from '../database/query.ts';
import { type Param, statement } from '../database/statement.ts';

/** Of all landings, or of some pages of their table. */
type Ended = { readonly fromPage: string; readonly untilPage: string; readonly beforeMinute: number };

const COUNT_PAGES = statement(
  'count_landing_pages',
  () => sql<{ readonly pages: number }>`
    select (pg_relation_size('landings') / current_setting('block_size')::integer)::integer as pages`,
);

/** Passes over what a recorder is writing: to wait for it, holding others, could be a deadlock. */
const DELETE_LANDINGS = statement(
  'delete_landings',
  (_, param: Param<Ended>) => sql`
    delete from landings where ctid = any(array(
      select ctid from landings
      where ctid >= ${param('fromPage')}::tid and ctid < ${param('untilPage')}::tid
        and ends_minute < ${param('beforeMinute')}
      for update skip locked
    ))`,
);

/** How many pages the table of the landings has. */
export async function countLandingPages(db: Database): Promise<number> {
  const [row] = await readLong(db, COUNT_PAGES({}), 'service');
  return row?.pages ?? 0;
}

/** Deletes the landings in some pages of their table, from the first of them on, that ended before a minute since 1970. */
export async function deleteLandings(
  db: Database,
  { firstPage, pages, beforeMinute }: Readonly<Record<'firstPage' | 'pages' | 'beforeMinute', number>>,
): Promise<void> {
  const ended = { fromPage: `(${firstPage},0)`, untilPage: `(${firstPage + pages},0)`, beforeMinute };
  await execute(db, DELETE_LANDINGS(ended));
}
