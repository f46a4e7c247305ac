import { sql } from 'kysely';
import { formatMonth } from '../domain/time.ts';
import { type Param, type PreparedQuery, statement } from '../database/statement.ts';
import type { EventBatch } from './event-statements.ts';
import type { ReservedUsage } from './usage.ts';

type MonthColumns = {
  readonly siteId: string;
  readonly slot: number;
  readonly accountIds: readonly number[];
  readonly months: readonly string[];
  readonly epochs: readonly number[];
  readonly events: readonly number[];
};

/** A row for each reservation that is still valid. The account is shared, so none becomes void before the commit. */
const FIND_VALID = statement(
  'find_valid_reservations',
  (_, param: Param<Pick<MonthColumns, 'accountIds' | 'months' | 'epochs'>>) => sql`
    select u.month
    from unnest(
      ${param('accountIds')}::bigint[], ${param('months')}::date[], ${param('epochs')}::integer[]
    ) as batch (account_id, month, epoch)
    join usage u on u.account_id = batch.account_id and u.month = batch.month and u.epoch = batch.epoch`,
);

/** In the order of the keys, like the rollups. A month may come twice, if a reservation in it is void. */
const ADD_TO_MONTHS = statement(
  'add_to_months',
  (_, param: Param<Omit<MonthColumns, 'epochs'>>) => sql`
    insert into site_months (site_id, month, slot, account_id, events)
    select site_id, month, ${param('slot')}::smallint, account_id, sum(events)
    from placed_sites cross join unnest(
      ${param('accountIds')}::bigint[], ${param('months')}::date[], ${param('events')}::bigint[]
    ) as batch (account_id, month, events)
    where site_id = ${param('siteId')}
    group by site_id, month, account_id
    order by month
    on conflict (site_id, month, slot) do update set events = site_months.events + excluded.events`,
);

/** Statements that count recorded events in their months, if any; the last finds this many rows if all of the room is valid. */
export type MonthCount = { readonly queries: readonly PreparedQuery[]; readonly rows: number };

/** Counts events in the months in which their room was reserved. */
export function countInMonths({ siteId, slot, reservations = [] }: EventBatch): MonthCount {
  const sums = new Map<string, ReservedUsage>();
  for (const one of reservations) {
    const key = `${formatMonth(one.nowMs)} ${one.epoch}`;
    sums.set(key, { ...one, events: one.events + (sums.get(key)?.events ?? 0) });
  }
  const counted = [...sums.values()];
  const columns = {
    siteId,
    slot,
    accountIds: counted.map(({ accountId }) => accountId),
    months: counted.map(({ nowMs }) => formatMonth(nowMs)),
    epochs: counted.map(({ epoch }) => epoch),
    events: counted.map(({ events }) => events),
  };
  return {
    queries: counted.length > 0 ? [ADD_TO_MONTHS(columns), FIND_VALID(columns)] : [],
    rows: counted.length,
  };
}
