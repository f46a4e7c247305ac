import type { AlertSite } from '../../queries/alert-sites.ts';
import type { DayCounts } from '../../queries/alert-days.ts';
import type { Gate } from '../../statistics/learned.ts';
import { mayBeUnusual, sumsOfSeries } from '../../statistics/series-sums.ts';
import type { Named } from './named.ts';
import type { Remembered } from './site-judge.ts';
import { type HourRange, keyOf, seriesOf } from './site-series.ts';

/** What is remembered of the series of a site: by their keys, as JSON. */
type Stored = Readonly<
  Record<string, { readonly day: number; readonly gate: Gate | null; readonly silentAt: number | null }>
>;

export function serialize(series: readonly Remembered[]): string {
  const stored = series.map(({ key, day, gate, silentAt }) => [
    key,
    { day, gate: gate ?? null, silentAt: silentAt === Infinity ? null : silentAt },
  ]);
  return JSON.stringify(Object.fromEntries(stored));
}

export function remembered({ learned }: Pick<AlertSite, 'learned'>): ReadonlyMap<string, Remembered> {
  const series = Object.entries(JSON.parse(learned) as Stored);
  return new Map(
    series.map(([key, { day, gate, silentAt }]) => [
      key,
      { key, day, gate: gate ?? undefined, silentAt: silentAt ?? Infinity },
    ]),
  );
}

type Look = {
  /** Whole days, of which the last has the last hour. */
  readonly hours: HourRange;
  readonly untils: readonly number[];
  readonly named: Named;
};

/**
 * Whether anything of a site can be unusual, by its last days and by what is remembered. What is not remembered is too short
 * for that.
 */
export function mayHaveUnusual(
  days: readonly DayCounts[],
  known: ReadonlyMap<string, Remembered>,
  { hours, untils, named }: Look,
): boolean {
  const series = new Map(seriesOf(days, hours, named).map((each) => [keyOf(each), each]));
  for (const [key, { gate, silentAt }] of known) {
    const [each, last] = [series.get(key), untils.at(-1) ?? 0];
    const sums = each && sumsOfSeries(each);
    if (last >= silentAt && (sums === undefined || sums.visits(last - 24, last) === 0)) return true;
    if (gate === undefined || sums === undefined) continue;
    if (untils.some((until) => mayBeUnusual(sums, until, gate))) return true;
  }
  return false;
}
