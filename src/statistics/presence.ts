import { HOURS_OF_DAY, HOURS_OF_WEEK } from './hourly.ts';

/** A shorter silence is none, however regularly the source records. */
const LEAST_HOURS = 4;
/** From so many days on, the rhythm of its week is known. */
const LEAST_DAYS = 14;
/** Before that, a silence is at least so long. */
const LEAST_HOURS_UNTIL_THEN = 72;
/** Of a source that recorded in fewer hours, nothing is regular. */
const LEAST_RECORDED = 20;
/** How many recorded hours what is known of the whole week counts for, in what is known of an hour of the week. */
const PRIOR_HOURS = 0.5;

/** How much longer than usual a silence is. */
export type PresenceRule = {
  /** At least so many times the longest that is known. */
  readonly times: number;
  /** Or as many times the longest at that hour of the week, if it is no more probable than this. */
  readonly chance: number;
};

/**
 * After which hour a source has been silent for far longer than ever, if it goes on recording nothing. `recorded` are the
 * hours in which it recorded, in order. Undefined if it does not record regularly.
 */
export function silentFrom(recorded: readonly number[], { times, chance }: PresenceRule): number | undefined {
  const [first, last] = [recorded[0], recorded.at(-1)];
  if (first === undefined || last === undefined || recorded.length < LEAST_RECORDED) return undefined;
  const week = learnPresence(recorded);
  const isNew = last - first < LEAST_DAYS * HOURS_OF_DAY;
  const longEnough = Math.max(LEAST_HOURS, times * week.longest, isNew ? LEAST_HOURS_UNTIL_THEN : 0);
  let probability = 1;
  for (let hours = 1; hours < longEnough; hours++) {
    const hour = last + hours;
    probability *= week.noneIn(hour);
    const isLong = !isNew && hours >= LEAST_HOURS && hours > times * week.longestAt(hour);
    if (isLong && probability <= chance) return hour + 1;
  }
  return Math.ceil(last + 1 + longEnough);
}

type Presence = {
  /** The most hours in a row without a record. */
  readonly longest: number;
  /** The same, of those that go on at an hour of the week. */
  readonly longestAt: (hour: number) => number;
  /** How probable it is that an hour has no record. */
  readonly noneIn: (hour: number) => number;
};

function learnPresence(recorded: readonly number[]): Presence {
  const [first = 0] = recorded;
  const last = recorded.at(-1) ?? first;
  const [all, none] = [new Float64Array(HOURS_OF_WEEK), new Float64Array(HOURS_OF_WEEK)];
  const longest = new Float64Array(HOURS_OF_WEEK);
  let at = 0;
  for (let hour = first, silent = 0; hour <= last; hour++) {
    const hasRecords = recorded[at] === hour;
    if (hasRecords) at++;
    silent = hasRecords ? 0 : silent + 1;
    const cell = hour % HOURS_OF_WEEK;
    all[cell] = (all[cell] ?? 0) + 1;
    if (!hasRecords) none[cell] = (none[cell] ?? 0) + 1;
    longest[cell] = Math.max(longest[cell] ?? 0, silent);
  }
  const sum = (values: Float64Array) => values.reduce((total, value) => total + value, 0);
  const usual = sum(none) / sum(all);
  /** With the hours beside it. */
  const around = (values: Float64Array, hour: number) =>
    [-1, 0, 1].map((shift) => values[(hour + shift + HOURS_OF_WEEK) % HOURS_OF_WEEK] ?? 0);
  const added = (values: Float64Array, hour: number) =>
    around(values, hour).reduce((total, n) => total + n, 0);
  return {
    longest: Math.max(...longest),
    longestAt: (hour) => Math.max(...around(longest, hour)),
    noneIn: (hour) => (added(none, hour) + PRIOR_HOURS * usual) / (added(all, hour) + PRIOR_HOURS),
  };
}
