import { shortNames } from '../domain/log-names.ts';
import { type Source, type SourceKind, SOURCE_KINDS, idOfSource } from '../domain/source.ts';
import { remedyOf } from '../domain/source-remedies.ts';
import { HOUR_MS, startOfHour } from '../domain/time.ts';
import type { Database } from '../database/database.ts';
import {
  type CountedOutcome,
  type StoredSource,
  countSourceHours,
  findKeyNames,
  listSiteSources,
} from '../queries/site-sources.ts';

/** The hour of the request and those before it. */
const WINDOW_HOURS = 24;

/** The sources of each of the sites, all of them in the same few statements. */
export async function sourcesOfSites(
  db: Database,
  siteIds: readonly string[],
  nowMs: number,
): Promise<ReadonlyMap<string, readonly Source[]>> {
  const untilMs = startOfHour(nowMs) + HOUR_MS;
  const [listed, outcomes] = await Promise.all([
    listSiteSources(db, siteIds),
    countSourceHours(db, siteIds, { fromMs: untilMs - WINDOW_HOURS * HOUR_MS, untilMs }),
  ]);
  const stored = eachOnce(listed);
  const keyNames = await findKeyNames(db, [...new Set(stored.flatMap(({ keyId }) => keyId ?? []))]);
  const outcomesOf = grouped(outcomes, ({ siteId, sourceId }) => `${siteId} ${sourceId}`);
  const storedOf = grouped(stored, ({ siteId }) => siteId);
  return new Map(
    siteIds.map((siteId) => [
      siteId,
      inOrder(nameEach(storedOf(siteId), keyNames)).map((source) =>
        sourceOf(source, outcomesOf(`${siteId} ${source.id}`)),
      ),
    ]),
  );
}

function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string) {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return (key: string): readonly Item[] => groups.get(key) ?? [];
}

type Identified = StoredSource & { readonly id: string };

/**
 * What is known of a source without its id is left out if it is stored with it. A release before noted no keys: what it
 * noted of a kind is left out if any source of that kind is stored.
 */
function eachOnce(listed: readonly StoredSource[]): readonly Identified[] {
  const stored = new Map<string, Identified>();
  for (const source of listed) {
    const { id } = source;
    if (id !== null) stored.set(`${source.siteId} ${id}`, { ...source, id });
  }
  const kinds = new Set([...stored.values()].map(({ siteId, kind }) => `${siteId} ${kind}`));
  for (const source of listed) {
    if (source.id !== null || (source.kind !== 'log' && kinds.has(`${source.siteId} ${source.kind}`)))
      continue;
    const { siteId, kind, name } = source;
    const id = idOfSource({ siteId, kind, name });
    if (!stored.has(`${siteId} ${id}`)) stored.set(`${siteId} ${id}`, { ...source, id });
  }
  return [...stored.values()];
}

/** With names for people: of a log its file, of a key its name. */
function nameEach(
  ofSite: readonly Identified[],
  keyNames: ReadonlyMap<number, string>,
): readonly Identified[] {
  const logs = ofSite.filter(({ kind }) => kind === 'log');
  const names = shortNames(logs.map(({ name }) => name));
  const nameOf = new Map(logs.map(({ id }, index) => [id, names[index]]));
  return ofSite.map((source) => {
    const ofKey = source.keyId === null ? undefined : keyNames.get(source.keyId);
    return { ...source, name: nameOf.get(source.id) ?? ofKey ?? NAMES[source.kind] };
  });
}

/** Of what has neither a file nor a key. */
const NAMES: Readonly<Record<SourceKind, string>> = {
  log: 'log',
  drain: 'drain',
  collector: 'collector',
  middleware: 'middleware',
  import: 'events import',
};

/** A list that is looked at again has the same order. */
function inOrder(ofSite: readonly Identified[]): readonly Identified[] {
  const rank = ({ kind }: Identified) => SOURCE_KINDS.indexOf(kind);
  return ofSite.toSorted(
    (one, other) => rank(one) - rank(other) || order(one.name, other.name) || order(one.id, other.id),
  );
}

function order(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function sourceOf(stored: Identified, outcomes: readonly CountedOutcome[]): Source {
  const { id, kind, name, keyId, sender, lastRecordedMs, batchAtMs, refusedAtMs } = stored;
  return {
    ...{ id, kind, name, keyId, sender, lastRecordedMs, window: windowOf(outcomes) },
    lastBatch:
      batchAtMs === null
        ? null
        : { atMs: batchAtMs, records: stored.batchRecords ?? 0, bytes: stored.batchBytes ?? 0 },
    limits: (stored.limits ?? '').split(' ').flatMap((code) => remedyOf(code, { kind, sender }) ?? []),
    lastRefusal:
      refusedAtMs === null
        ? null
        : { atMs: refusedAtMs, status: stored.refusedStatus ?? 0, reason: stored.refusedReason ?? '' },
  };
}

/** The records are the sum of the others, whatever was counted. */
function windowOf(outcomes: readonly CountedOutcome[]): Source['window'] {
  const of = (wanted: string) => outcomes.find(({ outcome }) => outcome === wanted)?.count ?? 0;
  const skipped = outcomes
    .filter(({ outcome }) => outcome !== 'event' && outcome !== 'repeat')
    .map(({ outcome: reason, count, sample }) => ({ reason, count, sample }))
    .toSorted((one, other) => other.count - one.count || order(one.reason, other.reason));
  return {
    records: outcomes.reduce((sum, { count }) => sum + count, 0),
    ...{ events: of('event'), repeats: of('repeat'), skipped },
  };
}
