/**
 * The answers that the specification demands of the REST endpoints, counted one by one from all events of a site. The
 * oracle shares no code with the product: it cuts dates from texts, and adds values as whole numbers.
 */
export type OracleEvent = {
  readonly id: number;
  readonly type: 'bot' | 'referral' | 'conversion';
  readonly pagePath: string;
  readonly country: string;
  /** ISO 8601 UTC with milliseconds, in years 1000 to 9999. */
  readonly createdAt: string;
  /** The name of the bot, the source or the conversion event. */
  readonly name: string;
  /** The company of a bot, or the product that sent the visitor of a conversion; empty for none, and for referrals. */
  readonly company: string;
  /** The value of a conversion, as a decimal text; null if it has none. */
  readonly value: string | null;
};

/** Days as YYYY-MM-DD, both included. */
export type Days = { readonly start: string; readonly end: string };

type Type = OracleEvent['type'];

export function oracleTimeseries(events: readonly OracleEvent[], days: Days, granularity: 'day' | 'hour') {
  const label = granularity === 'day' ? 'date' : 'datetime';
  const bucketOf = granularity === 'day' ? dateOf : hourOf;
  const buckets = granularity === 'day' ? daysOf(days) : daysOf(days).flatMap(hoursOfDay);
  const data = buckets.map((bucket) => {
    const inside = events.filter((event) => bucketOf(event) === bucket);
    return { [label]: bucket, ...countByType(inside) };
  });
  return { granularity, data };
}

export function oracleStats(events: readonly OracleEvent[], days: Days) {
  const inside = events.filter(isWithin(days));
  return {
    period: { start: days.start, end: days.end },
    totals: countByType(inside),
    bot_breakdown: breakDown(inside, 'bot').map(({ name, company, count }) => ({
      bot_name: name,
      bot_company: company,
      count,
    })),
    referral_breakdown: breakDown(inside, 'referral').map(({ name, count }) => ({ source: name, count })),
    conversion_breakdown: breakDown(inside, 'conversion').map(({ name, count, value }) => ({
      event_name: name,
      count,
      value,
    })),
  };
}

/** The referral_breakdown with detail: what each product sent, and what that led to in the same days. */
export function oracleReferrals(events: readonly OracleEvent[], days: Days) {
  const inside = events.filter(isWithin(days));
  return breakDown(inside, 'referral').map(({ name: source, count }) => {
    const brought = inside.filter(({ type, company }) => type === 'conversion' && company === source);
    const value = addDecimals(brought.map((conversion) => conversion.value ?? '0'));
    return { source, count, conversions: brought.length, value };
  });
}

/** The events of every page, newest first; one empty page when there are none. */
export function oraclePages(
  events: readonly OracleEvent[],
  days: Days,
  type: Type | undefined,
  limit: number,
): Record<string, unknown>[][] {
  const listed = events
    .filter(isWithin(days))
    .filter((event) => type === undefined || event.type === type)
    .toSorted((a, b) => compareText(b.createdAt, a.createdAt) || b.id - a.id)
    .map(eventObject);
  const pages = Math.max(1, Math.ceil(listed.length / limit));
  return Array.from({ length: pages }, (_, page) => listed.slice(page * limit, (page + 1) * limit));
}

function eventObject(event: OracleEvent): Record<string, unknown> {
  const { id, type, name, company, value } = event;
  const common = {
    id,
    type,
    page_path: event.pagePath,
    country: event.country,
    created_at: event.createdAt,
  };
  if (type === 'bot') return { ...common, bot_name: name, bot_company: company };
  if (type === 'referral') return { ...common, source: name };
  return { ...common, event_name: name, event_value: value === null ? null : Number(value) };
}

function countByType(events: readonly OracleEvent[]) {
  const count = (type: Type) => events.filter((event) => event.type === type).length;
  return { bot_visits: count('bot'), referrals: count('referral'), conversions: count('conversion') };
}

type Row = {
  readonly name: string;
  readonly company: string;
  readonly count: number;
  readonly value: number;
};

function breakDown(events: readonly OracleEvent[], type: Type): Row[] {
  const groups = new Map<string, OracleEvent[]>();
  for (const event of events.filter((event) => event.type === type)) {
    const key = JSON.stringify([event.name, type === 'bot' ? event.company : '']);
    groups.set(key, [...(groups.get(key) ?? []), event]);
  }
  return [...groups.values()]
    .map((group) => ({
      name: group[0]?.name ?? '',
      company: group[0]?.company ?? '',
      count: group.length,
      value: addDecimals(group.map(({ value }) => value ?? '0')),
    }))
    .toSorted(
      (a, b) => b.count - a.count || compareText(a.name, b.name) || compareText(a.company, b.company),
    );
}

const PLACES = 12;

/** The sum of decimal texts with at most twelve decimal places; only its conversion to a number may round. */
export function addDecimals(texts: readonly string[]): number {
  const sum = texts.reduce((total, text) => total + scaled(text), 0n);
  const digits = String(sum < 0n ? -sum : sum).padStart(PLACES + 1, '0');
  return Number(`${sum < 0n ? '-' : ''}${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`);
}

function scaled(text: string): bigint {
  const [, sign, whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d{1,12}))?$/.exec(text) ?? [];
  if (whole === '') throw new Error(`not a decimal of at most twelve places: ${text}`);
  const size = BigInt(whole + fraction.padEnd(PLACES, '0'));
  return sign === '-' ? -size : size;
}

function dateOf({ createdAt }: OracleEvent): string {
  return createdAt.slice(0, 10);
}

function hourOf({ createdAt }: OracleEvent): string {
  return `${createdAt.slice(0, 10)} ${createdAt.slice(11, 13)}:00`;
}

export function isWithin({ start, end }: Days): (event: OracleEvent) => boolean {
  return (event) => dateOf(event) >= start && dateOf(event) <= end;
}

export function daysOf({ start, end }: Days): string[] {
  const days = [];
  for (const day = new Date(start); ; day.setUTCDate(day.getUTCDate() + 1)) {
    const text = day.toISOString().slice(0, 10);
    if (text > end) return days;
    days.push(text);
  }
}

export function hoursOfDay(day: string): string[] {
  return Array.from({ length: 24 }, (_, hour) => `${day} ${String(hour).padStart(2, '0')}:00`);
}

/** Compares texts by code point, which is the order of UTF-8. */
export function compareText(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
