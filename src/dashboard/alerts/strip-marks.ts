import type { OverviewQuery } from '../generated/graphql.ts';

type OverviewSite = NonNullable<OverviewQuery['site']>;
export type MarkedAlert = NonNullable<OverviewSite['alerts']>['nodes'][number];
export type MarkedNote = NonNullable<OverviewSite['notes']>[number];

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
export function stripMarks(
  alerts: readonly MarkedAlert[],
  notes: readonly MarkedNote[],
  { starts, x, apart }: Chart,
): readonly StripMark[] {
  const found = [
    // an alert is about the time up to its hour
    ...alerts.map((alert) => ({
      index: pointOf(Date.parse(alert.at) - 1, starts),
      alerts: [alert],
      notes: [],
    })),
    ...notes.map((note) => ({ index: pointOf(Date.parse(note.date), starts), alerts: [], notes: [note] })),
  ];
  const marks: StripMark[] = [];
  for (const one of found.filter(({ index }) => index >= 0).sort((a, b) => a.index - b.index)) {
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

/** The last point that begins by then. */
function pointOf(ms: number, starts: readonly string[]): number {
  return starts.findLastIndex((start) => Date.parse(start) <= ms);
}
