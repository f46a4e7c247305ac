import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { TimeRange } from '../../domain/date-range.ts';
import { groupBy } from '../../domain/group-by.ts';
import { HOUR_MS, startOfDay } from '../../domain/time.ts';
import type { Readable } from '../../database/at-one-moment.ts';
import type { Database } from '../../database/database.ts';
import { HOURS_OF_DAY, type JudgedDay } from '../../queries/judged-days.ts';
import type { VersionTime } from '../../queries/robots-versions.ts';
import {
  type Mark,
  type StoredReading,
  type VisitsOfBot,
  listReadings,
  listVisitsToJudge,
  markVisits,
} from '../../queries/visits-to-judge.ts';
import { ROBOTS_TXT } from '../../robots/judge.ts';
import { type VisitJudge, createVisitJudge } from '../../robots/judge-visit.ts';
import { createPauses } from '../pauses.ts';
import { withDayBefore } from './changes.ts';
import { robotsOf } from './parsed-robots.ts';
import { type Tally, addOne } from './tally.ts';

export type JudgingParts = {
  readonly db: Database;
  readonly catalogue: Catalogue;
  readonly stop?: AbortSignal | undefined;
};

/** So many visits are read by a statement. With five times as many PostgreSQL takes twice as long for each: its memory is new. */
const VISITS_A_PAGE = 2_000;

/** A site, and the versions by which its visits are judged. */
export type RuledSite = { readonly siteId: string; readonly versions: readonly VersionTime[] };

type Page = readonly VisitsOfBot[];
type Pause = ReturnType<typeof createPauses>;
type Place = { readonly atMs: number; readonly id: number };

/** The visits of a range that have a larger id than one, oldest first, some at a time. */
export async function* pagesOfVisits(
  db: Readable,
  siteId: string,
  { range, afterId }: { readonly range: TimeRange; readonly afterId: number },
): AsyncGenerator<Page> {
  const ask = (after: Place | undefined) =>
    listVisitsToJudge(db, siteId, { range, afterId, after, limit: VISITS_A_PAGE });
  let page = await ask(undefined);
  for (;;) {
    yield page;
    if (page.reduce((sum, { ids }) => sum + ids.length, 0) < VISITS_A_PAGE) return;
    page = await ask(lastOf(page));
  }
}

/** The newest visit; of those at one time the one with the largest id. */
function lastOf(page: Page): Place | undefined {
  let last: Place | undefined;
  for (const { ids, timesMs } of page)
    for (let index = 0; index < ids.length; index += 1) {
      const [id = NaN, atMs = NaN] = [ids[index], timesMs[index]];
      if (last === undefined || atMs > last.atMs || (atMs === last.atMs && id > last.id)) last = { atMs, id };
    }
  return last;
}

/** What was found of the days of a range. */
export type Found = {
  readonly hours: ReadonlyMap<number, readonly number[]>;
  readonly lastIds: ReadonlyMap<number, number>;
  /** The newest visit; -Infinity without one. */
  readonly newestMs: number;
  /** Those of the bots that came, in the range and the day before it. */
  readonly readings: readonly StoredReading[];
};

type Days = { readonly hours: Map<number, number[]>; readonly lastIds: Map<number, number> };

type Asked = {
  /** All visits are of it. */
  readonly range: TimeRange;
  readonly tally: Tally;
  readonly wanted: (dayMs: number) => boolean;
};

/** Judges pages of visits: counts them in the tally, and marks those that broke a rule and those that did not after all. */
export async function judgePages(
  parts: JudgingParts,
  site: RuledSite,
  pages: AsyncIterable<Page>,
  { range, tally, wanted }: Asked,
): Promise<Found> {
  const days: Days = { hours: new Map(), lastIds: new Map() };
  const pause = createPauses();
  const judges = await createJudges(parts, site, { range, pause });
  let newestMs = -Infinity;
  for await (const page of pages) {
    if (page.length === 0) break;
    parts.stop?.throwIfAborted();
    newestMs = Math.max(newestMs, lastOf(page)?.atMs ?? -Infinity);
    await judges.prepare(page);
    const marks: Mark[] = [];
    for (const visits of page)
      await judgeVisits(visits, { judge: judges.of(visits.name), tally, days, marks, wanted, pause });
    await markVisits(parts.db, site.siteId, marks);
  }
  return { ...days, newestMs, readings: judges.readings() };
}

/** The judge of a bot, by the readings that are known, and the largest id of a request of robots.txt among its visits. */
type BotJudge = {
  readonly judge: VisitJudge;
  readonly readings: readonly StoredReading[];
  readonly lastId: number;
};

