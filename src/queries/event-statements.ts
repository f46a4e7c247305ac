import { sql } from 'kysely';
import type { EventType, NewEvent } from '../domain/event.ts';
import { GRANULARITIES, type Granularity, START_OF_BUCKET } from '../domain/granularity.ts';
import type { Proof } from '../domain/signature.ts';
import { formatInstant } from '../domain/time.ts';
import type { Verdict } from '../domain/verdict.ts';
import type { Tables } from '../database/tables.ts';
import { type Param, type PreparedQuery, statement } from '../database/statement.ts';
import { prepareDays, valueOf } from './day-statements.ts';
import type { LandingRows } from './landing-statements.ts';
import type { ReservedUsage } from './usage.ts';

export type EventBatch = {
  readonly siteId: string;
  /** The rollup row of each key that this process adds to, 0 to 7. */
  readonly slot: number;
  readonly events: readonly NewEvent[];
  /** The result of `prepareEvents` for these events, if it was called before. */
  readonly prepared?: PreparedEvents | undefined;
  /** The room that the events use, in one account. Events without any count in no month. */
  readonly reservations?: readonly ReservedUsage[];
  /** When the events are recorded; without it, none may have the digest of a request. */
  readonly nowMs?: number | undefined;
  /** The landings among the events, by which conversions find their products. */
  readonly landings?: LandingRows | undefined;
};

/** The statements that store a batch, with their values. The first inserts the events. */
export type PreparedEvents = readonly PreparedQuery[];

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
  readonly statuses: readonly (number | null)[];
  readonly bytes: readonly (number | null)[];
  readonly verdicts: readonly (string | null)[];
  readonly signatures: readonly (string | null)[];
  readonly signers: readonly (string | null)[];
  readonly sentBys: readonly (string | null)[];
};

const INSERT_EVENTS = statement(
  'insert_events',
  (_, param: Param<EventColumns>) => sql`
    insert into events (site_id, created_at, type, page_path, country,
                        bot_name, bot_company, source, event_name, event_value, status, bytes, verdict,
                        signature, signer, sent_by)
    select site_id, batch.* from placed_sites cross join unnest(
      ${param('createdAts')}::timestamptz[], ${param('types')}::text[], ${param('pagePaths')}::text[],
      ${param('countries')}::text[], ${param('botNames')}::text[], ${param('botCompanies')}::text[],
      ${param('sources')}::text[], ${param('eventNames')}::text[], ${param('values')}::numeric[],
      ${param('statuses')}::smallint[], ${param('bytes')}::bigint[], ${param('verdicts')}::text[],
      ${param('signatures')}::text[], ${param('signers')}::text[], ${param('sentBys')}::text[]
    ) as batch
    where site_id = ${param('siteId')}`,
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
    select site_id, granularity, starts_at, ${param('slot')}::smallint, bot_visits, referrals, conversions
    from placed_sites cross join unnest(
      ${param('granularities')}::text[], ${param('startsAts')}::timestamptz[], ${param('botVisits')}::bigint[],
      ${param('referrals')}::bigint[], ${param('conversions')}::bigint[]
    ) as batch (granularity, starts_at, bot_visits, referrals, conversions)
    where site_id = ${param('siteId')}
    order by granularity collate "C", starts_at
    on conflict (site_id, granularity, starts_at, slot)
    do update set bot_visits = site_buckets.bot_visits + excluded.bot_visits,
                  referrals = site_buckets.referrals + excluded.referrals,
                  conversions = site_buckets.conversions + excluded.conversions`,
);

/** Does the application's share of storing a batch, so that it can overlap with the database's share of another. */
export function prepareEvents(batch: EventBatch): PreparedEvents {
  return [INSERT_EVENTS(eventColumns(batch)), ...prepareDays(batch), ADD_TO_BUCKETS(bucketColumns(batch))];
}

function eventColumns({ siteId, events }: EventBatch): EventColumns {
  return {
    siteId,
    createdAts: events.map((event) => formatInstant(event.createdAtMs)),
    types: events.map((event) => event.type),
    pagePaths: events.map((event) => event.pagePath),
    countries: events.map((event) => event.country),
    botNames: columnOf(events, (event) => (event.type === 'bot' ? event.botName : null)),
    botCompanies: columnOf(events, (event) => (event.type === 'bot' ? event.botCompany : null)),
    sources: columnOf(events, (event) => (event.type === 'referral' ? event.source : null)),
    eventNames: columnOf(events, (event) => (event.type === 'conversion' ? event.eventName : null)),
    values: columnOf(events, valueOf),
    statuses: columnOf(events, (event) => (event.type === 'conversion' ? null : event.status)),
    bytes: columnOf(events, (event) => (event.type === 'bot' ? event.bytes : null)),
    verdicts: columnOf(events, (event) =>
      event.type === 'bot' ? (STORED_VERDICTS[event.verdict] ?? null) : null,
    ),
    signatures: columnOf(events, signatureOf),
    signers: columnOf(events, (event) => proofOf(event)?.signer ?? null),
    sentBys: columnOf(events, (event) => (event.type === 'conversion' ? (event.sentBy ?? null) : null)),
  };
}

/** A visit that is signed is told by its signature alone: a release before signatures knows no such verdict. */
const STORED_VERDICTS: Readonly<Partial<Record<Verdict, Tables['events']['verdict']>>> = {
  verified: 'verified',
  outside: 'outside',
  'no-list': 'no-list',
};

function signatureOf(event: NewEvent): Tables['events']['signature'] {
  if (event.type === 'bot' && event.verdict === 'signed') return 'signed';
  return proofOf(event)?.state ?? null;
}

/** Hardly any event has one: to ask for the key is quicker than to read a value that is missing. */
function proofOf(event: NewEvent): Proof | undefined {
  return 'proof' in event ? event.proof : undefined;
}

/** Empty if all values are null: `unnest` fills shorter columns up with nulls. */
function columnOf<Value>(
  events: readonly NewEvent[],
  valueIn: (event: NewEvent) => Value | null,
): readonly (Value | null)[] {
  const values = events.map(valueIn);
  return values.every((value) => value === null) ? [] : values;
}

function bucketColumns({ siteId, slot, events }: EventBatch): BucketColumns {
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
