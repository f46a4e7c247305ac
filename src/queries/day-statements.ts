import { sql } from 'kysely';
import { FAILED_FROM, type NewBotVisit, type NewEvent } from '../domain/event.ts';
import { formatDate, startOfDay } from '../domain/time.ts';
import { type Param, type PreparedQuery, statement } from '../database/statement.ts';

/** Events of a site, and the rows of the rollups to which they are added. */
type DayBatch = { readonly siteId: string; readonly slot: number; readonly events: readonly NewEvent[] };

type Key = { readonly siteId: string; readonly slot: number; readonly days: readonly string[] };

type NameColumns = Key & {
  readonly types: readonly string[];
  readonly names: readonly string[];
  readonly companies: readonly string[];
  readonly counts: readonly number[];
  readonly values: readonly (number | null)[];
  readonly bytes: readonly number[];
  readonly sized: readonly number[];
  readonly failed: readonly number[];
  readonly verified: readonly number[];
  readonly outside: readonly number[];
  readonly noList: readonly number[];
};

/** The values are added by the database, which knows decimals; days are cut by the application, in UTC. */
const ADD_TO_DAYS = statement(
  'add_to_days',
  (_, param: Param<NameColumns>) => sql`
    insert into site_days (site_id, day, type, name, company, slot, count, value,
                           bytes, sized, failed, verified, outside, no_list)
    select ${param('siteId')}, day, type, name, company, ${param('slot')}::smallint, sum(count), coalesce(sum(value), 0),
           sum(bytes), sum(sized), sum(failed), sum(verified), sum(outside), sum(no_list)
    from unnest(
      ${param('days')}::date[], ${param('types')}::text[], ${param('names')}::text[], ${param('companies')}::text[],
      ${param('counts')}::bigint[], ${param('values')}::numeric[], ${param('bytes')}::bigint[],
      ${param('sized')}::bigint[], ${param('failed')}::bigint[], ${param('verified')}::bigint[],
      ${param('outside')}::bigint[], ${param('noList')}::bigint[]
    ) as batch (day, type, name, company, count, value, bytes, sized, failed, verified, outside, no_list)
    group by day, type, name, company
    order by day, type collate "C", name collate "C", company collate "C"
    on conflict (site_id, day, type, name, company, slot)
    do update set count = site_days.count + excluded.count, value = site_days.value + excluded.value,
                  bytes = site_days.bytes + excluded.bytes, sized = site_days.sized + excluded.sized,
                  failed = site_days.failed + excluded.failed, verified = site_days.verified + excluded.verified,
                  outside = site_days.outside + excluded.outside, no_list = site_days.no_list + excluded.no_list`,
);

type StatusColumns = Key & {
  readonly names: readonly string[];
  readonly companies: readonly string[];
  readonly statuses: readonly number[];
  readonly counts: readonly number[];
};

const ADD_TO_STATUSES = statement(
  'add_to_statuses',
  (_, param: Param<StatusColumns>) => sql`
    insert into site_statuses (site_id, day, name, company, status, slot, count)
    select ${param('siteId')}, day, name, company, status, ${param('slot')}::smallint, count
    from unnest(
      ${param('days')}::date[], ${param('names')}::text[], ${param('companies')}::text[],
      ${param('statuses')}::smallint[], ${param('counts')}::bigint[]
    ) as batch (day, name, company, status, count)
    order by day, name collate "C", company collate "C", status
    on conflict (site_id, day, name, company, status, slot)
    do update set count = site_statuses.count + excluded.count`,
);

type CountryColumns = Key & {
  readonly countries: readonly string[];
  readonly botVisits: readonly number[];
  readonly referrals: readonly number[];
  readonly conversions: readonly number[];
};

const ADD_TO_COUNTRIES = statement(
  'add_to_countries',
  (_, param: Param<CountryColumns>) => sql`
    insert into site_countries (site_id, day, country, slot, bot_visits, referrals, conversions)
    select ${param('siteId')}, day, country, ${param('slot')}::smallint, bot_visits, referrals, conversions
    from unnest(
      ${param('days')}::date[], ${param('countries')}::text[], ${param('botVisits')}::bigint[],
      ${param('referrals')}::bigint[], ${param('conversions')}::bigint[]
    ) as batch (day, country, bot_visits, referrals, conversions)
    order by day, country collate "C"
    on conflict (site_id, day, country, slot)
    do update set bot_visits = site_countries.bot_visits + excluded.bot_visits,
                  referrals = site_countries.referrals + excluded.referrals,
                  conversions = site_countries.conversions + excluded.conversions`,
);

