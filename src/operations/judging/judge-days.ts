import { DAY_MS, HOUR_MS } from '../../domain/time.ts';
import type { TimeRange } from '../../domain/date-range.ts';
import { groupBy } from '../../domain/group-by.ts';
import { HOURS_OF_DAY, type JudgedDay, countHoursOfVisits } from '../../queries/judged-days.ts';
import type { JudgedSite } from '../../queries/judged-site-statements.ts';
import { storeJudged } from '../../queries/judged-steps.ts';
import { type StoredReading, hasVisits, listReadings } from '../../queries/visits-to-judge.ts';
import { daysOf, joined, reliesOtherwise, withDayBefore } from './changes.ts';
import { robotsOf } from './parsed-robots.ts';
import { type Found, type JudgingParts, judgePages, pagesOfVisits, withFound } from './read-visits.ts';
import { type Tally, createTally, placeOf } from './tally.ts';

/** Judges all visits of some days of a month, whatever was judged of them. Returns the site as it is judged then. */
export async function judgeAnew(
  parts: JudgingParts,
  site: JudgedSite,
  days: readonly number[],
): Promise<JudgedSite> {
  const [first = NaN, last = NaN] = [days[0], days.at(-1)];
  const range = { fromMs: first, untilMs: last + DAY_MS };
  const tally = createTally(site.versions.map(({ id }) => id));
  const pages = pagesOfVisits(parts.db, site.siteId, { range, afterId: -1 });
  const wanted = new Set(days);
  const found = await judgePages(parts, site, pages, { range, tally, wanted: (dayMs) => wanted.has(dayMs) });
  const judged = days.map((dayMs) => withFound(found, emptyDay(dayMs)));
  return store(parts, laterOf(site, found), { tally, days: judged, anew: days });
}

function emptyDay(dayMs: number): JudgedDay {
  return { dayMs, hours: new Array<number>(HOURS_OF_DAY).fill(0), lastId: 0 };
}

/**
 * Judges the visits of a day that came since. If some are missing then, as one that was recorded by a longer transaction and
 * has a smaller id, or if some are gone, all of the day is judged anew.
 */
export async function judgeMore(
  parts: JudgingParts,
  site: JudgedSite,
  { day, isNew }: { readonly day: JudgedDay; readonly isNew: IsNew },
): Promise<JudgedSite> {
  const { db } = parts;
  const counted = await countHoursOfVisits(db, site.siteId, day.dayMs);
  const range = rangeOfChange(day, counted);
  if (range === 'fewer') return judgeDayAnew(parts, site, day);
  const tally = createTally(site.versions.map(({ id }) => id));
  const pages = pagesOfVisits(db, site.siteId, { range, afterId: day.lastId });
  const found = await judgePages(parts, site, pages, { range, tally, wanted: () => true });
  const judged = withFound(found, day);
  if (lacks(judged, counted)) return judgeDayAnew(parts, site, day);
  const again = (await judgedOtherwise(parts, site, { found, day, range, isNew })).reduce(joined, site.again);
  return store(parts, { ...laterOf(site, found), again }, { tally, days: [judged], anew: [] });
}

/** The next day relies on what was read on this one, too. */
function judgeDayAnew(parts: JudgingParts, site: JudgedSite, { dayMs }: JudgedDay): Promise<JudgedSite> {
  const nextDay = { fromMs: dayMs + DAY_MS, untilMs: dayMs + 2 * DAY_MS };
  return judgeAnew(parts, { ...site, again: joined(site.again, nextDay) }, [dayMs]);
}

/** The hours that have more visits than are judged; `fewer` if one has fewer. */
function rangeOfChange({ dayMs, hours }: JudgedDay, counted: readonly number[]): TimeRange | 'fewer' {
  const differing = hours.flatMap((judged, hour) => (judged === counted[hour] ? [] : [hour]));
  const isFewer = differing.some((hour) => (counted[hour] ?? 0) < (hours[hour] ?? 0));
  if (isFewer || hours.includes(-1)) return 'fewer';
  const [first = 0, last = -1] = [differing[0], differing.at(-1)];
  return { fromMs: dayMs + first * HOUR_MS, untilMs: dayMs + (last + 1) * HOUR_MS };
}

