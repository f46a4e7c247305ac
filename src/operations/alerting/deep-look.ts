import type { Site } from '../../domain/site.ts';
import { DAY_MS, HOUR_MS, startOfDay } from '../../domain/time.ts';
import type { Database } from '../../database/database.ts';
import { type DayCounts, listAlertDays } from '../../queries/alert-days.ts';
import type { AlertSite } from '../../queries/alert-sites.ts';
import type { StoredAlert } from '../../queries/alerts.ts';
import { countDays } from './counting.ts';
import type { Named } from './named.ts';
import { alertOf, type SiteLook } from './raising.ts';
import { remembered, serialize } from './remembered.ts';
import type { Decided } from './sensitivity.ts';
import { type Finding, type KnownAlert, createSiteJudge } from './site-judge.ts';
import { gapsOf, hoursOfDays, seriesOf } from './site-series.ts';

/** Counts are kept for so long. */
export const KEEP_DAYS = 70;
/** What is recorded to older days is counted when it is learned again what is usual; till then it raises nothing. */
const LATE_DAYS = 7;

/** A site that is looked at more closely, and why. */
export type SiteToLookAt = {
  readonly site: Site;
  readonly state: AlertSite;
  /** Whether it is learned again what is usual. */
  readonly learns: boolean;
  /** The days that were counted just now, which are not stored yet. */
  readonly changed: readonly DayCounts[];
  /** The hours to judge, by their ends. */
  readonly untils: readonly number[];
  /** The alerts of the last weeks. */
  readonly known: readonly StoredAlert[];
  readonly decided: Decided;
};

export type DeepLooking = {
  readonly db: Database;
  readonly nowMs: number;
  readonly named: Named;
};

/** How far back the windows of a judged hour may reach: older events raise nothing. */
export const LATE_HOURS = 26;

/** Judges the hours of a site by all that is known of it. */
export async function lookDeeply(
  { db, nowMs, named }: DeepLooking,
  { site, state, learns, changed, untils, known, decided }: SiteToLookAt,
): Promise<SiteLook> {
  const range = { fromMs: startOfDay(nowMs) - KEEP_DAYS * DAY_MS, untilMs: startOfDay(nowMs) + DAY_MS };
  if (learns) await countDays(db, site.id, { ...range, untilMs: startOfDay(nowMs) - LATE_DAYS * DAY_MS });
  const days = replaced(await listAlertDays(db, [site.id], range), changed);
  const hours = hoursOfDays(range);
  const last = Math.floor(nowMs / HOUR_MS);
  const gates = learns ? undefined : remembered(state);
  const judge = createSiteJudge(seriesOf(days, hours, named), gapsOf(days, hours, last), gates);

  const all: (KnownAlert & { readonly id?: number })[] = [...known];
  const found: { readonly finding: Finding; readonly until: number }[] = [];
  const over: { readonly id: number; readonly untilMs: number }[] = [];
  for (const until of untils) {
    const longest = until - (last - LATE_HOURS);
    const judged = judge.judge(until, all, decided, { longest, isLast: until === last });
    for (const { alert, untilMs } of judged.over) {
      all[all.indexOf(alert)] = { ...alert, untilMs };
      if (alert.id !== undefined) over.push({ id: alert.id, untilMs });
    }
    for (const finding of judged.begun) {
      found.push({ finding, until });
      all.push(asKnown(finding));
    }
  }
  const begun = [];
  for (const { finding, until } of found) begun.push(await alertOf(db, site.id, finding, until));
  const learned = serialize(judge.remember(last, all));
  const learnedAtMs = learns ? nowMs : state.learnedAtMs;
  return {
    ...{ accountId: site.accountId, days: changed, begun, over },
    state: { ...state, learned, learnedAtMs },
  };
}

/** A finding as an alert that goes on. */
export function asKnown({ kind, series, from }: Finding): KnownAlert {
  const { subjectKind, subject } = series;
  return { kind, subjectKind, subject, fromMs: from * HOUR_MS, untilMs: null, expectedAtMs: null };
}

function replaced(stored: readonly DayCounts[], changed: readonly DayCounts[]): readonly DayCounts[] {
  const keyOf = ({ dayMs, type, name, company }: DayCounts) => JSON.stringify([dayMs, type, name, company]);
  const keys = new Set(changed.map(keyOf));
  return [...stored.filter((day) => !keys.has(keyOf(day))), ...changed];
}
