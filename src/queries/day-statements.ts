import { sql } from 'kysely';
import { type EventType, FAILED_FROM, type NewBotVisit, type NewEvent } from '../domain/event.ts';
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
  readonly signed: readonly number[];
  readonly verified: readonly number[];
  readonly outside: readonly number[];
  readonly noList: readonly number[];
};

/** The values are added by the database, which knows decimals; days are cut by the application, in UTC. */
const ADD_TO_DAYS = statement(
  'add_to_days',
  (_, param: Param<NameColumns>) => sql`
    insert into site_days (site_id, day, type, name, company, slot, count, value,
                           bytes, sized, failed, signed, verified, outside, no_list)
    select site_id, day, type, name, company, ${param('slot')}::smallint, sum(count), coalesce(sum(value), 0),
           sum(bytes), sum(sized), sum(failed), sum(signed), sum(verified), sum(outside), sum(no_list)
    from placed_sites cross join unnest(
      ${param('days')}::date[], ${param('types')}::text[], ${param('names')}::text[], ${param('companies')}::text[],
      ${param('counts')}::bigint[], ${param('values')}::numeric[], ${param('bytes')}::bigint[],
      ${param('sized')}::bigint[], ${param('failed')}::bigint[], ${param('signed')}::bigint[],
      ${param('verified')}::bigint[], ${param('outside')}::bigint[], ${param('noList')}::bigint[]
    ) as batch (day, type, name, company, count, value, bytes, sized, failed, signed, verified, outside, no_list)
    where site_id = ${param('siteId')}
    group by site_id, day, type, name, company
    order by day, type collate "C", name collate "C", company collate "C"
    on conflict (site_id, day, type, name, company, slot)
    do update set count = site_days.count + excluded.count, value = site_days.value + excluded.value,
                  bytes = site_days.bytes + excluded.bytes, sized = site_days.sized + excluded.sized,
                  failed = site_days.failed + excluded.failed, signed = site_days.signed + excluded.signed,
                  verified = site_days.verified + excluded.verified,
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
    select site_id, day, name, company, status, ${param('slot')}::smallint, sum(count)
    from placed_sites cross join unnest(
      ${param('days')}::date[], ${param('names')}::text[], ${param('companies')}::text[],
      ${param('statuses')}::smallint[], ${param('counts')}::bigint[]
    ) as batch (day, name, company, status, count)
    where site_id = ${param('siteId')}
    group by site_id, day, name, company, status
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
    select site_id, day, country, ${param('slot')}::smallint,
           sum(bot_visits), sum(referrals), sum(conversions)
    from placed_sites cross join unnest(
      ${param('days')}::date[], ${param('countries')}::text[], ${param('botVisits')}::bigint[],
      ${param('referrals')}::bigint[], ${param('conversions')}::bigint[]
    ) as batch (day, country, bot_visits, referrals, conversions)
    where site_id = ${param('siteId')}
    group by site_id, day, country
    order by day, country collate "C"
    on conflict (site_id, day, country, slot)
    do update set bot_visits = site_countries.bot_visits + excluded.bot_visits,
                  referrals = site_countries.referrals + excluded.referrals,
                  conversions = site_countries.conversions + excluded.conversions`,
);

/** The statements that add events to the rollups by day: by name, by status and by country. */
export function prepareDays({ events, ...batch }: DayBatch): readonly PreparedQuery[] {
  const groups = groupAlike(events);
  const statuses = statusColumns(batch, groups);
  return [
    ADD_TO_DAYS(nameColumns(batch, groups)),
    // bots of old logs, and everything that is no bot, tell none
    ...(statuses.days.length > 0 ? [ADD_TO_STATUSES(statuses)] : []),
    ADD_TO_COUNTRIES(countryColumns(batch, groups)),
  ];
}

/** Events that differ in nothing by which the rollups count: the first, and the sums of all. */
type Group = { readonly event: NewEvent; count: number } & VisitSums;
type VisitSums = Record<'bytes' | 'sized' | 'failed' | NewBotVisit['verdict'], number>;

/** An event with a value stays by itself. */
function groupAlike(events: readonly NewEvent[]): readonly Group[] {
  const groups = new Map<string | NewEvent, Group>();
  for (const event of events) {
    const key = valueOf(event) === null ? keyOf(event) : event;
    let group = groups.get(key);
    if (group === undefined) groups.set(key, (group = { event, count: 0, ...noSums() }));
    group.count++;
    if (event.type === 'bot') addBotVisit(group, event);
  }
  return [...groups.values()];
}

function noSums(): VisitSums {
  return { bytes: 0, sized: 0, failed: 0, signed: 0, verified: 0, outside: 0, 'no-list': 0, unknown: 0 };
}

function addBotVisit(sums: VisitSums, { status, bytes, verdict }: NewBotVisit): void {
  if (bytes !== null) {
    sums.bytes += bytes;
    sums.sized++;
  }
  if (status !== null && status >= FAILED_FROM) sums.failed++;
  sums[verdict]++;
}

type Rows = Omit<DayBatch, 'events'>;

function nameColumns({ siteId, slot }: Rows, groups: readonly Group[]): NameColumns {
  return {
    siteId,
    slot,
    days: groups.map(dayOf),
    types: groups.map(({ event }) => event.type),
    names: groups.map(({ event }) => nameOf(event)),
    companies: groups.map(({ event }) => companyOf(event)),
    counts: groups.map(({ count }) => count),
    values: groups.map(({ event }) => valueOf(event)),
    bytes: groups.map(({ bytes }) => bytes),
    sized: groups.map(({ sized }) => sized),
    failed: groups.map(({ failed }) => failed),
    signed: groups.map(({ signed }) => signed),
    verified: groups.map(({ verified }) => verified),
    outside: groups.map(({ outside }) => outside),
    noList: groups.map((group) => group['no-list']),
  };
}

function statusColumns({ siteId, slot }: Rows, groups: readonly Group[]): StatusColumns {
  const visits = groups.flatMap((group) => {
    const { event, count } = group;
    return event.type === 'bot' && event.status !== null ? [{ event, status: event.status, count }] : [];
  });
  return {
    siteId,
    slot,
    days: visits.map(dayOf),
    names: visits.map(({ event }) => event.botName),
    companies: visits.map(({ event }) => event.botCompany),
    statuses: visits.map(({ status }) => status),
    counts: visits.map(({ count }) => count),
  };
}

function countryColumns({ siteId, slot }: Rows, groups: readonly Group[]): CountryColumns {
  const countOf = (type: EventType) => (group: Group) => (group.event.type === type ? group.count : 0);
  return {
    siteId,
    slot,
    days: groups.map(dayOf),
    countries: groups.map(({ event }) => event.country),
    botVisits: groups.map(countOf('bot')),
    referrals: groups.map(countOf('referral')),
    conversions: groups.map(countOf('conversion')),
  };
}

function dayOf({ event }: { readonly event: NewEvent }): string {
  return formatDate(event.createdAtMs);
}

function keyOf(event: NewEvent): string {
  const { createdAtMs, type, country } = event;
  const status = event.type === 'bot' ? (event.status ?? '') : '';
  return `${startOfDay(createdAtMs)}\0${type}\0${nameOf(event)}\0${companyOf(event)}\0${country}\0${status}`;
}

/** Who is behind an event: the company of a bot, or the product that sent the visitor of a conversion. */
function companyOf(event: NewEvent): string {
  switch (event.type) {
    case 'bot':
      return event.botCompany;
    case 'referral':
      return '';
    case 'conversion':
      return event.sentBy ?? '';
  }
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
