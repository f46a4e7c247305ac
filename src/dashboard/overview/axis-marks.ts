import { type Day, formatDay } from '../time/days.ts';
import { xOf } from './lane-shapes.ts';

/** A mark of the axis: where its point is, and where the middle of its text stands. */
export type AxisMark = {
  readonly index: number;
  readonly left: number;
  readonly middle: number;
  readonly text: string;
};

/** The points of the axis. */
type Points = {
  readonly starts: readonly string[];
  readonly hourly: boolean;
  /** Whether the last point still grows. */
  readonly unfinished: boolean;
  readonly today: Day;
};

/** In the type of the axis, no character of a mark is wider. */
const CHARACTER = 6;
const SPACE = 24;

/** Steps that meet midnight; beyond them, whole days. */
const HOURS = [1, 2, 3, 6, 12];

/** As many marks as stand beside each other. Days are counted from the end, where the newest is, and hours from midnight. */
export function axisMarks(points: Points, width: number): readonly AxisMark[] {
  let every = stepFrom(1, points.hourly);
  // less than what the shortest text takes would be in vain
  const shortest = points.starts.length / Math.max(1, width / (CHARACTER * 5 + SPACE));
  if (shortest > 1) every = stepFrom(Math.ceil(shortest), points.hourly);
  for (;;) {
    const marks = marksAt(every, points, width);
    if (marks.every((mark, at) => at === 0 || isClear(marks[at - 1], mark))) return marks;
    every = stepFrom(every + Math.max(1, Math.floor(every / 20)), points.hourly);
  }
}

const stepFrom = (every: number, hourly: boolean) =>
  hourly ? (HOURS.find((hours) => hours >= every) ?? 24 * Math.ceil(every / 24)) : every;

function marksAt(every: number, { starts, hourly, ...named }: Points, width: number): readonly AxisMark[] {
  const last = starts.length - 1;
  const x = xOf(starts.length, width);
  let known = named.today;
  const marks: AxisMark[] = [];
  for (let index = hourly ? 0 : last % every; index <= last; index += every) {
    const startsAt = starts[index] ?? '';
    const text = nameOf(startsAt, known, hourly, named.unfinished && index === last);
    if (isDay(startsAt, hourly)) known = startsAt.slice(0, 10);
    const left = x(index);
    const half = widthOf(text) / 2;
    marks.push({ index, left, middle: Math.max(half, Math.min(width - half, left)), text });
  }
  return marks;
}

const isDay = (startsAt: string, hourly: boolean) => !hourly || startsAt.slice(11, 16) === '00:00';

/** A day has its year if the one before it, which is known, is of another; the first is compared with today. */
function nameOf(startsAt: string, known: Day, hourly: boolean, isLastUnfinished: boolean): string {
  if (!isDay(startsAt, hourly)) return startsAt.slice(11, 16);
  if (isLastUnfinished && !hourly) return 'Today';
  return formatDay(startsAt.slice(0, 10), known);
}

const widthOf = (text: string) => CHARACTER * text.length;

const isClear = (before: AxisMark | undefined, { middle, text }: AxisMark) =>
  before === undefined || middle - before.middle >= (widthOf(before.text) + widthOf(text)) / 2 + SPACE;
