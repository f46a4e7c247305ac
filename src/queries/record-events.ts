import { sql } from 'kysely';
import type { EventType, NewEvent } from '../domain/event.ts';
import { GRANULARITIES, type Granularity, START_OF_BUCKET } from '../domain/granularity.ts';
import { formatDate, formatInstant } from '../domain/time.ts';
import type { Database } from './database.ts';
import { type LogStep, moveLog } from './log-positions.ts';
import { shareSite } from './site-lock.ts';
import { type Param, statement } from './statement.ts';
import { inTransaction } from './transaction.ts';

export type Batch = {
  readonly siteId: string;
  /** The rollup row of each key that this process adds to, 0 to 7. */
  readonly slot: number;
  readonly events: readonly NewEvent[];
};

type EventColumns = {
  readonly siteId: string;
  readonly createdAts: readonly string[];
  readonly types: readonly string[];
  readonly pagePaths: readonly string[];
  readonly countries: readonly string[];
  readonly botNames: readonly (string | null)[];
  readonly botCompanies: readonly (string | null)[];
  readonly sources: readonly (string | null)[];
  readonly eventNames: readonly (string | null)[];
  readonly values: readonly (number | null)[];
};

const INSERT_EVENTS = statement(
  'insert_events',
  (_, param: Param<EventColumns>) => sql`
    insert into events (site_id, created_at, type, page_path, country,
                        bot_name, bot_company, source, event_name, event_value)
    select ${param('siteId')}, * from unnest(
      ${param('createdAts')}::timestamptz[], ${param('types')}::text[], ${param('pagePaths')}::text[],
      ${param('countries')}::text[], ${param('botNames')}::text[], ${param('botCompanies')}::text[],
      ${param('sources')}::text[], ${param('eventNames')}::text[], ${param('values')}::numeric[]
    )
    where exists (select 1 from sites where id = ${param('siteId')})`,
);

type DayColumns = {
  readonly siteId: string;
  readonly slot: number;
  readonly days: readonly string[];
  readonly types: readonly string[];
  readonly names: readonly string[];
  readonly companies: readonly string[];
  readonly values: readonly (number | null)[];
};

/** The values are added by the database, which knows decimals; days are cut by the application, in UTC. */
const ADD_TO_DAYS = statement(
  'add_to_days',
  (_, param: Param<DayColumns>) => sql`
    insert into site_days (site_id, day, type, name, company, slot, count, value)
    select ${param('siteId')}, day, type, name, company, ${param('slot')}::smallint,
           count(*), coalesce(sum(value), 0)
    from unnest(
      ${param('days')}::date[], ${param('types')}::text[], ${param('names')}::text[],
      ${param('companies')}::text[], ${param('values')}::numeric[]
    ) as batch (day, type, name, company, value)
    group by day, type, name, company
    order by day, type collate "C", name collate "C", company collate "C"
    on conflict (site_id, day, type, name, company, slot)
    do update set count = site_days.count + excluded.count, value = site_days.value + excluded.value`,
);

type BucketColumns = {
  readonly siteId: string;
  readonly slot: number;
  readonly granularities: readonly Granularity[];
  readonly startsAts: readonly string[];
  readonly botVisits: readonly number[];
  readonly referrals: readonly number[];
  readonly conversions: readonly number[];
};

const ADD_TO_BUCKETS = statement(
  'add_to_buckets',
  (_, param: Param<BucketColumns>) => sql`
    insert into site_buckets (site_id, granularity, starts_at, slot, bot_visits, referrals, conversions)
    select ${param('siteId')}, granularity, starts_at, ${param('slot')}::smallint,
           bot_visits, referrals, conversions
    from unnest(
      ${param('granularities')}::text[], ${param('startsAts')}::timestamptz[], ${param('botVisits')}::bigint[],
      ${param('referrals')}::bigint[], ${param('conversions')}::bigint[]
    ) as batch (granularity, starts_at, bot_visits, referrals, conversions)
    order by granularity collate "C", starts_at
    on conflict (site_id, granularity, starts_at, slot)
    do update set bot_visits = site_buckets.bot_visits + excluded.bot_visits,
                  referrals = site_buckets.referrals + excluded.referrals,
                  conversions = site_buckets.conversions + excluded.conversions`,
);

