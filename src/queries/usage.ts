import { sql } from 'kysely';
import { formatDate, startOfMonth } from '../domain/time.ts';
import type { Database } from '../database/database.ts';
import { execute, read } from '../database/query.ts';
import { date } from '../database/sql-time.ts';
import { type Param, statement } from '../database/statement.ts';

/** Events of an account in the UTC month of `nowMs`. */
export type Usage = { readonly accountId: number; readonly nowMs: number; readonly events: number };

type Reserved = {
  readonly accountId: number;
  readonly month: string;
  readonly events: number;
  readonly limit: number;
};

/**
 * Not waiting for the disk is safe: the database's log is written in order, so the reservation of events that survive a
 * crash survives too.
 */
const RESERVE_USAGE = statement(
  'reserve_usage',
  (_, param: Param<Reserved>) => sql`
    insert into usage (account_id, month, events)
    select ${param('accountId')}::bigint, ${param('month')}::date, ${param('events')}::bigint
    from (select set_config('synchronous_commit', 'off', true)) as unhurried
    where ${param('events')}::bigint <= ${param('limit')}::bigint
    on conflict (account_id, month) do update set events = usage.events + excluded.events
    where usage.events + excluded.events <= ${param('limit')}::bigint`,
);

const FIND_USAGE = statement('find_usage', (db, param: Param<{ accountId: number; month: string }>) =>
  db
    .selectFrom('usage')
    .select('events')
    .where('account_id', '=', param('accountId'))
    .where('month', '=', date(param('month'))),
);

/** Counts events that are about to be recorded. Returns false, and counts none, if the month would exceed the limit. */
export async function reserveUsage(db: Database, usage: Usage, limit: number): Promise<boolean> {
  const { accountId, nowMs, events } = usage;
  const reserved = {
    accountId,
    month: monthOf(nowMs),
    events,
    limit: Math.min(limit, Number.MAX_SAFE_INTEGER),
  };
  const { rowCount } = await execute(db, RESERVE_USAGE(reserved));
  return rowCount === 1;
}

/** Takes reserved events out of the count again. */
export async function releaseUsage(db: Database, { accountId, nowMs, events }: Usage): Promise<void> {
  await db
    .updateTable('usage')
    .set({ events: sql`events - ${events}` })
    .where('account_id', '=', accountId)
    .where('month', '=', date(sql`${monthOf(nowMs)}`))
    .execute();
}

/** Events counted in the UTC month of `nowMs`. */
export async function findUsage(db: Database, accountId: number, nowMs: number): Promise<number> {
  const [usage] = await read(db, FIND_USAGE({ accountId, month: monthOf(nowMs) }));
  return usage?.events ?? 0;
}

function monthOf(nowMs: number): string {
  return formatDate(startOfMonth(nowMs));
}