/** Visits that were recorded after the count may stand in for some that are missing, but not at every look. */
function lacks({ hours }: JudgedDay, counted: readonly number[]): boolean {
  return hours.some((judged, hour) => judged < (counted[hour] ?? 0));
}

function laterOf(site: JudgedSite, { newestMs }: Found): JudgedSite {
  const judgedAtMs = Math.max(site.judgedAtMs ?? -Infinity, newestMs);
  return { ...site, judgedAtMs: judgedAtMs === -Infinity ? null : judgedAtMs };
}

/** Whether a reading was recorded since visits were last judged, of whatever day it is. */
export type IsNew = (reading: StoredReading) => boolean;

type Added = {
  readonly found: Found;
  readonly day: JudgedDay;
  readonly range: TimeRange;
  readonly isNew: IsNew;
};

/** The days of visits that were judged before a reading was recorded that they may rely on, and are judged otherwise with it. */
async function judgedOtherwise(
  parts: JudgingParts,
  site: JudgedSite,
  { found, day, range, isNew }: Added,
): Promise<readonly TimeRange[]> {
  const { judgedAtMs } = site;
  if (judgedAtMs === null) return [];
  const isLate = ({ id, atMs }: StoredReading) =>
    id > day.lastId && atMs >= range.fromMs && atMs < judgedAtMs;
  const late = groupBy(found.readings.filter(isLate), ({ name }) => name);
  const again: TimeRange[] = [];
  for (const [name, readings] of late)
    again.push(...(await changedBy(parts, site, { name, late: readings, day, isNew })));
  return again;
}

type Late = {
  readonly name: string;
  readonly late: readonly StoredReading[];
  readonly day: JudgedDay;
  readonly isNew: IsNew;
};

async function changedBy(
  { db, catalogue }: JudgingParts,
  { siteId, versions, judgedAtMs }: JudgedSite,
  { name, late, day, isNew }: Late,
): Promise<readonly TimeRange[]> {
  const fromMs = Math.min(...late.map(({ atMs }) => atMs));
  const untilMs = Math.min(Math.max(...late.map(({ atMs }) => atMs)) + DAY_MS, (judgedAtMs ?? 0) + 1);
  const around = withDayBefore({ fromMs, untilMs });
  // those of other days may be new, too, and were not known either
  const readings = groupBy(await listReadings(db, siteId, [name], around), isNew);
  const sets = { known: readings.get(false) ?? [], late: readings.get(true) ?? [] };
  const robots = await robotsOf(db, catalogue, versions, around);
  const sameAs = (version: number) => robots.sameAs(name, version);
  const again: TimeRange[] = [];
  for (const range of reliesOtherwise(versions, sets, { range: { fromMs, untilMs }, sameAs })) {
    const lastId = range.untilMs > day.dayMs + DAY_MS ? Number.MAX_SAFE_INTEGER : day.lastId;
    if (await hasVisits(db, siteId, { name, range, lastId })) again.push(daysOf(range));
  }
  return again;
}

type Step = {
  readonly tally: Tally;
  readonly days: readonly JudgedDay[];
  /** Those of them whose counts replace what is known. */
  readonly anew: readonly number[];
};

/** All days of a step are of one month. */
function store({ db }: JudgingParts, site: JudgedSite, { tally, days, anew }: Step): Promise<JudgedSite> {
  const places = anew.map(placeOf);
  return storeJudged(db, site, {
    days,
    names: anew.length > 0 ? undefined : tally.names(),
    counts: ({ bots, broken }) => ({
      bots: tally.months(bots, places),
      broken: tally.broken(broken, places),
      rules: tally.rules(),
    }),
  });
}
