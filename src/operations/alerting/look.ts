import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { TimeRange } from '../../domain/date-range.ts';
import { groupBy } from '../../domain/group-by.ts';
import type { Site } from '../../domain/site.ts';
import { DAY_MS, HOUR_MS, startOfDay, startOfHour } from '../../domain/time.ts';
import type { Database } from '../../database/database.ts';
import { isAway } from '../../database/lost-connection.ts';
import { type DayCounts, saveAlertDays } from '../../queries/alert-days.ts';
import { findTouchedHours } from '../../queries/touched-hours.ts';
import { type AlertSite, type FirstSeen, listAlertSites, saveAlertSite } from '../../queries/alert-sites.ts';
import { type StoredAlert, listKnownAlerts } from '../../queries/alerts.ts';
import { findSites } from '../../queries/sites.ts';
import { type SiteFailed, lookAtSites, pagesOfSites } from '../upkeep/due-sites.ts';
import { countAgain } from './counting.ts';
import { decidedOf } from './decided.ts';
import { KEEP_DAYS, LATE_HOURS, type SiteToLookAt, lookDeeply } from './deep-look.ts';
import { namedBy } from './named.ts';
import { NEW_AFTER_DAYS, listNewOnSites, newBotsAlert, raisedNames } from './new-bots.ts';
import { saveLook } from './raising.ts';
import { mayHaveUnusual, remembered } from './remembered.ts';
import type { Decided } from './sensitivity.ts';
import { NOTHING_RECORDED, listRecordedHours, lookAtSources } from './source-silence.ts';
import { hoursOfDays } from './site-series.ts';

export type AlertingParts = {
  readonly db: Database;
  readonly catalogue: Catalogue;
  readonly stop?: AbortSignal | undefined;
  /** Called with what failed for a site; the others are looked at nevertheless. */
  readonly onFailed: (failed: SiteFailed) => void;
};

type Look = {
  readonly nowMs: number;
  /** New bots are raised of the days before this; undefined if none are raised now. */
  readonly newBotsUntilMs: number | undefined;
};

/** How far back the hours of a surge of a day that began late may lie. */
const SHOWN_HOURS = LATE_HOURS + 24;
/** What is usual is learned again of so many of a page's sites at a time, so that not all of them are due at once. */
const LEARNED_OF_PAGE = 0.02;
/** A new bot that was raised so long ago may be new again. */
const KNOWN_DAYS = Math.max(KEEP_DAYS, NEW_AFTER_DAYS + 7) + 1;

/** Looks what is unusual of all sites, or of one, up to the last full hour. Returns how many alerts are new. */
export async function lookForAlerts(parts: AlertingParts, look: Look, siteId?: string): Promise<number> {
  let raised = 0;
  const pages = siteId === undefined ? pagesOfSites(parts.db, parts.stop) : [[siteId]];
  for await (const page of pages) {
    const results = lookAtSites(page, async (some) => [await lookAtPage(parts, look, some)]);
    for await (const result of results) {
      if (typeof result === 'number') raised += result;
      else parts.onFailed(result);
    }
  }
  return raised;
}

/** What is known of one of the sites of a page. */
type PageSite = {
  readonly site: Site;
  readonly state: AlertSite;
  readonly decided: Decided;
  readonly known: readonly StoredAlert[];
  readonly days: readonly DayCounts[];
  readonly changed: readonly DayCounts[];
  /** The first hour that was counted again; undefined if none was. */
  readonly touchedMs: number | undefined;
  readonly firstSeen: readonly FirstSeen[];
};

