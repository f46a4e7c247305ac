import type { OverviewQuery } from '../generated/graphql.ts';

type OverviewSite = NonNullable<OverviewQuery['site']>;
export type MarkedAlert = NonNullable<OverviewSite['alerts']>['nodes'][number];
export type MarkedNote = NonNullable<OverviewSite['notes']>[number];

/** What was noticed and noted in some days. Null if it is not read or not shared, or was refused. */
export type Noticed = {
  readonly alerts: readonly MarkedAlert[] | null;
  readonly notes: readonly MarkedNote[] | null;
};

type AlertsAndNotes = Partial<Pick<OverviewSite, 'alerts' | 'notes'>>;

/** What the strip shows of a site, and whether there are more alerts than that. */
export const noticedOf = (
  site: AlertsAndNotes | null | undefined,
): Noticed & { readonly hasMore: boolean } => ({
  alerts: site?.alerts?.nodes ?? null,
  hasMore: site?.alerts?.pageInfo.hasNextPage ?? false,
  notes: site?.notes ?? null,
});

/** Alerts and notes of points that are so near that they share a mark. */
export type StripMark = {
  /** The point at which it stands. */
  readonly index: number;
  readonly alerts: readonly MarkedAlert[];
  readonly notes: readonly MarkedNote[];
};

type Chart = {
  readonly starts: readonly string[];
  /** Where a point stands, in pixels. */
  readonly x: (index: number) => number;
  /** The least distance of two marks. */
  readonly apart: number;
};

/** The marks of what was noticed and noted, from the left. What lies on no point that is shown has none. */
export function stripMarks(noticed: Noticed, { starts, x, apart }: Chart): readonly StripMark[] {
  const marks: StripMark[] = [];
  for (const one of marksByPoint(noticed, starts)) {
    const last = marks.at(-1);
    if (last === undefined || x(one.index) - x(last.index) >= apart) marks.push(one);
    else
      marks[marks.length - 1] = {
        index: last.index,
        alerts: [...last.alerts, ...one.alerts],
        notes: [...last.notes, ...one.notes],
      };
  }
  return marks;
}

/** What was noticed and noted of each point, in words. */
export function noticedAt(
  noticed: Noticed,
  starts: readonly string[],
): ReadonlyMap<number, readonly string[]> {
  const words = new Map<number, readonly string[]>();
  for (const mark of marksByPoint(noticed, starts))
    words.set(mark.index, [...(words.get(mark.index) ?? []), ...wordsOf(mark)]);
  return words;
}

/** What a mark stands for, in words. */
export function wordsOf({ alerts, notes }: StripMark): readonly string[] {
  return [...alerts.map(({ title }) => title), ...notes.map(({ text }) => `note: ${text}`)];
}

/** A mark for each alert and note, from the left. */
function marksByPoint({ alerts, notes }: Noticed, starts: readonly string[]): readonly StripMark[] {
  return [
    // an alert is about the time up to its hour
    ...(alerts ?? []).map((alert) => ({
      index: pointOf(Date.parse(alert.at) - 1, starts),
      alerts: [alert],
      notes: [],
    })),
    ...(notes ?? []).map((note) => ({
      index: pointOf(Date.parse(note.date), starts),
      alerts: [],
      notes: [note],
    })),
  ]
    .filter(({ index }) => index >= 0)
    .sort((a, b) => a.index - b.index);
}

/** The last point that begins by then. */
function pointOf(ms: number, starts: readonly string[]): number {
  return starts.findLastIndex((start) => Date.parse(start) <= ms);
}