/** The judges of the bots that come in a range. Readings are looked up again for a bot that has read robots.txt meanwhile. */
async function createJudges(
  { db, catalogue }: JudgingParts,
  { siteId, versions }: RuledSite,
  { range, pause }: { readonly range: TimeRange; readonly pause: Pause },
) {
  const robots = await robotsOf(db, catalogue, versions, range);
  const within = withDayBefore(range);
  const bots = new Map<string, BotJudge>();
  const unruled = createVisitJudge(versions, [], { judgeOf: undefined, pause });
  return {
    async prepare(page: Page): Promise<void> {
      const lastIds = new Map<string, number>();
      for (const visits of page)
        if (robots.judgesOf(visits.name))
          lastIds.set(visits.name, Math.max(lastReadingOf(visits), lastIds.get(visits.name) ?? 0));
      const names = [...lastIds].flatMap(([name, id]) => (id > (bots.get(name)?.lastId ?? -1) ? [name] : []));
      const readings = groupBy(await listReadings(db, siteId, names, within), ({ name }) => name);
      for (const name of names) {
        const own = readings.get(name) ?? [];
        const judge = createVisitJudge(versions, own, { judgeOf: robots.judgesOf(name), pause });
        const known = own.reduce((last, { id }) => Math.max(last, id), lastIds.get(name) ?? 0);
        bots.set(name, { judge, readings: own, lastId: known });
      }
    },
    of: (name: string) => bots.get(name)?.judge ?? unruled,
    readings: () => [...bots.values()].flatMap((bot) => bot.readings),
  };
}

/** The largest id of a request of robots.txt; 0 without one. */
function lastReadingOf({ paths, ids }: VisitsOfBot): number {
  let last = 0;
  for (let at = paths.indexOf(ROBOTS_TXT); at >= 0; at = paths.indexOf(ROBOTS_TXT, at + 1))
    last = Math.max(last, ids[at] ?? 0);
  return last;
}

type Judging = {
  readonly judge: VisitJudge;
  readonly tally: Tally;
  readonly days: Days;
  readonly marks: Mark[];
  readonly wanted: (dayMs: number) => boolean;
  readonly pause: Pause;
};

/** Days are looked up once for the visits of each that follow each other. */
async function judgeVisits(visits: VisitsOfBot, judging: Judging): Promise<void> {
  const dayAt = (index: number) => startOfDay(visits.timesMs[index] ?? NaN);
  for (let from = 0, until = 0; from < visits.ids.length; from = until) {
    const dayMs = dayAt(from);
    while (until < visits.ids.length && dayAt(until) === dayMs) until += 1;
    if (judging.wanted(dayMs)) await judgeDay(visits, { dayMs, from, until }, judging);
  }
}

type PartOfDay = { readonly dayMs: number; readonly from: number; readonly until: number };

/** The visits of a day, from one place in the lists until another. */
async function judgeDay(
  visits: VisitsOfBot,
  { dayMs, from, until }: PartOfDay,
  { judge, tally, days, marks, pause }: Judging,
): Promise<void> {
  const { ids, timesMs, paths, broken } = visits;
  const count = tally.dayOf(visits, dayMs);
  const hours = hoursIn(days, dayMs);
  let lastId = days.lastIds.get(dayMs) ?? 0;
  for (let at = from; at < until; at += 1) {
    const [id = NaN, atMs = NaN, path = ''] = [ids[at], timesMs[at], paths[at]];
    const rule = count(await judge(atMs, path));
    if (rule !== (broken[at] ?? null)) marks.push({ id, atMs, rule });
    addOne(hours, Math.floor((atMs - dayMs) / HOUR_MS));
    lastId = Math.max(lastId, id);
    const pausing = pause();
    if (pausing) await pausing;
  }
  days.lastIds.set(dayMs, lastId);
}

function hoursIn({ hours }: Days, dayMs: number): number[] {
  let counts = hours.get(dayMs);
  if (counts === undefined) hours.set(dayMs, (counts = new Array<number>(HOURS_OF_DAY).fill(0)));
  return counts;
}

/** The day as it is judged once what was found is added to what was. */
export function withFound({ hours, lastIds }: Found, day: JudgedDay): JudgedDay {
  const found = hours.get(day.dayMs);
  return {
    dayMs: day.dayMs,
    hours: day.hours.map((count, hour) => count + (found?.[hour] ?? 0)),
    lastId: Math.max(day.lastId, lastIds.get(day.dayMs) ?? 0),
  };
}
