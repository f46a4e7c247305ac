import { type RawBuilder, type Transaction, sql } from 'kysely';
import type { NewEvent } from '../domain/event.ts';
import { HOUR_MS, formatDate, startOfHour } from '../domain/time.ts';
import type { Database } from './database.ts';
import { instantText } from './sql-time.ts';
import type { Tables } from './tables.ts';
import { inTransaction } from './transaction.ts';

export type Batch = {
  readonly siteId: string;
  /** The rollup row of each key that this process adds to, 0 to 7. */
  readonly slot: number;
  readonly events: readonly NewEvent[];
};

/**
 * Stores events and adds them to both rollups in one transaction, so that a reader sees all of it or nothing.
 * Rollup rows are written in the order of their keys, days before hours: writers that meet then wait, never deadlock.
 */
export async function recordEvents(db: Database, batch: Batch): Promise<void> {
  if (batch.events.length === 0) return;
  await inTransaction(db, async (tx) => {
    await insertEvents(tx, batch);
    await addToDays(tx, batch);
    await addToHours(tx, batch);
  });
}

async function insertEvents(tx: Transaction<Tables>, { siteId, events }: Batch): Promise<void> {
  await sql`
    insert into events (site_id, created_at, type, page_path, country,
                        bot_name, bot_company, source, event_name, event_value)
    select ${siteId}, * from unnest(
      ${array(events, (event) => instantText(event.createdAtMs), 'timestamptz')},
      ${array(events, (event) => event.type, 'text')},
      ${array(events, (event) => event.pagePath, 'text')},
      ${array(events, (event) => event.country, 'text')},
      ${array(events, (event) => (event.type === 'bot' ? event.botName : null), 'text')},
      ${array(events, (event) => (event.type === 'bot' ? event.botCompany : null), 'text')},
      ${array(events, (event) => (event.type === 'referral' ? event.source : null), 'text')},
      ${array(events, (event) => (event.type === 'conversion' ? event.eventName : null), 'text')},
      ${array(events, valueOf, 'numeric')}
    )`.execute(tx);
}

/** The values are added by the database, which knows decimals; days are cut here, in UTC. */
async function addToDays(tx: Transaction<Tables>, { siteId, slot, events }: Batch): Promise<void> {
  await sql`
    insert into site_days (site_id, day, type, name, company, slot, count, value)
    select ${siteId}, day, type, name, company, ${slot}::smallint, count(*), coalesce(sum(value), 0)
    from unnest(
      ${array(events, (event) => formatDate(event.createdAtMs), 'date')},
      ${array(events, (event) => event.type, 'text')},
      ${array(events, nameOf, 'text')},
      ${array(events, (event) => (event.type === 'bot' ? event.botCompany : ''), 'text')},
      ${array(events, valueOf, 'numeric')}
    ) as batch (day, type, name, company, value)
    group by day, type, name, company
    order by day, type collate "C", name collate "C", company collate "C"
    on conflict (site_id, day, type, name, company, slot)
    do update set count = site_days.count + excluded.count, value = site_days.value + excluded.value`.execute(
    tx,
  );
}

async function addToHours(tx: Transaction<Tables>, { siteId, slot, events }: Batch): Promise<void> {
  const hours = countByHour(events);
  await sql`
    insert into site_hours (site_id, hour, slot, bot_visits, referrals, conversions)
    select ${siteId}, hour, ${slot}::smallint, bot_visits, referrals, conversions
    from unnest(
      ${array(hours, ([hour]) => instantText(hour * HOUR_MS), 'timestamptz')},
      ${array(hours, ([, counts]) => counts.bot, 'bigint')},
      ${array(hours, ([, counts]) => counts.referral, 'bigint')},
      ${array(hours, ([, counts]) => counts.conversion, 'bigint')}
    ) as batch (hour, bot_visits, referrals, conversions)
    order by hour
    on conflict (site_id, hour, slot)
    do update set bot_visits = site_hours.bot_visits + excluded.bot_visits,
                  referrals = site_hours.referrals + excluded.referrals,
                  conversions = site_hours.conversions + excluded.conversions`.execute(tx);
}

type HourCounts = Record<NewEvent['type'], number>;

function countByHour(events: readonly NewEvent[]): readonly (readonly [hour: number, counts: HourCounts])[] {
  const hours = new Map<number, HourCounts>();
  for (const event of events) {
    const hour = startOfHour(event.createdAtMs) / HOUR_MS;
    const counts = hours.get(hour) ?? { bot: 0, referral: 0, conversion: 0 };
    counts[event.type]++;
    hours.set(hour, counts);
  }
  return [...hours];
}

function nameOf(event: NewEvent): string {
  switch (event.type) {
    case 'bot':
      return event.botName;
    case 'referral':
      return event.source;
    case 'conversion':
      return event.eventName;
  }
}

function valueOf(event: NewEvent): number | null {
  return event.type === 'conversion' ? event.eventValue : null;
}

/** One value of each row as a typed array parameter. */
function array<Row>(
  rows: readonly Row[],
  value: (row: Row) => string | number | null,
  type: 'timestamptz' | 'date' | 'text' | 'numeric' | 'bigint',
): RawBuilder<unknown> {
  return sql`${rows.map(value)}::${sql.raw(type)}[]`;
}
