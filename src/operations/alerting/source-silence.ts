import type { AlertSubject, NewAlert } from '../../domain/alert.ts';
import { DAY_MS, HOUR_MS } from '../../domain/time.ts';
import type { Database } from '../../database/database.ts';
import { findRevokedKeys } from '../../queries/api-keys.ts';
import { type SourceHours, listHoursOfSources } from '../../queries/alert-sites.ts';
import type { StoredAlert } from '../../queries/alerts.ts';
import { LEARNED_DAYS } from '../../statistics/examples.ts';
import { silentFrom } from '../../statistics/presence.ts';
import { sourcesOfSites } from '../sources-of-sites.ts';
import { type Decided, isMuted, presenceRuleOf } from './sensitivity.ts';
import { wordSourceSilence } from './wording.ts';

/** A source as alerts name it. */
type NamedSource = SourceHours & { readonly subjectKind: AlertSubject; readonly subject: string };

/** The sources of sites, with the hours in which they recorded; without those whose key was revoked. */
export async function listRecordedHours(
  db: Database,
  siteIds: readonly string[],
  nowMs: number,
): Promise<readonly NamedSource[]> {
  const sources = await listHoursOfSources(db, siteIds, nowMs - LEARNED_DAYS * DAY_MS);
  if (sources.length === 0) return [];
  const keyIds = [...new Set(sources.flatMap(({ keyId }) => keyId ?? []))];
  const [revoked, named] = await Promise.all([
    findRevokedKeys(db, keyIds),
    sourcesOfSites(db, [...new Set(sources.map(({ siteId }) => siteId))], nowMs),
  ]);
  return sources.flatMap((source) => {
    if (source.keyId !== null && revoked.has(source.keyId)) return [];
    const subject = named.get(source.siteId)?.find(({ id }) => id === source.id)?.name ?? source.name;
    // imports are none of them
    return [{ ...source, subject, subjectKind: source.kind as AlertSubject }];
  });
}

export type SourceLook = {
  readonly begun: readonly NewAlert[];
  readonly over: readonly { readonly id: number; readonly untilMs: number }[];
  /** When the first of the sources will have been silent for too long; null if none can. */
  readonly dueAtMs: number | null;
};

/** Of sources that are not looked at. */
export const NOTHING_RECORDED: Omit<SourceLook, 'dueAtMs'> = { begun: [], over: [] };

const KINDS: readonly AlertSubject[] = ['log', 'collector', 'middleware', 'drain'];

/** A site whose sources are looked at. */
export type SourcesOfSite = {
  readonly sources: readonly NamedSource[];
  readonly known: readonly StoredAlert[];
  readonly decided: Decided;
};

/** Looks which sources of a site have fallen silent, by the full hours up to now, and which record again. */
export function lookAtSources({ sources, known, decided }: SourcesOfSite, nowMs: number): SourceLook {
  const until = Math.floor(nowMs / HOUR_MS);
  const ofSources = known.filter(
    ({ kind, subjectKind }) => kind === 'silence' && KINDS.includes(subjectKind),
  );
  const ongoing = ofSources.filter(({ untilMs }) => untilMs === null);
  const rule = presenceRuleOf(decided.sensitivities);
  const begun: NewAlert[] = [];
  const due: number[] = [];
  const silent: NamedSource[] = [];
  for (const source of sources) {
    const from = rule && silentFrom(source.hours, rule);
    if (from === undefined) continue;
    if (from > until) due.push(from);
    else silent.push(source);
  }
  for (const source of silent)
    if (!ongoing.some(isOf(source)) && !isUnwanted(source, ofSources, decided, nowMs))
      begun.push(silenceOf(source, until));
  const over = ongoing.flatMap((alert) => {
    const end = endOf(alert, { sources, silent, until });
    return end === undefined ? [] : [{ id: alert.id, untilMs: end * HOUR_MS }];
  });
  return { begun, over, dueAtMs: due.length === 0 ? null : Math.min(...due) * HOUR_MS };
}

type Looked = {
  readonly sources: readonly NamedSource[];
  readonly silent: readonly NamedSource[];
  readonly until: number;
};

/**
 * The hour in which a silence was over; undefined if it goes on. Several sources may have its name, as two keys may: it goes on
 * while one of them is silent, and was over with the last that records again.
 */
function endOf(alert: StoredAlert, { sources, silent, until }: Looked): number | undefined {
  const isNamed = (source: NamedSource) => isOf(source)(alert);
  const againOf = ({ hours }: NamedSource) => hours.find((hour) => hour >= alert.fromMs / HOUR_MS);
  // a source whose key was revoked will not record again
  if (!sources.some(isNamed)) return until;
  if (silent.some((source) => isNamed(source) && againOf(source) === undefined)) return undefined;
  const again = sources.filter(isNamed).flatMap((source) => againOf(source) ?? []);
  return again.length === 0 ? undefined : Math.max(...again);
}

type Named = Pick<NamedSource, 'subject' | 'subjectKind'>;

function isOf({ subject, subjectKind }: Named): (alert: Named) => boolean {
  return (alert) => alert.subject === subject && alert.subjectKind === subjectKind;
}

const EXPECTED_MS = 28 * DAY_MS;

/** Whether the source is muted, or its owner has said lately that its silence is expected. */
function isUnwanted(source: Named, known: readonly StoredAlert[], decided: Decided, nowMs: number): boolean {
  const { subject, subjectKind } = source;
  if (isMuted(decided, { kind: 'silence', subjectKind, subject }, nowMs)) return true;
  return known
    .filter(isOf(source))
    .some(({ expectedAtMs }) => expectedAtMs !== null && nowMs - expectedAtMs < EXPECTED_MS);
}

function silenceOf({ subject, subjectKind, hours }: NamedSource, until: number): NewAlert {
  const [fromMs, atMs] = [((hours.at(-1) ?? until) + 1) * HOUR_MS, until * HOUR_MS];
  return {
    ...{ kind: 'silence', subjectKind, subject, subjects: [subject], eventType: null },
    ...{ atMs, fromMs, untilMs: null, unit: 'count', seen: 0, usual: [], page: null },
    ...wordSourceSilence({ kind: subjectKind, name: subject }, fromMs, atMs),
  };
}
