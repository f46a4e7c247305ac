import { DAY_MS, HOUR_MS, startOfDay } from '../../domain/time.ts';
import type { TimeRange } from '../../domain/date-range.ts';
import type { Database } from '../../database/database.ts';
import {
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

/** Counts stretches of hours anew. Returns all days of the range of these sites, with what was counted. */
export async function countAgain(
  db: Database,
  stretches: readonly StretchOfSite[],
  range: TimeRange,
): Promise<CountedDays> {
  const siteIds = [...new Set(stretches.map(({ siteId }) => siteId))];
  const known = await listAlertDays(db, siteIds, range);
  const counts: HourCount[] = [];
  for (const step of inSteps(stretches)) counts.push(...(await countHours(db, step)));
  return merge(known, stretches, counts);
}

/** Counts stretches of hours, whatever is stored of them. */
export async function countStretches(
  db: Database,
  stretches: readonly StretchOfSite[],
): Promise<readonly DayCounts[]> {
  const counts: HourCount[] = [];
  for (const step of inSteps(stretches)) counts.push(...(await countHours(db, step)));
  return merge([], stretches, counts).days;
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

type Columns = Record<'visits' | 'bursts' | 'failed' | 'outside', number[]>;
type OpenDay = CountedName & { readonly dayMs: number; readonly columns: Columns };

/** Puts the counts of hours in place of what is known of them: a name that has none any more has zeros. */
function merge(
  known: readonly DayCounts[],
  stretches: readonly StretchOfSite[],
  counts: readonly HourCount[],
): CountedDays {
  const touched = new Set(
    stretches.flatMap(({ siteId, fromMs, untilMs }) =>
      Array.from(
        { length: (untilMs - fromMs) / HOUR_MS },
        (_, hour) => `${siteId} ${fromMs + hour * HOUR_MS}`,
      ),
    ),
  );
  const open = new Map<string, OpenDay>(
    known.map((day) => [keyOf(day), { ...day, columns: columnsOf(day) }]),
  );
  const changed = new Set<string>();
  for (const [key, { siteId, dayMs, columns }] of open)
    for (let hour = 0; hour < HOURS_OF_DAY; hour++) {
      if (!touched.has(`${siteId} ${dayMs + hour * HOUR_MS}`)) continue;
      changed.add(key);
      for (const column of Object.values(columns)) column[hour] = 0;
    }
  for (const { hourMs, visits, bursts, failed, outside, ...name } of counts) {
    const dayMs = startOfDay(hourMs);
    const key = keyOf({ ...name, dayMs });
    const day = open.get(key) ?? { ...name, dayMs, columns: columnsOf() };
    open.set(key, day);
    changed.add(key);
    const hour = (hourMs - dayMs) / HOUR_MS;
    for (const [column, count] of Object.entries({ visits, bursts, failed, outside }))
      day.columns[column as keyof Columns][hour] = count;
  }
  const days = new Map([...open].map(([key, day]) => [key, closed(day)]));
  return { days: [...days.values()], changed: [...changed].flatMap((key) => days.get(key) ?? []) };
}

function keyOf({ siteId, dayMs, type, name, company }: CountedName & { readonly dayMs: number }): string {
  return JSON.stringify([siteId, dayMs, type, name, company]);
}

function columnsOf(day?: DayCounts): Columns {
  const column = (counts: readonly number[] | null | undefined) =>
    counts ? [...counts] : Array.from({ length: HOURS_OF_DAY }, () => 0);
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