async function lookAtPage(parts: AlertingParts, look: Look, siteIds: readonly string[]): Promise<number> {
  const { stop, onFailed } = parts;
  const sites = await readPage(parts, look, siteIds);
  const due = dueOf(sites, look.nowMs);
  const close = new Set(sites.filter((one) => due.has(one) || deservesLook(parts, one, look.nowMs)));
  await saveAlertDays(
    parts.db,
    sites.filter((one) => !close.has(one)).flatMap(({ changed }) => changed),
  );
  const recorded = await recordedOf(parts, sites, close, look.nowMs);
  let raised = 0;
  for (const one of sites) {
    if (stop?.aborted === true) break;
    const sources = recorded.get(one.site.id);
    const hasNew = one.firstSeen.length > 0;
    if (!close.has(one) && sources === undefined && !hasNew) continue;
    const asked = { ...one, sources, isClose: close.has(one), learns: due.has(one) };
    try {
      raised += await lookAtSite(parts, look, asked);
    } catch (cause) {
      if (isAway(cause)) throw cause;
      onFailed({ siteId: one.site.id, cause });
    }
  }
  return raised;
}

async function readPage(
  { db }: AlertingParts,
  { nowMs, newBotsUntilMs }: Look,
  siteIds: readonly string[],
): Promise<readonly PageSite[]> {
  const untilMs = startOfHour(nowMs);
  const states = await listAlertSites(db, siteIds);
  const counted = states.map(({ siteId }) => siteId);
  if (counted.length === 0) return [];
  const [touched, known, sites, firstSeen] = await Promise.all([
    findTouchedHours(db, counted, { fromMs: untilMs - LATE_HOURS * HOUR_MS, untilMs }),
    listKnownAlerts(db, counted, nowMs - KNOWN_DAYS * DAY_MS),
    findSites(db, counted),
    newBotsUntilMs === undefined ? [] : listNewOnSites(db, counted, newBotsUntilMs),
  ]);
  const { days, changed } = await countAgain(db, touched, shownDays(nowMs));
  const decided = await decidedOf(db, sites, nowMs);
  const stateOf = new Map(states.map((state) => [state.siteId, state]));
  const daysOf = bySite(days);
  const changedOf = bySite(changed);
  const touchedOf = bySite(touched);
  const seenOf = bySite(firstSeen);
  const knownOf = bySite(known);
  return sites.flatMap((site) => {
    const state = stateOf.get(site.id);
    if (state === undefined) return [];
    const hours = touchedOf(site.id).map(({ fromMs }) => fromMs);
    return [
      {
        ...{ site, state, decided: decided(site), known: knownOf(site.id), days: daysOf(site.id) },
        ...{ changed: changedOf(site.id), firstSeen: seenOf(site.id) },
        touchedMs: hours.length === 0 ? undefined : Math.min(...hours),
      },
    ];
  });
}

function bySite<Item extends { readonly siteId: string | null }>(items: readonly Item[]) {
  const groups = groupBy(items, ({ siteId }) => siteId);
  return (siteId: string): readonly Item[] => groups.get(siteId) ?? [];
}

/** The days whose hours a surge that is raised now may have. */
function shownDays(nowMs: number): TimeRange {
  const fromMs = startOfDay(startOfHour(nowMs) - SHOWN_HOURS * HOUR_MS);
  return { fromMs, untilMs: startOfDay(nowMs) + DAY_MS };
}

/** It is learned again what is usual after this time. */
const LEARN_AGAIN_MS = 7 * DAY_MS;
/** While nothing is known of a site, as when its history was imported just now, it is learned every day. */
const LEARN_FIRST_MS = DAY_MS;

function isDue({ state, touchedMs }: PageSite, nowMs: number): boolean {
  const ageMs = nowMs - state.learnedAtMs;
  if (touchedMs === undefined || ageMs < LEARN_FIRST_MS) return false;
  return ageMs >= LEARN_AGAIN_MS || ![...remembered(state).values()].some(({ gate }) => gate);
}

/** The sites of which it is to be learned again what is usual, those that wait longest first. */
function dueOf(sites: readonly PageSite[], nowMs: number): ReadonlySet<PageSite> {
  const most = Math.ceil(sites.length * LEARNED_OF_PAGE);
  const due = sites
    .filter((one) => isDue(one, nowMs))
    .toSorted((one, other) => one.state.learnedAtMs - other.state.learnedAtMs);
  return new Set(due.slice(0, most));
}

