import { type Days, addDecimals, compareText, daysOf } from './oracle.ts';

/**
 * What the contract demands of stats, timeseries and companies over GraphQL, counted one by one from all events of a
 * site. Shares no code with the product.
 */
export type InsightEvent = {
  readonly type: 'bot' | 'referral' | 'conversion';
  /** ISO 8601 UTC with milliseconds. */
  readonly createdAt: string;
  readonly name: string;
  /** Of a bot; empty for the other types. */
  readonly company: string;
  readonly status: number | null;
  readonly bytes: number | null;
  readonly verdict: 'signed' | 'verified' | 'outside' | 'no-list' | 'unknown';
  /** Of a conversion: the product that sent the visitor, null for none; null for the other types, as the value. */
  readonly sentBy: string | null;
  /** As a decimal text. */
  readonly value: string | null;
};

type Compare = 'PREVIOUS_PERIOD' | 'PREVIOUS_YEAR' | null;
export type InsightQuestion = { readonly days: Days; readonly compare: Compare; readonly now: string };

/** What the catalogue has of the names that a test uses: the purposes of bots, the companies of bots and sources. */
export type Known = {
  readonly purposes: Readonly<Record<string, string>>;
  readonly companies: Readonly<Record<string, string>>;
};

type Events = readonly InsightEvent[];

const PURPOSES = ['TRAINING', 'SEARCH', 'USER', 'AGENT', 'OTHER'];

export function oracleInsight(events: Events, question: InsightQuestion, known: Known) {
  const { days, compare } = question;
  const inside = daysOf(days).flatMap((day) => eventsOn(events, day));
  const bots = ofType(inside, 'bot');
  return {
    totals: totalsOf(inside),
    botBreakdown: compareBots(fullDays(events, question)).map(({ name, company, now, before }) => ({
      botName: name,
      botCompany: company,
      ...factsOf(now),
      count: now.length,
      purpose: known.purposes[name] ?? 'OTHER',
      previousCount: compare && before.length,
    })),
    referralBreakdown: sourcesOf(inside),
    conversionBreakdown: goalsOf(inside),
    purposes: purposesOf(bots, known),
    ...factsOf(bots),
    statuses: statusesOf(bots),
    comparison: compare && comparisonOf(events, question),
  };
}

export function oracleCompanies(events: Events, question: InsightQuestion, known: Known) {
  const companyOf = ({ type, name, company, sentBy }: InsightEvent) => {
    if (type === 'conversion') return sentBy === null ? null : (known.companies[sentBy] ?? sentBy);
    return known.companies[name] ?? (type === 'bot' ? company : name);
  };
  const { range: now, previous } = fullDays(events, question);
  const before = previous.filter(({ type }) => type !== 'conversion');
  const names = [...new Set([...now, ...before].map(companyOf))].filter((name) => name !== null);
  return names
    .map((company) => {
      const [own, past] = [now, before].map((all) => all.filter((event) => companyOf(event) === company));
      const [bots, referrals] = [ofType(own ?? [], 'bot'), ofType(own ?? [], 'referral').length];
      return {
        company,
        botVisits: bots.length,
        purposes: purposesOf(bots, known),
        ...factsOf(bots),
        referrals,
        visitsPerReferral: referrals === 0 ? null : bots.length / referrals,
        ...broughtBy(own ?? []),
        previousBotVisits: question.compare && ofType(past ?? [], 'bot').length,
        previousReferrals: question.compare && ofType(past ?? [], 'referral').length,
      };
    })
    .toSorted(
      (a, b) => b.botVisits - a.botVisits || b.referrals - a.referrals || compareText(a.company, b.company),
    );
}

/** Whole points, each of data beside that of the period before. */
export function oracleSeries(events: Events, { days, compare, now }: InsightQuestion, unit: 'DAY' | 'HOUR') {
  const pointsOf = (all: readonly string[]) =>
    all.flatMap((day) => hoursOf(day, unit).map((at) => point(events, at)));
  const end = nextDay(days.end);
  return {
    data: pointsOf(daysOf(days)),
    previous: compare && pointsOf(daysBefore(days, compare)),
    completeUntil: end < now ? end : now,
  };
}

function hoursOf(day: string, unit: 'DAY' | 'HOUR'): string[] {
  if (unit === 'DAY') return [day];
  return Array.from({ length: 24 }, (_, hour) => `${day}T${String(hour).padStart(2, '0')}`);
}

function point(events: Events, at: string) {
  const counts = totalsOf(
    eventsOn(events, at.slice(0, 10)).filter(({ createdAt }) => createdAt.startsWith(at)),
  );
  return { startsAt: `${at}${'T00:00:00.000Z'.slice(at.length - 10)}`, ...counts };
}

/** The day before for each day, in order. */
function daysBefore(days: Days, compare: 'PREVIOUS_PERIOD' | 'PREVIOUS_YEAR'): string[] {
  const all = daysOf(days);
  if (compare === 'PREVIOUS_PERIOD') return all.map((day) => addDays(day, -all.length));
  return all.map((day) => {
    const year = String(Number(day.slice(0, 4)) - 1).padStart(4, '0');
    return `${year}${day.slice(4)}`.replace(/-02-29$/, '-02-28');
  });
}

/** The events of the days that are over, or of all days if nothing is compared, and those of the days before. */
function fullDays(events: Events, { days, compare, now }: InsightQuestion) {
  const all = daysOf(days);
  if (compare === null) return { range: all.flatMap((day) => eventsOn(events, day)), previous: [] };
  const full = all.filter((day) => day < now.slice(0, 10));
  const before = daysBefore(days, compare).slice(0, full.length);
  const eventsOf = (some: readonly string[]) => some.flatMap((day) => eventsOn(events, day));
  return { range: eventsOf(full), previous: eventsOf(before) };
}

