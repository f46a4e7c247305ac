import { DAY_MS } from '../domain/time.ts';

/** When a robots.txt came into force: until the next one did. */
export type InForce = { readonly sinceMs: number };

/** A request of robots.txt by a bot. */
export type Reading = {
  readonly atMs: number;
  /** Answered with a status from 400 to 499, which allows everything (RFC 9309, 2.3.1.3). */
  readonly isMissing: boolean;
};

/** What a missing robots.txt is, in place of the index of a version. */
export const MISSING = -1;

/** From a time on until that of the next one. */
export type Stretch = {
  readonly fromMs: number;
  /** The versions that a bot may rely on, by their index, newest last; undefined if that is not known. */
  readonly versions: readonly number[] | undefined;
};

/** A copy is good for a day (RFC 9309, 2.4). */
const GOOD_FOR_MS = DAY_MS;

/** What of something counts from one time on, and no more from another. */
type Span = { readonly fromMs: number; readonly untilMs: number; readonly version: number };

/**
 * Which versions a bot may rely on, over all time: those that it read in the 24 hours before; if none, all that were in
 * force in them. Versions are in their order, no two since the same time; readings are in any.
 */
export function relianceOf(versions: readonly InForce[], readings: readonly Reading[]): readonly Stretch[] {
  const read = createTally(spansOfReadings(versions, readings));
  const inForce = createTally(spansOfVersions(versions));
  const knownMs = (versions[0]?.sinceMs ?? Infinity) + GOOD_FOR_MS;
  const times = [...new Set([-Infinity, ...read.times, ...inForce.times, knownMs])].toSorted((a, b) => a - b);
  const stretches: Stretch[] = [];
  for (const fromMs of times) {
    const [of, since] = [read.at(fromMs), inForce.at(fromMs)];
    const found = of.length > 0 ? of : fromMs < knownMs ? undefined : since;
    const last = stretches.at(-1);
    if (last === undefined || !isSame(last.versions, found)) stretches.push({ fromMs, versions: found });
  }
  return stretches;
}

function isSame(one: Stretch['versions'], other: Stretch['versions']): boolean {
  return one?.join() === other?.join();
}

/** A reading at a time counts for what follows within 24 hours; what it read is what was in force then. */
function spansOfReadings(versions: readonly InForce[], readings: readonly Reading[]): readonly Span[] {
  return readings.flatMap(({ atMs, isMissing }) => {
    const version = isMissing ? MISSING : versionAt(versions, atMs);
    return version === undefined ? [] : [{ fromMs: atMs, untilMs: atMs + GOOD_FOR_MS, version }];
  });
}

function spansOfVersions(versions: readonly InForce[]): readonly Span[] {
  return versions.map(({ sinceMs }, version) => {
    const endMs = versions[version + 1]?.sinceMs ?? Infinity;
    return { fromMs: sinceMs, untilMs: endMs + GOOD_FOR_MS, version };
  });
}

/** The version in force at a time, by its index; undefined before the first. */
export function versionAt(versions: readonly InForce[], atMs: number): number | undefined {
  const begun = countUntil(versions, atMs, ({ sinceMs }) => sinceMs);
  return begun === 0 ? undefined : begun - 1;
}

/** How many of the items, which are in the order of their times, have one that is not after the given time. */
function countUntil<Item>(items: readonly Item[], atMs: number, timeOf: (item: Item) => number): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = items[middle];
    if (item !== undefined && timeOf(item) <= atMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Which versions have a span at a time. Times are asked for in their order. */
function createTally(spans: readonly Span[]) {
  const starts = spans.toSorted((one, other) => one.fromMs - other.fromMs);
  const ends = spans.toSorted((one, other) => one.untilMs - other.untilMs);
  const counts = new Map<number, number>();
  let [started, ended] = [0, 0];
  const add = ({ version }: Span, by: number) => {
    const count = (counts.get(version) ?? 0) + by;
    if (count === 0) counts.delete(version);
    else counts.set(version, count);
  };
  return {
    times: [...starts.map(({ fromMs }) => fromMs), ...ends.map(({ untilMs }) => untilMs)],
    at(atMs: number): readonly number[] {
      for (let span = starts[started]; span && span.fromMs <= atMs; span = starts[++started]) add(span, 1);
      for (let span = ends[ended]; span && span.untilMs <= atMs; span = ends[++ended]) add(span, -1);
      return [...counts.keys()].toSorted((one, other) => one - other);
    },
  };
}

/** Finds the versions of times, most of which are in the stretch of the one before. */
export function createFinder(stretches: readonly Stretch[]): (atMs: number) => Stretch['versions'] {
  let [found, fromMs, untilMs] = [undefined as Stretch | undefined, Infinity, -Infinity];
  return (atMs) => {
    if (atMs < fromMs || atMs >= untilMs) {
      const next = countUntil(stretches, atMs, (stretch) => stretch.fromMs);
      found = stretches[next - 1];
      fromMs = found?.fromMs ?? Infinity;
      untilMs = stretches[next]?.fromMs ?? Infinity;
    }
    return found?.versions;
  };
}
