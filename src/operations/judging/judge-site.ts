import type { TimeRange } from '../../domain/date-range.ts';
import { DAY_MS, EARLIEST_MS, startOfDay, startOfMonth } from '../../domain/time.ts';
import {
  type DayOfVisits,
  type JudgedDay,
  findUnjudgedDays,
  listJudgedDays,
} from '../../queries/judged-days.ts';
import type { JudgedSite } from '../../queries/judged-site-statements.ts';
import type { SiteToJudge } from '../../queries/judged-sites.ts';
import { storeJudgedSite } from '../../queries/judged-steps.ts';
import type { VersionTime } from '../../queries/robots-versions.ts';
import { daysChanged, joined } from './changes.ts';
import { type IsNew, judgeAnew, judgeMore } from './judge-days.ts';
import type { JudgingParts } from './read-visits.ts';

type SiteJudging = JudgingParts & {
  /** Whether other sites are to have their turn before more is judged again. */
  readonly isTimeOver?: (() => boolean) | undefined;
  /** How many visits the days had that were looked at: what still differs then is for `verify`. */
  readonly done?: Map<string, number> | undefined;
};

/**
 * Judges the visits of a site that are not judged yet, and those on which other versions, or events that came late, have a
 * bearing. Each step is stored by itself, so that it goes on where it was interrupted.
 */
export async function judgeSite(
  parts: SiteJudging,
  { site: found, recorded, closed }: SiteToJudge,
  { versions, nowMs }: { readonly versions: readonly VersionTime[]; readonly nowMs: number },
): Promise<void> {
  const today = startOfDay(nowMs);
  const isEarlierChanged = found.revision === 0 || recorded !== found.recorded;
  let site = await withVersions(parts, found, versions, today);
  const fromMs = isEarlierChanged ? EARLIEST_MS : found.untilMs;
  const unjudged = await findUnjudgedDays(parts.db, site.siteId, fromMs);
  const looked = { untilMs: today, recorded: recorded + closed, lookedAtMs: nowMs };
  site = await judgeUnjudged(parts, site, { unjudged, looked });
  while (site.again !== undefined && parts.isTimeOver?.() !== true)
    site = await judgeSomeAgain(parts, site, site.again);
}

/** Visits are judged by other versions from now on, and again where these differ. */
async function withVersions(
  parts: JudgingParts,
  site: JudgedSite,
  versions: readonly VersionTime[],
  today: number,
): Promise<JudgedSite> {
  // nothing is judged yet
  if (site.revision === 0)
    return storeJudgedSite(parts.db, { ...site, versions, untilMs: today, recorded: -1 });
  const changed = daysChanged(site.versions, versions);
  return changed
    ? storeJudgedSite(parts.db, { ...site, versions, again: joined(site.again, changed) })
    : site;
}

type Unjudged = { readonly unjudged: readonly DayOfVisits[]; readonly looked: Partial<JudgedSite> };

/** That the site was looked at is stored with the last step. */
async function judgeUnjudged(
  parts: SiteJudging,
  found: JudgedSite,
  { unjudged, looked }: Unjudged,
): Promise<JudgedSite> {
  let site = found;
  const isStuck = ({ dayMs, visits, judged }: DayOfVisits) =>
    judged >= 0 && parts.done?.get(`${site.siteId} ${dayMs}`) === visits;
  const days = unjudged.filter((day) => !isStuck(day));
  const known = await judgedAmong(parts, site, days);
  const due = new Set(days.map(({ dayMs }) => dayMs));
  const isNew: IsNew = ({ atMs, id }) => {
    const judged = known.get(startOfDay(atMs));
    return judged === undefined ? due.has(startOfDay(atMs)) : id > judged.lastId;
  };
  const steps = inSteps(days, known);
  if (steps.length === 0) return storeJudgedSite(parts.db, { ...site, ...looked });
  for (const step of steps) {
    if (step === steps.at(-1)) site = { ...site, ...looked };
    const [day] = step;
    const before = day && known.get(day.dayMs);
    site =
      before === undefined
        ? await judgeFirst(parts, site, { days: step.map(({ dayMs }) => dayMs), known })
        : await judgeMore(parts, site, { day: before, isNew });
    for (const { dayMs, visits } of step) parts.done?.set(`${site.siteId} ${dayMs}`, visits);
  }
  return site;
}

