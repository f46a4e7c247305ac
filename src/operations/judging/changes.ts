import type { TimeRange } from '../../domain/date-range.ts';
import { DAY_MS, EARLIEST_MS, LATEST_MS, startOfDay } from '../../domain/time.ts';
import type { VersionTime } from '../../queries/robots-versions.ts';
import { type InForce, type Reading, type Stretch, createFinder, relianceOf } from '../../robots/reliance.ts';

/** The days on which visits may be judged otherwise by some versions than by others; undefined if there are none. */
export function daysChanged(
  before: readonly VersionTime[],
  after: readonly VersionTime[],
): TimeRange | undefined {
  const ids = new Set(before.map(({ id }) => id));
  const others = new Set(after.map(({ id }) => id));
  const changed = [...before.filter(({ id }) => !others.has(id)), ...after.filter(({ id }) => !ids.has(id))];
  if (changed.length === 0) return undefined;
  const fromMs = Math.min(...changed.map(({ sinceMs }) => sinceMs));
  const lastMs = Math.max(...changed.map(({ sinceMs }) => sinceMs));
  const nextMs = [...before, ...after].map(({ sinceMs }) => sinceMs).filter((sinceMs) => sinceMs > lastMs);
  // who read a version may rely on it for a day after the next one
  const untilMs = Math.min(...nextMs, LATEST_MS - 2 * DAY_MS) + DAY_MS;
  return daysOf({ fromMs, untilMs });
}

/** The days that a range touches. */
export function daysOf({ fromMs, untilMs }: TimeRange): TimeRange {
  return {
    fromMs: Math.max(startOfDay(fromMs), EARLIEST_MS),
    untilMs: Math.min(startOfDay(untilMs - 1) + DAY_MS, LATEST_MS),
  };
}

/** A range with the day before it: what bots read in that may count in the range. */
export function withDayBefore({ fromMs, untilMs }: TimeRange): TimeRange {
  return { fromMs: Math.max(fromMs - DAY_MS, EARLIEST_MS), untilMs };
}

/** A range that has both. */
export function joined(one: TimeRange | undefined, other: TimeRange): TimeRange {
  if (one === undefined) return other;
  return { fromMs: Math.min(one.fromMs, other.fromMs), untilMs: Math.max(one.untilMs, other.untilMs) };
}

/** Readings of a bot that were known when visits were judged, and others that were recorded since. */
export type Readings = { readonly known: readonly Reading[]; readonly late: readonly Reading[] };

/**
 * When in a range a bot may rely on other versions with the late readings than without them. Versions that say the same to
 * the bot count as the same.
 */
export function reliesOtherwise(
  versions: readonly InForce[],
  { known, late }: Readings,
  { range, sameAs }: { readonly range: TimeRange; readonly sameAs: (version: number) => number },
): readonly TimeRange[] {
  const before = relianceOf(versions, known);
  const after = relianceOf(versions, [...known, ...late]);
  const times = [...before, ...after].map(({ fromMs }) => fromMs);
  const within = times.filter((atMs) => atMs > range.fromMs && atMs < range.untilMs);
  const bounds = [...new Set([range.fromMs, ...within, range.untilMs])].toSorted((one, other) => one - other);
  const [beforeAt, afterAt] = [createFinder(before), createFinder(after)];
  const textOf = (relied: Stretch['versions']) => relied && [...new Set(relied.map(sameAs))].join();
  return bounds.slice(0, -1).flatMap((fromMs, index) => {
    const isSame = textOf(beforeAt(fromMs)) === textOf(afterAt(fromMs));
    return isSame ? [] : [{ fromMs, untilMs: bounds[index + 1] ?? range.untilMs }];
  });
}
