import { type PresenceRule, silentFrom } from '../../../src/statistics/presence.ts';
import { type Random, createRandom } from './random.ts';

/** How often a source records in an hour of the week, from Monday on, on average. */
export type SourceKind = { readonly name: string; readonly anHour: (day: number, hour: number) => number };

const byDay = (hour: number) => hour >= 8 && hour < 20;

export const SOURCES: readonly SourceKind[] = [
  { name: 'a busy site', anHour: () => 300 },
  { name: 'a shop that sleeps at night', anHour: (_, hour) => (byDay(hour) ? 30 : 0) },
  { name: 'an office, Monday to Friday', anHour: (day, hour) => (day % 7 < 5 && byDay(hour) ? 10 : 0) },
  { name: 'two visitors an hour, fewer at night', anHour: (_, hour) => (byDay(hour) ? 3 : 1) },
  { name: 'one visitor an hour', anHour: () => 1 },
  { name: 'twenty a day', anHour: () => 20 / 24 },
  { name: 'five a day', anHour: () => 5 / 24 },
  { name: 'a batch a day', anHour: (_, hour) => (hour === 3 ? 1_000 : 0) },
  { name: 'a batch at any time of a day', anHour: () => 1 / 12 },
];

const WEEK = 168;
const LEARNED = 56 * 24;
/** What the command and the server take. */
export const NORMAL: PresenceRule = { times: 2, chance: 1e-5 };
/** The shortest silence, and the hour in which the last record came. */
const LEAST = 5;

/** The hours of some days in which the source recorded. */
function recordedHours(random: Random, { anHour }: SourceKind, days: number): readonly number[] {
  return Array.from({ length: days * 24 }, (_, hour) => hour).filter((hour) => {
    const rate = anHour(Math.floor(hour / 24), hour % 24);
    return rate > 0 && random.uniform() < 1 - Math.exp(-rate);
  });
}

/** How many silences are raised of a source that never stops, after the first weeks. */
function falseSilences(recorded: readonly number[]): number {
  return recorded.filter((hour, at) => {
    const next = recorded[at + 1];
    if (hour < LEARNED || next === undefined || next - hour < LEAST) return false;
    const from = silentFrom(recentUpTo(recorded, at), NORMAL);
    return from !== undefined && from <= next;
  }).length;
}

/**
 * Whether the silence of a source that stops after an hour is raised within three times the longest distance that is usual
 * at the hours of the week that it covers.
 */
function isRaisedInTime(recorded: readonly number[], stop: number): boolean {
  const recent = recentUpTo(
    recorded,
    recorded.findLastIndex((hour) => hour <= stop),
  );
  const [last = 0, from = Infinity] = [recent.at(-1), silentFrom(recent, NORMAL)];
  for (let hour = last, longest = 1; hour < last + LEARNED; hour++) {
    longest = Math.max(longest, longestAt(recent, hour % WEEK));
    if (hour + 1 - last > Math.max(LEAST, 3 * longest)) return false;
    if (hour + 1 >= from) return true;
  }
  return false;
}

function recentUpTo(recorded: readonly number[], at: number): readonly number[] {
  const first = (recorded[at] ?? 0) - LEARNED;
  return recorded.slice(0, at + 1).filter((hour) => hour >= first);
}

/** The longest distance between records that has an hour of the week in it. */
function longestAt(recorded: readonly number[], hourOfWeek: number): number {
  return recorded.reduce((longest, hour, at) => {
    const next = recorded[at + 1];
    if (next === undefined) return longest;
    const isOver = (((hourOfWeek - hour) % WEEK) + WEEK) % WEEK <= next - hour;
    return isOver ? Math.max(longest, next - hour) : longest;
  }, 1);
}

const STOPS = 10;

/** How many silences are raised in a year of a source that never stops, and which share of real ones is raised in time. */
export function sourceRates(kind: SourceKind, series: number): { falseAYear: number; inTime: number } {
  const years = Array.from({ length: series }, (_, n) => {
    const random = createRandom(n + 1);
    const recorded = recordedHours(random, kind, (LEARNED + 365 * 24) / 24);
    const stops = Array.from({ length: STOPS }, () => LEARNED + Math.floor(random.uniform() * 360 * 24));
    const raised = stops.filter((stop) => isRaisedInTime(recorded, stop)).length;
    return { wrong: falseSilences(recorded), raised };
  });
  const sum = (of: (year: (typeof years)[number]) => number) =>
    years.reduce((total, year) => total + of(year), 0);
  return {
    falseAYear: sum(({ wrong }) => wrong) / series,
    inTime: sum(({ raised }) => raised) / series / STOPS,
  };
}