/** What is judged of these days and those between them, and of the next one. */
async function judgedAmong(
  { db }: JudgingParts,
  { siteId }: JudgedSite,
  days: readonly DayOfVisits[],
): Promise<ReadonlyMap<number, JudgedDay>> {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return new Map();
  const range = { fromMs: first.dayMs, untilMs: last.dayMs + 2 * DAY_MS };
  return new Map((await listJudgedDays(db, siteId, range)).map((day) => [day.dayMs, day]));
}

/** What was read on a day counts for the next one, too, which may have been judged before. */
async function judgeFirst(
  parts: JudgingParts,
  site: JudgedSite,
  { days, known }: { readonly days: readonly number[]; readonly known: ReadonlyMap<number, JudgedDay> },
): Promise<JudgedSite> {
  const next = days.map((dayMs) => dayMs + DAY_MS).filter((dayMs) => known.has(dayMs));
  const again = next.map((dayMs) => ({ fromMs: dayMs, untilMs: dayMs + DAY_MS })).reduce(joined, site.again);
  return judgeAnew(parts, { ...site, again }, days);
}

/** So many visits of days that are judged together are stored in one transaction. */
const VISITS_A_STEP = 10_000;

/** Days with few visits are judged together, if they are of one month and nothing of them is judged. */
function inSteps(
  days: readonly DayOfVisits[],
  known: ReadonlyMap<number, JudgedDay>,
): readonly (readonly DayOfVisits[])[] {
  const steps: DayOfVisits[][] = [];
  let sum = Infinity;
  for (const day of days) {
    const last = steps.at(-1)?.at(-1);
    const isOther =
      last === undefined ||
      known.has(last.dayMs) ||
      known.has(day.dayMs) ||
      startOfMonth(last.dayMs) !== startOfMonth(day.dayMs);
    sum += day.visits;
    if (isOther || sum > VISITS_A_STEP) {
      steps.push([]);
      sum = day.visits;
    }
    steps.at(-1)?.push(day);
  }
  return steps;
}

/** So many days are looked up at a time. */
const DAYS_AT_A_TIME = 400;

/** Judges the first of the days that are to be judged again, as many as make a step. */
async function judgeSomeAgain(
  parts: SiteJudging,
  site: JudgedSite,
  { fromMs, untilMs }: TimeRange,
): Promise<JudgedSite> {
  const endMs = Math.min(untilMs, fromMs + DAYS_AT_A_TIME * DAY_MS);
  const judged = await listJudgedDays(parts.db, site.siteId, { fromMs, untilMs: endMs });
  const days = judged.map(({ dayMs, hours }) => {
    const visits = hours.reduce((sum, n) => sum + n, 0);
    return { dayMs, visits, judged: visits };
  });
  const [step] = inSteps(days, new Map());
  const nextMs =
    step === undefined || step.length === days.length ? endMs : (step.at(-1)?.dayMs ?? endMs) + DAY_MS;
  const rest = nextMs < untilMs ? { fromMs: nextMs, untilMs } : undefined;
  if (step === undefined)
    return storeJudgedSite(parts.db, { ...site, again: await restOf(parts, site, rest) });
  return judgeAnew(
    parts,
    { ...site, again: rest },
    step.map(({ dayMs }) => dayMs),
  );
}

/** Without the days that have nothing judged at its end, of which there are millions until the last day that dates have. */
async function restOf(
  { db }: JudgingParts,
  { siteId }: JudgedSite,
  rest: TimeRange | undefined,
): Promise<TimeRange | undefined> {
  const [next] = rest === undefined ? [] : await listJudgedDays(db, siteId, rest);
  return next && rest && { ...rest, fromMs: next.dayMs };
}