function comparisonOf(events: Events, { days, compare, now }: InsightQuestion) {
  if (compare === null) return null;
  const [all, before] = [daysOf(days), daysBefore(days, compare)];
  const hour = `${now.slice(0, 13)}:00:00.000Z`;
  const until = [days.start + MIDNIGHT, [hour, nextDay(days.end)].toSorted()[0] ?? ''].toSorted()[1] ?? '';
  const upTo = (day: string, own: string) => {
    if (day < until.slice(0, 10)) return eventsOn(events, own);
    if (day > until.slice(0, 10)) return [];
    return eventsOn(events, own).filter(({ createdAt }) => createdAt.slice(10) < until.slice(10));
  };
  return {
    until,
    totals: totalsOf(all.flatMap((day) => upTo(day, day))),
    previousPeriod: { start: before[0], end: before.at(-1) },
    previousTotals: totalsOf(all.flatMap((day, index) => upTo(day, before[index] ?? ''))),
  };
}

const MIDNIGHT = 'T00:00:00.000Z';

/** Every bot of the days now or before, the most visits now first. */
function compareBots({ range, previous }: ReturnType<typeof fullDays>) {
  const keyOf = ({ name, company }: InsightEvent) => JSON.stringify([name, company]);
  const [now, before] = [ofType(range, 'bot'), ofType(previous, 'bot')];
  const bots = new Map([...now, ...before].map((bot) => [keyOf(bot), bot]));
  return [...bots]
    .map(([key, { name, company }]) => {
      const own = (all: Events) => all.filter((bot) => keyOf(bot) === key);
      return { name, company, now: own(now), before: own(before) };
    })
    .toSorted(
      (a, b) =>
        b.now.length - a.now.length || compareText(a.name, b.name) || compareText(a.company, b.company),
    );
}

function factsOf(bots: Events) {
  const count = (verdict: string) => bots.filter((bot) => bot.verdict === verdict).length;
  const sized = bots.flatMap(({ bytes }) => bytes ?? []);
  return {
    verification: {
      signed: count('signed'),
      verified: count('verified'),
      outside: count('outside'),
      noList: count('no-list'),
      unknown: count('unknown'),
    },
    failed: bots.filter(({ status }) => status !== null && status >= 400).length,
    bytes: sized.length === 0 ? null : sized.reduce((sum, bytes) => sum + bytes, 0),
  };
}

function purposesOf(bots: Events, { purposes }: Known) {
  const counts = PURPOSES.map((purpose) => ({
    purpose,
    count: bots.filter(({ name }) => (purposes[name] ?? 'OTHER') === purpose).length,
  }));
  return counts.filter(({ count }) => count > 0);
}

function statusesOf(bots: Events) {
  const statuses = [...new Set(bots.map(({ status }) => status))];
  return statuses
    .map((status) => ({ status, count: bots.filter((bot) => bot.status === status).length }))
    .toSorted((a, b) => b.count - a.count || (a.status ?? Infinity) - (b.status ?? Infinity));
}

/** The products that sent visitors of the days, most first, and then those whose visitors converted only. */
function sourcesOf(events: Events) {
  const [referrals, conversions] = [ofType(events, 'referral'), ofType(events, 'conversion')];
  const sources = new Set([...referrals.map(({ name }) => name), ...conversions.map(({ sentBy }) => sentBy)]);
  return [...sources]
    .filter((source) => source !== null)
    .map((source) => ({
      source,
      count: referrals.filter(({ name }) => name === source).length,
      ...broughtBy(conversions.filter(({ sentBy }) => sentBy === source)),
    }))
    .toSorted((a, b) => b.count - a.count || compareText(a.source, b.source));
}

function goalsOf(events: Events) {
  const conversions = ofType(events, 'conversion');
  return [...new Set(conversions.map(({ name }) => name))]
    .map((eventName) => {
      const own = broughtBy(conversions.filter(({ name }) => name === eventName));
      return { eventName, count: own.conversions, value: own.value };
    })
    .toSorted((a, b) => b.count - a.count || compareText(a.eventName, b.eventName));
}

function broughtBy(events: Events) {
  const conversions = ofType(events, 'conversion');
  return {
    conversions: conversions.length,
    value: addDecimals(conversions.map(({ value }) => value ?? '0')),
  };
}

function totalsOf(events: Events) {
  return {
    botVisits: ofType(events, 'bot').length,
    referrals: ofType(events, 'referral').length,
    conversions: ofType(events, 'conversion').length,
  };
}

function ofType(events: Events, type: InsightEvent['type']): Events {
  return events.filter((event) => event.type === type);
}

const byDay = new WeakMap<Events, Map<string, InsightEvent[]>>();

/** The events of a day. The days of all events are kept: a test asks for hundreds of them again and again. */
function eventsOn(events: Events, day: string): Events {
  const days = byDay.get(events) ?? new Map<string, InsightEvent[]>();
  if (!byDay.has(events)) {
    byDay.set(events, days);
    for (const event of events) {
      const own = event.createdAt.slice(0, 10);
      days.set(own, [...(days.get(own) ?? []), event]);
    }
  }
  return days.get(day) ?? [];
}

function nextDay(day: string): string {
  return addDays(day, 1) + MIDNIGHT;
}

function addDays(day: string, count: number): string {
  const date = new Date(day);
  date.setUTCDate(date.getUTCDate() + count);
  return date.toISOString().slice(0, 10);
}
