import { DAY_MS, HOUR_MS, startOfDay } from '../../domain/time.ts';
import type { TimeRange } from '../../domain/date-range.ts';
import type { Database } from '../../database/database.ts';
import {
  COUNTS_OF_HOUR,
  type CountedName,
  type DayCounts,
  HOURS_OF_DAY,
  type HourCount,
  countHours,
  listAlertDays,
  saveAlertDays,
} from '../../queries/alert-days.ts';
import { type StretchOfSite, findTouchedDays } from '../../queries/touched-hours.ts';

/** About so many events are counted by a statement, so that none holds up the embedded database for long. */
const EVENTS_A_STEP = 20_000;
const HOURS_A_STEP = 2_000;

/** The days of the sites, and which of them are to be stored. */
export type CountedDays = { readonly days: readonly DayCounts[]; readonly changed: readonly DayCounts[] };

/** Counts stretches of hours again. Returns what is now known of all days of the range, of the sites that they belong to. */
export async function countAgain(
  db: Database,
  stretches: readonly StretchOfSite[],
  range: TimeRange,
): Promise<CountedDays> {
  const siteIds = [...new Set(stretches.map(({ siteId }) => siteId))];
  const known = await listAlertDays(db, siteIds, range);
  return merge(known, stretches, await countInSteps(db, stretches));
}

/** Counts stretches of hours, whatever is stored of them. */
export async function countStretches(
  db: Database,
  stretches: readonly StretchOfSite[],
): Promise<readonly DayCounts[]> {
  return merge([], stretches, await countInSteps(db, stretches)).days;
}

async function countInSteps(
  db: Database,
  stretches: readonly StretchOfSite[],
): Promise<readonly HourCount[]> {
  const counts: HourCount[] = [];
  for (const step of inSteps(stretches)) counts.push(...(await countHours(db, step)));
  return counts;
}

type Hour = { readonly siteId: string; readonly hourMs: number };

function* inSteps(stretches: readonly StretchOfSite[]): Generator<readonly Hour[]> {
  let [step, events]: [Hour[], number] = [[], 0];
  for (const { siteId, fromMs, untilMs, events: ofStretch } of stretches) {
    const hours = (untilMs - fromMs) / HOUR_MS;
    for (let hourMs = fromMs; hourMs < untilMs; hourMs += HOUR_MS) {
      step.push({ siteId, hourMs });
      events += ofStretch / hours;
      if (events < EVENTS_A_STEP && step.length < HOURS_A_STEP) continue;
      yield step;
      [step, events] = [[], 0];
    }
  }
  if (step.length > 0) yield step;
}

type Columns = Record<(typeof COUNTS_OF_HOUR)[number], number[]>;
type OpenDay = CountedName & { readonly dayMs: number; readonly columns: Columns };

/** Puts the counts of hours in place of what is known of them: a name that has none any more has zeros. */
function merge(
  known: readonly DayCounts[],
  stretches: readonly StretchOfSite[],
  counts: readonly HourCount[],
): CountedDays {
  const hoursOf = touchedHours(stretches);
  const open = new Map<string, OpenDay>();
  const untouched: DayCounts[] = [];
  for (const day of known) {
    const hours = hoursOf.get(day.siteId)?.get(day.dayMs);
    if (hours === undefined) {
      untouched.push(day);
      continue;
    }
    const columns = columnsOf(day);
    for (const hour of hours) for (const name of COUNTS_OF_HOUR) columns[name][hour] = 0;
    open.set(keyOf(day), { ...day, columns });
  }
  for (const { hourMs, visits, bursts, failed, outside, ...name } of counts) {
    const dayMs = startOfDay(hourMs);
    const key = keyOf({ ...name, dayMs });
    const day = open.get(key) ?? { ...name, dayMs, columns: columnsOf() };
    open.set(key, day);
    const hour = (hourMs - dayMs) / HOUR_MS;
    const { columns } = day;
    [columns.visits[hour], columns.bursts[hour]] = [visits, bursts];
    [columns.failed[hour], columns.outside[hour]] = [failed, outside];
  }
  const changed = [...open.values()].map(closed);
  return { days: [...untouched, ...changed], changed };
}

/** The hours of each day, from 0 to 23, by site and day. */
function touchedHours(
  stretches: readonly StretchOfSite[],
): ReadonlyMap<string, ReadonlyMap<number, readonly number[]>> {
  const sites = new Map<string, Map<number, number[]>>();
  for (const { siteId, fromMs, untilMs } of stretches)
    for (let hourMs = fromMs; hourMs < untilMs; hourMs += HOUR_MS) {
      const dayMs = startOfDay(hourMs);
      const days = sites.get(siteId) ?? new Map<number, number[]>();
      sites.set(siteId, days);
      const hours = days.get(dayMs) ?? [];
      days.set(dayMs, hours);
      hours.push((hourMs - dayMs) / HOUR_MS);
    }
  return sites;
}

function keyOf({ siteId, dayMs, type, name, company }: CountedName & { readonly dayMs: number }): string {
  // no name has a null character
  return `${siteId}\0${dayMs}\0${type}\0${name}\0${company}`;
}

function columnsOf(day?: DayCounts): Columns {
  const column = (counts: readonly number[] | null | undefined) =>
    counts ? [...counts] : new Array<number>(HOURS_OF_DAY).fill(0);
  return {
    visits: column(day?.visits),
    bursts: column(day?.bursts),
    failed: column(day?.failed),
    outside: column(day?.outside),
  };
}

function closed({ siteId, type, name, company, dayMs, columns }: OpenDay): DayCounts {
  const orNull = (counts: readonly number[]) => (counts.every((count) => count === 0) ? null : counts);
  return {
    ...{ siteId, type, name, company, dayMs },
    visits: columns.visits,
    bursts: orNull(columns.bursts),
    failed: orNull(columns.failed),
    outside: orNull(columns.outside),
  };
}

/** Counts the days of a range of a site that have more or fewer events than were counted. A day is stored at a time. */
export async function countDays(
  db: Database,
  siteId: string,
  range: TimeRange,
  stop?: AbortSignal,
): Promise<void> {
  for (const day of await findTouchedDays(db, siteId, range)) {
    if (stop?.aborted === true) return;
    const { changed } = await countAgain(db, [day], { fromMs: day.fromMs, untilMs: day.fromMs + DAY_MS });
    await saveAlertDays(db, changed);
  }
}
