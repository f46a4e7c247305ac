import { type OracleEvent, type Days, daysOf } from '../support/oracle.ts';

/**
 * What an answer counts, by a name for each number: `bot`, `bot GPTBot OpenAI`, `value signup`, `bot 2026-03-14`. A name
 * that is missing counts 0.
 */
export type Tally = ReadonlyMap<string, number>;

/** The part of a tally that stats have, or a timeseries. */
export type Part = 'stats' | 'timeseries';

/** Values are quarters, whose sums are exact. */
export function addTo(
  tally: Map<string, number>,
  { type, name, company, value, createdAt }: OracleEvent,
): void {
  const add = (key: string, count: number) => tally.set(key, (tally.get(key) ?? 0) + count);
  add(type, 1);
  add(nameKey(type, name, company), 1);
  if (value !== null) add(`value ${name}`, Number(value));
  add(`${type} ${createdAt.slice(0, 10)}`, 1);
}

function nameKey(type: string, name: string, company = ''): string {
  return `${type} ${[name, company].join(' ').trim()}`;
}

type Counts = Readonly<Record<'bot' | 'referral' | 'conversion', number>>;

function counted(counts: Counts, suffix = ''): [string, number][] {
  return Object.entries(counts).map(([type, count]) => [type + suffix, count]);
}

/** As over REST; a document can ask for the same names. */
export type Stats = {
  readonly totals: Totals;
  readonly bot_breakdown: readonly { bot_name: string; bot_company: string; count: number }[];
  readonly referral_breakdown: readonly { source: string; count: number }[];
  readonly conversion_breakdown: readonly { event_name: string; count: number; value: number }[];
};
export type Timeseries = { readonly data: readonly (Totals & { readonly date: string })[] };
type Totals = { readonly bot_visits: number; readonly referrals: number; readonly conversions: number };

export function tallyOfStats(stats: Stats): Tally {
  return new Map([
    ...counted(countsOf(stats.totals)),
    ...stats.bot_breakdown.map(
      ({ bot_name, bot_company, count }) => [nameKey('bot', bot_name, bot_company), count] as const,
    ),
    ...stats.referral_breakdown.map(({ source, count }) => [nameKey('referral', source), count] as const),
    ...stats.conversion_breakdown.flatMap(({ event_name, count, value }) => [
      [nameKey('conversion', event_name), count] as const,
      [`value ${event_name}`, value] as const,
    ]),
  ]);
}

/** Of a timeseries by days. */
export function tallyOfTimeseries({ data }: Timeseries): Tally {
  return new Map(data.flatMap((point) => counted(countsOf(point), ` ${point.date}`)));
}

function countsOf({ bot_visits: bot, referrals: referral, conversions: conversion }: Totals): Counts {
  return { bot, referral, conversion };
}

/** The names that stats have, or a timeseries of these days; both for a site over GraphQL. */
export function partOf(tally: Tally, days: Days, part: Part): Tally {
  const dates = daysOf(days);
  const isOfDay = (key: string) => dates.some((date) => key.endsWith(` ${date}`));
  return new Map([...tally].filter(([key]) => isOfDay(key) === (part === 'timeseries')));
}

/** The numbers outside their bounds, each with what was expected. */
export function outside(got: Tally, least: Tally, most: Tally): readonly string[] {
  const names = new Set([...got.keys(), ...least.keys(), ...most.keys()]);
  return [...names].flatMap((name) => {
    const [count, low, high] = [got, least, most].map((tally) => tally.get(name) ?? 0) as [
      number,
      number,
      number,
    ];
    return count >= low && count <= high ? [] : [`${name}: ${count}, expected ${low} to ${high}`];
  });
}