/** Whether a site may have something unusual, or something that goes on may be over. */
function deservesLook(parts: AlertingParts, one: PageSite, nowMs: number): boolean {
  const { known, days, touchedMs, state } = one;
  const goesOn = known.some(({ untilMs, eventType }) => untilMs === null && eventType !== null);
  if (goesOn) return true;
  if (touchedMs === undefined) return false;
  return mayHaveUnusual(days, remembered(state), {
    hours: hoursOfDays(shownDays(nowMs)),
    untils: untilsFrom(touchedMs, nowMs),
    named: namedBy(parts.catalogue),
  });
}

/** The ends of the hours from a touched one up to the last full one; without one, that of the last. */
function untilsFrom(touchedMs: number | undefined, nowMs: number): readonly number[] {
  const last = Math.floor(nowMs / HOUR_MS);
  const first = touchedMs === undefined ? last : touchedMs / HOUR_MS + 1;
  return Array.from({ length: last - first + 1 }, (_, hour) => first + hour);
}

type Recorded = Awaited<ReturnType<typeof listRecordedHours>>;

/** When the sources recorded of the sites of which one may be silent, or is. */
async function recordedOf(
  { db }: AlertingParts,
  sites: readonly PageSite[],
  close: ReadonlySet<PageSite>,
  nowMs: number,
): Promise<ReadonlyMap<string, Recorded>> {
  const looked = sites.filter(
    (one) =>
      close.has(one) ||
      (one.state.silenceDueAtMs !== null && one.state.silenceDueAtMs <= nowMs) ||
      one.known.some(
        ({ untilMs, eventType, kind }) => untilMs === null && eventType === null && kind === 'silence',
      ),
  );
  if (looked.length === 0) return new Map();
  const siteIds = looked.map(({ site }) => site.id);
  const recorded = bySite(await listRecordedHours(db, siteIds, nowMs));
  return new Map(siteIds.map((siteId) => [siteId, recorded(siteId)]));
}

type SiteToLook = PageSite & {
  readonly sources: Recorded | undefined;
  readonly isClose: boolean;
  readonly learns: boolean;
};

async function lookAtSite({ db, catalogue }: AlertingParts, look: Look, one: SiteToLook): Promise<number> {
  const { nowMs, newBotsUntilMs } = look;
  const { site, state, known, decided, sources, isClose, learns, changed, touchedMs } = one;
  const untils = untilsFrom(touchedMs, nowMs);
  const asked: SiteToLookAt = { site, state, learns, changed, known, decided, untils };
  const deep = isClose
    ? await lookDeeply({ db, nowMs, named: namedBy(catalogue) }, asked)
    : { accountId: site.accountId, state, days: [], begun: [], over: [] };
  const ofSources =
    sources === undefined
      ? { ...NOTHING_RECORDED, dueAtMs: state.silenceDueAtMs }
      : lookAtSources({ sources, known, decided }, nowMs);
  const newBots =
    newBotsUntilMs === undefined
      ? undefined
      : newBotsAlert(one.firstSeen, raisedNames(site, known), decided, {
          atMs: nowMs,
          untilMs: newBotsUntilMs,
        });
  const saved = {
    accountId: site.accountId,
    days: deep.days,
    state: { ...deep.state, silenceDueAtMs: ofSources.dueAtMs },
    begun: [...deep.begun, ...ofSources.begun, ...(newBots === undefined ? [] : [newBots])],
    over: [...deep.over, ...ofSources.over],
  };
  return saveLook(db, saved, nowMs);
}

/** Remembers a site whose last weeks are counted; it is learned at once what is usual. */
export async function remember(db: Database, siteId: string): Promise<void> {
  await saveAlertSite(db, { siteId, learnedAtMs: 0, learned: '{}', silenceDueAtMs: null });
}
