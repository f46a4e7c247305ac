import type { Database } from '../../database/database.ts';
import type { AccessibleSite } from '../../domain/site.ts';
import { DAY_MS, EARLIEST_MS, startOfDay } from '../../domain/time.ts';
import { countHoursOfVisits, findUnjudgedDays, listJudgedDays } from '../../queries/judged-days.ts';
import type { JudgedSite } from '../../queries/judged-site-statements.ts';
import { findJudgedSite } from '../../queries/judged-sites.ts';
import { findFirstUnjudged } from '../../queries/obedience.ts';
import { type VersionTime, listVersionTimes } from '../../queries/robots-versions.ts';
import { daysChanged } from '../judging/changes.ts';

/** How far the visits of a site are judged. */
export type JudgedUntil = {
  /** Every visit before it that was recorded more than a minute ago is judged; null if nothing ever was. */
  readonly atMs: number | null;
  /** The days from this one on count for nothing: they are to be judged, or judged again. */
  readonly untilDayMs: number;
  readonly versions: readonly VersionTime[];
};

/** Visits are judged so long after they were recorded at the latest. */
const WITHIN_MS = 60_000;

/** How far a site is judged now. */
export async function judgedUntil(
  db: Database,
  site: AccessibleSite<'view'>,
  nowMs: number,
): Promise<JudgedUntil> {
  const versions = await listVersionTimes(db, [site.id]);
  const judged = await findJudgedSite(db, site.id);
  if (judged?.lookedAtMs === null || judged === undefined)
    return { atMs: null, untilDayMs: EARLIEST_MS, versions };
  const waiting = [
    daysChanged(judged.versions, versions)?.fromMs,
    judged.again?.fromMs,
    await firstWaiting(db, site, { judged, lookedAtMs: judged.lookedAtMs, nowMs }),
  ];
  const atMs = Math.min(nowMs, ...waiting.map((ms) => ms ?? Infinity));
  // a visit of today that waits keeps nothing else from counting
  return { atMs, untilDayMs: atMs < nowMs && atMs === startOfDay(atMs) ? atMs : Infinity, versions };
}

type Looked = { readonly judged: JudgedSite; readonly lookedAtMs: number; readonly nowMs: number };

/** The first day, or of today the first moment, with a visit that should be judged by now and is not. */
async function firstWaiting(
  db: Database,
  site: AccessibleSite<'view'>,
  { lookedAtMs, nowMs }: Looked,
): Promise<number | undefined> {
  if (lookedAtMs >= nowMs - WITHIN_MS) return undefined;
  const [first] = await findUnjudgedDays(db, site.id, EARLIEST_MS);
  if (first === undefined || first.dayMs < startOfDay(nowMs)) return first?.dayMs;
  const day = { fromMs: first.dayMs, untilMs: first.dayMs + DAY_MS };
  const [judged] = await listJudgedDays(db, site.id, day);
  const counted = await countHoursOfVisits(db, site.id, day.fromMs);
  const hour = counted.findIndex((visits, of) => visits !== (judged?.hours[of] ?? 0));
  const fromMs = day.fromMs + Math.max(hour, 0) * (DAY_MS / counted.length);
  const visitMs = await findFirstUnjudged(db, site, { ...day, fromMs }, judged?.lastId ?? 0);
  return visitMs === undefined || visitMs >= nowMs - WITHIN_MS ? undefined : visitMs;
}
