import { type Kysely, sql } from 'kysely';
import type { ChannelDeliveries, Delivery, Message } from '../domain/channel.ts';
import { formatInstant } from '../domain/time.ts';
import type { Database } from '../database/database.ts';
import { execute, read, readAccess } from '../database/query.ts';
import { epochMs, sqlInstant, timestamptz } from '../database/sql-time.ts';
import { type Param, statement } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';

const INSERT_OF_ALERTS = statement(
  'insert_deliveries_of_alerts',
  (_, param: Param<{ alertIds: readonly number[]; now: string }>) => sql`
    insert into deliveries (account_id, channel_id, type, alert_id, made_at, state, attempts, next_at)
    select a.account_id, c.id, 'alert', a.id, ${timestamptz(param('now'))}, 'pending', 0, ${timestamptz(param('now'))}
    from alerts as a
    join channels as c on c.account_id = a.account_id
    where a.id = any(${param('alertIds')}::bigint[])
      and c.is_enabled and c.confirmed_at is not null and a.kind = any(c.alert_kinds)
      and (a.alert_site_id is null or c.alert_site_ids is null or a.alert_site_id = any(c.alert_site_ids))
    on conflict do nothing`,
);

/** Writes what is to be sent of alerts, in the transaction that raises them: to each channel that wants them. */
export async function insertDeliveriesOfAlerts(
  tx: Kysely<Tables>,
  alertIds: readonly number[],
  nowMs: number,
): Promise<void> {
  if (alertIds.length === 0) return;
  await execute(tx, INSERT_OF_ALERTS({ alertIds, now: formatInstant(nowMs) }));
}

type NewDelivery = {
  readonly accountId: number;
  readonly channelId: number;
  readonly type: Message['type'];
  readonly digestIssueId?: number;
  readonly madeAtMs: number;
  /** How many attempts were begun: 1 for what is tried at once. */
  readonly attempts: 0 | 1;
  readonly nextAtMs: number | null;
};

