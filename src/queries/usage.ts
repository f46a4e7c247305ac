import { type Transaction, sql } from 'kysely';
import { formatMonth } from '../domain/time.ts';
import type { Database } from '../database/database.ts';
import { execute, read, readAccess } from '../database/query.ts';
import { sqlDate } from '../database/sql-time.ts';
import { type Param, statement } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';

/** Events of an account in the UTC month of `nowMs`. */
export type Usage = { readonly accountId: number; readonly nowMs: number; readonly events: number };

/**
 * Counted usage. It stops being counted when the month moves to another epoch (`recountUsage`), and may be lost when the
 * server crashes.
 */
export type ReservedUsage = Usage & {
  readonly epoch: number;
  /** What the server is called until it crashes, or another one takes over (`findIncarnation`). */
  readonly incarnation: string;
};

type Month = { readonly accountId: number; readonly month: string };

type Reserved = Month & { readonly events: number; readonly limit: number };

type Counted = Pick<ReservedUsage, 'epoch' | 'incarnation'>;

/**
 * When the server last lost its statistics, which is when it crashed: a restart keeps them. An operator may reset them, too,
 * and a server that takes over has its own.
 */
const INCARNATION = sql<string>`(select stats_reset::text from pg_stat_wal)`;

const FIND_INCARNATION = statement(
  'find_incarnation',
  () => sql<{ readonly incarnation: string }>`select ${INCARNATION} as incarnation`,
);

/**
 * Not waiting for the disk is safe: the database's log is written in order, so the reservation of events that survive a
 * crash survives too. One without events may be lost: only the same incarnation gives it back. The setting is a part of the row, and the row is no SELECT, because Citus accepts neither a
 * function in RETURNING nor a parameter in DO UPDATE after a SELECT.
 */
const RESERVE_USAGE = statement(
  'reserve_usage',
  (_, param: Param<Reserved>) => sql<Counted>`
    insert into usage (account_id, month, events, epoch)
    values (
      ${param('accountId')}::bigint, ${param('month')}::date,
      case when set_config('synchronous_commit', 'off', true) = 'off' then ${param('events')}::bigint end, 1
    )
    on conflict (account_id, month) do update set events = usage.events + excluded.events
    where usage.events + excluded.events <= ${param('limit')}::bigint
    returning epoch, ${INCARNATION} as incarnation`,
);

const RECOUNT_USAGE = statement(
  'recount_usage',
  (_, param: Param<Reserved>) => sql<Counted>`
    insert into usage (account_id, month, events, epoch)
    select ${param('accountId')}::bigint, ${param('month')}::date, recorded + ${param('events')}::bigint, 1
    from (
      select coalesce(sum(events), 0)::bigint as recorded from site_months
      where account_id = ${param('accountId')}::bigint and month = ${param('month')}::date
    ) as counted
    where recorded + ${param('events')}::bigint <= ${param('limit')}::bigint
    on conflict (account_id, month) do update set events = excluded.events, epoch = usage.epoch + 1
    returning epoch, ${INCARNATION} as incarnation`,
);

const FIND_RECORDED = statement(
  'find_recorded',
  (_, param: Param<Month>) => sql<{ readonly events: number }>`
    select coalesce(sum(events), 0)::bigint as events from site_months
    where account_id = ${param('accountId')}::bigint and month = ${param('month')}::date`,
);

const FIND_USAGE = statement('find_usage', (db, param: Param<Month>) =>
  db
    .selectFrom('usage')
    .select('events')
    .where('account_id', '=', param('accountId'))
    .where('month', '=', sqlDate(param('month'))),
);

/** Counts events that are about to be recorded. Undefined, and counts none, if the month would exceed the limit. */
export async function reserveUsage(
  db: Database,
  usage: Usage,
  limit: number,
): Promise<ReservedUsage | undefined> {
  // a month without a row has no condition to fail
  if (usage.events > limit) return undefined;
  const { rows } = await execute(db, RESERVE_USAGE(reservedColumns(usage, limit)));
  return rows[0] && { ...usage, ...rows[0] };
}

/**
 * Counts what is recorded in the month and these events, and nothing else: the month moves to its next epoch, and all
 * earlier reservations are void. The transaction holds the account (`lockSitesOf`). Undefined, and changes nothing, if
 * the month would exceed the limit.
 */
export async function recountUsage(
  tx: Transaction<Tables>,
  usage: Usage,
  limit: number,
): Promise<ReservedUsage | undefined> {
  const { rows } = await execute(tx, RECOUNT_USAGE(reservedColumns(usage, limit)));
  return rows[0] && { ...usage, ...rows[0] };
}

/** What the server is called now. */
export async function findIncarnation(db: Database): Promise<string | undefined> {
  return (await read(db, FIND_INCARNATION({})))[0]?.incarnation;
}

/** Takes reserved events out of the count again, unless the reservation is void. */
export async function releaseUsage(
  db: Database,
  { accountId, nowMs, events, epoch }: Omit<ReservedUsage, 'incarnation'>,
): Promise<void> {
  await db
    .updateTable('usage')
    .set({ events: sql`events - ${events}` })
    .where('account_id', '=', accountId)
    .where('month', '=', sqlDate(sql`${formatMonth(nowMs)}`))
    .where('epoch', '=', epoch)
    .execute();
}

/** Events counted in the UTC month of `nowMs`. */
export async function findUsage(db: Database, accountId: number, nowMs: number): Promise<number> {
  const [usage] = await readAccess(db, FIND_USAGE({ accountId, month: formatMonth(nowMs) }));
  return usage?.events ?? 0;
}

/** Events that the account's sites, deleted ones too, recorded in the UTC month of `nowMs`. */
export async function findRecorded(db: Database, accountId: number, nowMs: number): Promise<number> {
  const [recorded] = await read(db, FIND_RECORDED({ accountId, month: formatMonth(nowMs) }));
  return recorded?.events ?? 0;
}

function reservedColumns({ accountId, nowMs, events }: Usage, limit: number): Reserved {
  return { accountId, month: formatMonth(nowMs), events, limit: Math.min(limit, Number.MAX_SAFE_INTEGER) };
}