/** The site was deleted while events of it were on their way. */
export class SiteGone extends Error {
  override readonly name = 'SiteGone';

  constructor() {
    super('the site was deleted');
  }
}

/**
 * Stores events and adds them to both rollups in one transaction, so that a reader sees all of it or nothing. With a
 * step, the position of the log that they come from moves along. Throws SiteGone, LogMoved; nothing is stored then.
 */
export async function recordEvents(db: Database, batch: Batch, step?: LogStep): Promise<void> {
  if (batch.events.length === 0 && step === undefined) return;
  await inTransaction(db, async (tx) => {
    await shareSite(tx, batch.siteId);
    if (step !== undefined) await moveLog(tx, step);
    await addEvents(tx, batch);
  });
}

/**
 * The events' part of a transaction that shares the site (`shareSite`). Rollup rows are written in the order of their
 * keys, days before buckets: writers that meet then wait, never deadlock.
 */
export async function addEvents(tx: Database, batch: Batch): Promise<void> {
  if (batch.events.length === 0) return;
  const { numAffectedRows } = await tx.executeQuery(INSERT_EVENTS(eventColumns(batch)));
  if (numAffectedRows !== BigInt(batch.events.length)) throw new SiteGone();
  await tx.executeQuery(ADD_TO_DAYS(dayColumns(batch)));
  await tx.executeQuery(ADD_TO_BUCKETS(bucketColumns(batch)));
}

function eventColumns({ siteId, events }: Batch): EventColumns {
  return {
    siteId,
    createdAts: events.map((event) => formatInstant(event.createdAtMs)),
    types: events.map((event) => event.type),
    pagePaths: events.map((event) => event.pagePath),
    countries: events.map((event) => event.country),
    botNames: events.map((event) => (event.type === 'bot' ? event.botName : null)),
    botCompanies: events.map((event) => (event.type === 'bot' ? event.botCompany : null)),
    sources: events.map((event) => (event.type === 'referral' ? event.source : null)),
    eventNames: events.map((event) => (event.type === 'conversion' ? event.eventName : null)),
    values: events.map(valueOf),
  };
}

function dayColumns({ siteId, slot, events }: Batch): DayColumns {
  return {
    siteId,
    slot,
    days: events.map((event) => formatDate(event.createdAtMs)),
    types: events.map((event) => event.type),
    names: events.map(nameOf),
    companies: events.map((event) => (event.type === 'bot' ? event.botCompany : '')),
    values: events.map(valueOf),
  };
}

function bucketColumns({ siteId, slot, events }: Batch): BucketColumns {
  const buckets = GRANULARITIES.flatMap((granularity) => countByBucket(events, granularity));
  return {
    siteId,
    slot,
    granularities: buckets.map(({ granularity }) => granularity),
    startsAts: buckets.map(({ startMs }) => formatInstant(startMs)),
    botVisits: buckets.map(({ bot }) => bot),
    referrals: buckets.map(({ referral }) => referral),
    conversions: buckets.map(({ conversion }) => conversion),
  };
}

type BucketCounts = Record<EventType, number> & {
  readonly granularity: Granularity;
  readonly startMs: number;
};

function countByBucket(events: readonly NewEvent[], granularity: Granularity): readonly BucketCounts[] {
  const buckets = new Map<number, BucketCounts>();
  for (const event of events) {
    const startMs = START_OF_BUCKET[granularity](event.createdAtMs);
    const counts = buckets.get(startMs) ?? { granularity, startMs, bot: 0, referral: 0, conversion: 0 };
    counts[event.type]++;
    buckets.set(startMs, counts);
  }
  return [...buckets.values()];
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
