import { DAY_MS, HOUR_MS } from '../../domain/time.ts';
import type { TimeRange } from '../../domain/date-range.ts';
import { findGaps } from '../../domain/gaps.ts';
import { groupBy } from '../../domain/group-by.ts';
import { COUNTS_OF_HOUR, type DayCounts } from '../../queries/alert-days.ts';
import type { LeftOut } from '../../statistics/hourly.ts';
import type { CountedSeries } from '../../statistics/learned.ts';
import type { Named } from './named.ts';

/** What of a site is judged: a bot, the bots of a company, all bots, or an LLM product that sends visitors. */
export type SiteSeries = CountedSeries & {
  readonly subjectKind: 'bot' | 'company' | 'all-bots' | 'source';
  readonly subject: string;
  /** What people call it. */
  readonly label: string;
  readonly eventType: 'bot' | 'referral';
  /** The companies of the bots. */
  readonly companies: readonly string[];
};

/** Whole days, in hours since 1970-01-01T00:00Z. */
export type HourRange = { readonly first: number; readonly until: number };

/** The hours of the days of a range. */
export function hoursOfDays({ fromMs, untilMs }: TimeRange): HourRange {
  return { first: Math.floor(fromMs / DAY_MS) * 24, until: Math.ceil(untilMs / DAY_MS) * 24 };
}

/** What all bots together are called. */
export const ALL_BOTS = 'all bots';

/** The key of a series within its site. */
export function keyOf({ subjectKind, subject }: Pick<SiteSeries, 'subjectKind' | 'subject'>): string {
  return `${subjectKind} ${subject}`;
}

/** The series of a site. A company with one bot, and all bots if there is one, say nothing that the bot does not. */
export function seriesOf(days: readonly DayCounts[], hours: HourRange, named: Named): readonly SiteSeries[] {
  const bots = botsOf(
    days.filter(({ type }) => type === 'bot'),
    hours,
    named,
  );
  const byCompany = groupBy(bots, ({ company }) => company);
  const companies = [...byCompany].flatMap(([company, some]): readonly SiteSeries[] =>
    some.length < 2
      ? []
      : [
          {
            ...{ subjectKind: 'company', subject: company, label: `Bots of ${company}` },
            ...{ eventType: 'bot', companies: [company], ...together(some, hours) },
          },
        ],
  );
  const all: SiteSeries = {
    ...{ subjectKind: 'all-bots', subject: ALL_BOTS, label: 'All bots', eventType: 'bot' },
    ...{ companies: [...byCompany.keys()], ...together(bots, hours) },
  };
  const sources = sourcesOf(
    days.filter(({ type }) => type === 'referral'),
    hours,
    named,
  );
  return [...bots, ...companies, ...(bots.length < 2 ? [] : [all]), ...sources];
}

type Columns = Readonly<Record<(typeof COUNTS_OF_HOUR)[number], Float64Array>>;

function columnsFor({ first, until }: HourRange): Columns {
  const column = () => new Float64Array(until - first);
  return { visits: column(), bursts: column(), failed: column(), outside: column() };
}

type Bot = SiteSeries & Columns & { readonly company: string };

function botsOf(days: readonly DayCounts[], hours: HourRange, { mayBeOutside }: Named): readonly Bot[] {
  const bots = new Map<string, Bot>();
  for (const day of days) {
    const { name, company } = day;
    const key = `${company}\0${name}`;
    const bot: Bot = bots.get(key) ?? {
      ...{ subjectKind: 'bot', subject: name, label: name, eventType: 'bot', company, companies: [company] },
      ...{ first: hours.first, ...columnsFor(hours) },
    };
    bots.set(key, bot);
    for (const column of COUNTS_OF_HOUR)
      if (column !== 'outside' || mayBeOutside(name)) put(bot[column], day[column], placeOf(day, hours));
  }
  return [...bots.values()];
}

function sourcesOf(
  days: readonly DayCounts[],
  hours: HourRange,
  { nameOfProduct }: Named,
): readonly SiteSeries[] {
  const sources = new Map<string, Float64Array>();
  for (const day of days) {
    const visits = sources.get(day.name) ?? columnsFor(hours).visits;
    sources.set(day.name, visits);
    put(visits, day.visits, placeOf(day, hours));
  }
  return [...sources].map(([subject, visits]) => ({
    ...{ subjectKind: 'source', subject, label: nameOfProduct(subject), eventType: 'referral' },
    ...{ companies: [], first: hours.first, visits },
  }));
}

function placeOf({ dayMs }: DayCounts, { first }: HourRange): number {
  return dayMs / HOUR_MS - first;
}

function put(column: Float64Array, counts: readonly number[] | null, place: number): void {
  if (counts !== null) column.set(counts, place);
}

function together(series: readonly CountedSeries[], hours: HourRange): Columns & { readonly first: number } {
  const sum = columnsFor(hours);
  for (const each of series)
    for (const column of COUNTS_OF_HOUR) {
      const [to, from] = [sum[column], each[column] ?? []];
      for (let i = 0; i < to.length; i++) to[i] = (to[i] ?? 0) + (from[i] ?? 0);
    }
  return { first: hours.first, ...sum };
}

/** Hours before `last` in which nothing at all was recorded, though something usually is. */
export function gapsOf(days: readonly DayCounts[], hours: HourRange, last: number): LeftOut {
  const { first, until } = hours;
  const events = new Float64Array(until - first);
  for (const day of days)
    for (const [hour, count] of day.visits.entries()) {
      const place = placeOf(day, hours) + hour;
      events[place] = (events[place] ?? 0) + count;
    }
  const busy = [...events.entries()]
    .filter(([, count]) => count > 0)
    .map(([hour, count]) => ({ startMs: (first + hour) * HOUR_MS, events: count }));
  const missing = new Uint8Array(until - first);
  const range = { fromMs: busy[0]?.startMs ?? first * HOUR_MS, untilMs: last * HOUR_MS };
  for (const gap of findGaps(busy, range))
    missing.fill(1, gap.fromMs / HOUR_MS - first, gap.untilMs / HOUR_MS - first);
  return (hour) => missing[hour - first] === 1;
}