/** The statements that add events to the rollups by day: by name, by status and by country. */
export function prepareDays(batch: DayBatch): readonly PreparedQuery[] {
  const statuses = statusColumns(batch);
  return [
    ADD_TO_DAYS(nameColumns(batch)),
    // bots of old logs, and everything that is no bot, tell none
    ...(statuses.days.length > 0 ? [ADD_TO_STATUSES(statuses)] : []),
    ADD_TO_COUNTRIES(countryColumns(batch)),
  ];
}

function nameColumns({ siteId, slot, events }: DayBatch): NameColumns {
  const sums = [...sumByName(events)];
  return {
    siteId,
    slot,
    days: sums.map(({ event }) => formatDate(event.createdAtMs)),
    types: sums.map(({ event }) => event.type),
    names: sums.map(({ event }) => nameOf(event)),
    companies: sums.map(({ event }) => (event.type === 'bot' ? event.botCompany : '')),
    counts: sums.map(({ count }) => count),
    values: sums.map(({ event }) => valueOf(event)),
    bytes: sums.map(({ bytes }) => bytes),
    sized: sums.map(({ sized }) => sized),
    failed: sums.map(({ failed }) => failed),
    verified: sums.map(({ verified }) => verified),
    outside: sums.map(({ outside }) => outside),
    noList: sums.map((sum) => sum['no-list']),
  };
}

type Sum = { readonly event: NewEvent; count: number } & VisitSums;
type VisitSums = Record<'bytes' | 'sized' | 'failed' | NewBotVisit['verdict'], number>;

/** Sums events of the same day, type and name; an event with a value stays by itself. */
function sumByName(events: readonly NewEvent[]): Iterable<Sum> {
  const sums = new Map<string | NewEvent, Sum>();
  for (const event of events) {
    const key = valueOf(event) === null ? nameKeyOf(event) : event;
    const sum = sums.get(key) ?? { event, count: 0, ...noSums() };
    sum.count++;
    if (event.type === 'bot') addBotVisit(sum, event);
    sums.set(key, sum);
  }
  return sums.values();
}

function noSums(): VisitSums {
  return { bytes: 0, sized: 0, failed: 0, verified: 0, outside: 0, 'no-list': 0, unknown: 0 };
}

function addBotVisit(sums: VisitSums, { status, bytes, verdict }: NewBotVisit): void {
  if (bytes !== null) {
    sums.bytes += bytes;
    sums.sized++;
  }
  if (status !== null && status >= FAILED_FROM) sums.failed++;
  sums[verdict]++;
}

function statusColumns({ siteId, slot, events }: DayBatch): StatusColumns {
  const counts = new Map<string, { readonly event: NewBotVisit; readonly status: number; count: number }>();
  for (const event of events) {
    if (event.type !== 'bot' || event.status === null) continue;
    const key = `${event.status}\0${nameKeyOf(event)}`;
    const counted = counts.get(key);
    if (counted) counted.count++;
    else counts.set(key, { event, status: event.status, count: 1 });
  }
  const rows = [...counts.values()];
  return {
    siteId,
    slot,
    days: rows.map(({ event }) => formatDate(event.createdAtMs)),
    names: rows.map(({ event }) => event.botName),
    companies: rows.map(({ event }) => event.botCompany),
    statuses: rows.map(({ status }) => status),
    counts: rows.map(({ count }) => count),
  };
}

function countryColumns({ siteId, slot, events }: DayBatch): CountryColumns {
  const counts = new Map<
    string,
    { readonly event: NewEvent; bot: number; referral: number; conversion: number }
  >();
  for (const event of events) {
    const key = `${startOfDay(event.createdAtMs)} ${event.country}`;
    const counted = counts.get(key) ?? { event, bot: 0, referral: 0, conversion: 0 };
    counted[event.type]++;
    counts.set(key, counted);
  }
  const rows = [...counts.values()];
  return {
    siteId,
    slot,
    days: rows.map(({ event }) => formatDate(event.createdAtMs)),
    countries: rows.map(({ event }) => event.country),
    botVisits: rows.map(({ bot }) => bot),
    referrals: rows.map(({ referral }) => referral),
    conversions: rows.map(({ conversion }) => conversion),
  };
}

function nameKeyOf(event: NewEvent): string {
  const company = event.type === 'bot' ? event.botCompany : '';
  return `${startOfDay(event.createdAtMs)}\0${event.type}\0${nameOf(event)}\0${company}`;
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

/** Of a conversion; null for other events. */
export function valueOf(event: NewEvent): number | null {
  return event.type === 'conversion' ? event.eventValue : null;
}
