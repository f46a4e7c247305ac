import type { NewAlert } from '../../domain/alert.ts';
import type { Site } from '../../domain/site.ts';
import { DAY_MS, startOfDay } from '../../domain/time.ts';
import type { Database } from '../../database/database.ts';
import { type FirstSeen, listFirstSeen, listOldSites } from '../../queries/alert-sites.ts';
import { type Decided, isMuted, leastVisitsOf } from './sensitivity.ts';
import { wordNewBots } from './wording.ts';

/** A bot is new if it was not seen in so many days. */
export const NEW_AFTER_DAYS = 90;
/** It is looked for so long until it has enough visits. */
const LOOKED_FOR_DAYS = 7;
/** Of a site that is younger, all are new. */
export const LEAST_DAYS = 14;

/** What was first seen lately on those of the sites whose events reach back far enough, in the days before `untilMs`. */
export async function listNewOnSites(
  db: Database,
  siteIds: readonly string[],
  untilMs: number,
): Promise<readonly FirstSeen[]> {
  const sinceMs = untilMs - LOOKED_FOR_DAYS * DAY_MS;
  const fromMs = sinceMs - NEW_AFTER_DAYS * DAY_MS;
  const old = await listOldSites(db, siteIds, startOfDay(untilMs - 1) - LEAST_DAYS * DAY_MS);
  return old.length === 0 ? [] : listFirstSeen(db, old, { fromMs, untilMs }, sinceMs);
}

/** The alert of what is new on a site in the days before `untilMs`; undefined if nothing is. `raised` were raised before. */
export function newBotsAlert(
  seen: readonly FirstSeen[],
  raised: ReadonlySet<string>,
  decided: Decided,
  { atMs, untilMs }: { readonly atMs: number; readonly untilMs: number },
): NewAlert | undefined {
  const least = leastVisitsOf(decided.sensitivities);
  if (least === undefined) return undefined;
  const bots = seen
    .filter(({ name, visits, proven, lastDayMs }) => {
      // what comes no more was imported, or was raised that day
      if (raised.has(name) || lastDayMs < untilMs - DAY_MS) return false;
      const muted = isMuted(decided, { kind: 'new-bot', subjectKind: 'bot', subject: name }, atMs);
      return !muted && (visits >= least || proven > 0);
    })
    .toSorted((a, b) => b.visits - a.visits || (a.name < b.name ? -1 : 1));
  const [first] = bots;
  if (first === undefined) return undefined;
  return {
    ...{ kind: 'new-bot', subjectKind: 'bot', subject: first.name, eventType: 'bot' },
    subjects: bots.map(({ name }) => name),
    ...{ atMs, fromMs: Math.min(...bots.map(({ firstDayMs }) => firstDayMs)), untilMs: atMs },
    ...{ unit: 'count', seen: first.visits, usual: [], page: null },
    ...wordNewBots(bots.map(({ name, visits, firstDayMs }) => ({ name, visits, sinceMs: firstDayMs }))),
  };
}

/** The new bots of a site that were raised in the last weeks. */
export function raisedNames(
  { id }: Site,
  known: readonly {
    readonly siteId: string | null;
    readonly kind: string;
    readonly subjects: readonly string[];
  }[],
): ReadonlySet<string> {
  return new Set(
    known
      .filter(({ siteId, kind }) => siteId === id && kind === 'new-bot')
      .flatMap(({ subjects }) => subjects),
  );
}
