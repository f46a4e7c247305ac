import { sql } from 'kysely';
import { formatMonth } from '../domain/time.ts';
import { type Param, type PreparedQuery, statement } from '../database/statement.ts';
import type { Batch } from './event-statements.ts';
import type { ReservedUsage } from './usage.ts';

type MonthColumns = {
  readonly siteId: string;
  readonly slot: number;
  readonly accountIds: readonly number[];
  readonly months: readonly string[];
  readonly epochs: readonly number[];
  readonly events: readonly number[];
};

/** Writes a row for each valid reservation, and none for a void one. In the order of the keys, like the rollups. */
const ADD_TO_MONTHS = statement(
  'add_to_months',
  (_, param: Param<MonthColumns>) => sql`
    insert into site_months (site_id, month, slot, account_id, events)
    select ${param('siteId')}, batch.month, ${param('slot')}::smallint, batch.account_id, batch.events
    from unnest(
      ${param('accountIds')}::bigint[], ${param('months')}::date[],
      ${param('epochs')}::integer[], ${param('events')}::bigint[]
    ) as batch (account_id, month, epoch, events)
    join usage u on u.account_id = batch.account_id and u.month = batch.month and u.epoch = batch.epoch
    order by batch.month
    on conflict (site_id, month, slot) do update set events = site_months.events + excluded.events`,
);

/** At most one statement that counts recorded events in their months, and the number of rows it writes if all are valid. */
export type MonthCount = { readonly queries: readonly PreparedQuery[]; readonly rows: number };

/** Counts events in the months in which their room was reserved. */
export function countInMonths({ siteId, slot, reservations = [] }: Batch): MonthCount {
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
  return { queries: counted.length > 0 ? [ADD_TO_MONTHS(columns)] : [], rows: counted.length };
}