export async function insertDelivery(tx: Kysely<Tables>, made: NewDelivery): Promise<number> {
  const row = await tx
    .insertInto('deliveries')
    .values({
      account_id: made.accountId,
      channel_id: made.channelId,
      type: made.type,
      digest_issue_id: made.digestIssueId ?? null,
      made_at: sqlInstant(made.madeAtMs),
      state: 'pending',
      attempts: made.attempts,
      next_at: made.nextAtMs === null ? null : sqlInstant(made.nextAtMs),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** A message that is due. */
export type DueDelivery = {
  readonly id: number;
  readonly channelId: number;
  readonly type: Message['type'];
  readonly alertId: number | null;
  readonly digestIssueId: number | null;
  readonly madeAtMs: number;
  readonly attempts: number;
  /** Whether the last attempt of its channel failed. */
  readonly isFailing: boolean;
};

/** The channels where something waits are found one after the other by the index, however many messages each has. */
const LIST_DUE = statement(
  'list_due_deliveries',
  (_, param: Param<{ now: string; busy: readonly number[]; limit: number }>) => sql<DueDelivery>`
    with recursive waiting as (
      (select channel_id from deliveries where next_at is not null order by channel_id limit 1)
      union all
      select (
        select d.channel_id from deliveries as d
        where d.next_at is not null and d.channel_id > w.channel_id order by d.channel_id limit 1
      )
      from waiting as w where w.channel_id is not null
    )
    select d.id, w.channel_id as "channelId", d.type, d.alert_id as "alertId", d.digest_issue_id as "digestIssueId",
           ${epochMs(sql.ref('d.made_at'))} as "madeAtMs", d.attempts, c.failing_since is not null as "isFailing"
    from waiting as w
    cross join lateral (
      select * from deliveries
      where channel_id = w.channel_id and next_at <= ${timestamptz(param('now'))} order by next_at limit 1
    ) as d
    left join lateral (select failing_since from channels where id = w.channel_id offset 0) as c on true
    where w.channel_id <> all(${param('busy')}::bigint[])
    order by "isFailing", d.next_at limit ${param('limit')}::integer`,
);

/**
 * The first message that is due of each channel but those that are busy, at most so many: first of channels whose last
 * attempt went well.
 */
export async function listDueDeliveries(
  db: Database,
  nowMs: number,
  { busy, limit }: { readonly busy: readonly number[]; readonly limit: number },
): Promise<readonly DueDelivery[]> {
  return readAccess(db, LIST_DUE({ now: formatInstant(nowMs), busy, limit }));
}

const IS_ANYTHING_DUE = statement(
  'is_anything_due',
  (_, param: Param<{ now: string }>) => sql<{ isDue: boolean }>`
    select least((select min(next_at) from deliveries), (select min(next_at) from digests))
      <= ${timestamptz(param('now'))} as "isDue"`,
);

/** Whether a message is to be sent, or a digest made. */
export async function isAnythingDue(db: Database, nowMs: number): Promise<boolean> {
  const [found] = await read(db, IS_ANYTHING_DUE({ now: formatInstant(nowMs) }));
  return found?.isDue === true;
}

/** What an attempt came to. */
export type Attempt = Omit<Delivery, 'attempts'>;

/**
 * Begins an attempt: it counts, and until an instant nobody else makes one. False if somebody has begun it, or the message
 * is no longer to be sent.
 */
export async function beginAttempt(
  db: Kysely<Tables>,
  { id, attempts }: Pick<DueDelivery, 'id' | 'attempts'>,
  { atMs, untilMs }: { readonly atMs: number; readonly untilMs: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('deliveries')
    .set({ attempts: attempts + 1, attempted_at: sqlInstant(atMs), next_at: sqlInstant(untilMs) })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('next_at', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Notes what came of an attempt, the number of which is given, unless another was begun meanwhile. */
export async function endAttempt(
  db: Kysely<Tables>,
  { id, attempts }: Pick<DueDelivery, 'id' | 'attempts'>,
  { state, atMs, reason, nextAtMs }: Attempt,
): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({
      ...{ state, reason, attempted_at: sqlInstant(atMs) },
      next_at: nextAtMs === null ? null : sqlInstant(nextAtMs),
    })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .execute();
}

/** Gives up all that is still to be sent to a channel. */
export async function giveUpDeliveries(db: Kysely<Tables>, channelId: number, reason: string): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ state: 'given-up', next_at: null, reason })
    .where('channel_id', '=', channelId)
    .where('next_at', 'is not', null)
    .execute();
}

/** Sends again, from the first attempt on, what was given up. Returns how many messages that are. */
export async function retryDeliveries(db: Kysely<Tables>, channelId: number, nowMs: number): Promise<number> {
  const rows = await db
    .updateTable('deliveries')
    .set({ state: 'pending', attempts: 0, next_at: sqlInstant(nowMs) })
    .where('channel_id', '=', channelId)
    .where('state', '=', 'given-up')
    .returning('id')
    .execute();
  return rows.length;
}

type CountedRow = Omit<ChannelDeliveries, 'last'> & Delivery;

const COUNT_DELIVERIES = statement(
  'count_deliveries',
  (_, param: Param<{ channelIds: readonly number[] }>) => sql<CountedRow>`
    select counted.*, last.*
    from (
      select channel_id as "channelId", count(next_at) as pending, count(*) filter (where state = 'given-up') as "givenUp"
      from deliveries where channel_id = any(${param('channelIds')}::bigint[]) group by channel_id
    ) as counted
    cross join lateral (
      select ${epochMs(sql`coalesce(attempted_at, made_at)`)} as "atMs", state, attempts, reason,
             ${epochMs(sql.ref('next_at'))} as "nextAtMs"
      from deliveries where channel_id = "channelId"
      order by attempted_at desc nulls last, id desc limit 1
    ) as last`,
);

/** How the messages of channels went; a channel without messages is left out. */
export async function countDeliveries(
  db: Database,
  channelIds: readonly number[],
): Promise<readonly ChannelDeliveries[]> {
  const rows = await readAccess(db, COUNT_DELIVERIES({ channelIds }));
  return rows.map(({ channelId, pending, givenUp, ...last }) => ({
    ...{ channelId, pending, givenUp },
    last,
  }));
}

const COUNT_BY_HAND = statement(
  'count_deliveries_by_hand',
  (_, param: Param<{ accountId: number; since: string; type: Message['type'] | null }>) => sql<{
    made: number;
  }>`
    select count(*) as made from deliveries
    where account_id = ${param('accountId')}::bigint and made_at >= ${timestamptz(param('since'))} and alert_id is null
      and (${param('type')}::text is null or type = ${param('type')}::text)`,
);

/** How many messages of an account were made since an instant that are of no alert: tests, confirmations and digests, or of one type. */
export async function countDeliveriesByHand(
  db: Kysely<Tables>,
  accountId: number,
  sinceMs: number,
  type: Message['type'] | null = null,
): Promise<number> {
  const { rows } = await execute(db, COUNT_BY_HAND({ accountId, since: formatInstant(sinceMs), type }));
  return rows[0]?.made ?? 0;
}

/** Deletes some deliveries that were made before an instant. Returns how many. */
export async function deleteOldDeliveries(db: Database, beforeMs: number, limit: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    delete from deliveries where id in (
      select id from deliveries where made_at < ${sqlInstant(beforeMs)} order by made_at limit ${limit}
    ) returning id`.execute(db);
  return rows.length;
}
