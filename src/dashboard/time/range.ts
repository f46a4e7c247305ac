import type { Comparison } from '../generated/graphql.ts';
import { type Day, FIRST_DAY, addDays, countDays, formatDays, parseDay } from './days.ts';

/** What the URL says about the days shown. */
export type View = {
  readonly start: Day;
  readonly end: Day;
  /** The preset that the days come from; undefined if they were typed. */
  readonly preset: Preset | undefined;
  readonly hourly: boolean;
  /** Undefined if they are not compared. */
  readonly compare: Comparison | undefined;
  /** The days that may be shown and compared; without it, all up to today. */
  readonly bounds?: Bounds;
};

/** The first and the last day that may be shown. */
export type Bounds = { readonly start: Day; readonly end: Day };

export const PRESETS = {
  today: { name: 'Today', key: 'd' },
  yesterday: { name: 'Yesterday', key: 'e' },
  '7d': { name: 'Last 7 days', key: 'w' },
  '30d': { name: 'Last 30 days', key: 't' },
  '90d': { name: 'Last 90 days', key: 'n' },
  month: { name: 'This month', key: 'm' },
  'last-month': { name: 'Last month', key: 'p' },
  year: { name: 'This year', key: 'y' },
  all: { name: 'All time', key: 'a' },
} as const;

export type Preset = keyof typeof PRESETS;

const DEFAULT_PRESET: Preset = '30d';
const DEFAULT_DAYS = 30;

/** The day of the first event; null without events, and undefined as long as it is not known. */
export type FirstDay = Day | null | undefined;

/** The days of a preset. All time is today alone unless there is an earlier event. */
export const presetDays = (preset: Preset, today: Day, first?: FirstDay): ShownDays => ({
  ...daysOf(preset, today, first),
  preset,
});

function daysOf(preset: Preset, today: Day, first: FirstDay): Bounds {
  const monthStart = `${today.slice(0, 8)}01`;
  switch (preset) {
    case 'today':
      return { start: today, end: today };
    case 'yesterday':
      return { start: addDays(today, -1), end: addDays(today, -1) };
    case '7d':
      return { start: addDays(today, -6), end: today };
    case '30d':
      return { start: addDays(today, -29), end: today };
    case '90d':
      return { start: addDays(today, -89), end: today };
    case 'month':
      return { start: monthStart, end: today };
    case 'last-month': {
      const end = addDays(monthStart, -1);
      return { start: `${end.slice(0, 8)}01`, end };
    }
    case 'year':
      return { start: `${today.slice(0, 4)}-01-01`, end: today };
    case 'all':
      return { start: first && first < today ? first : today, end: today };
  }
}

/** The presets that are within the bounds. Bounds have their own first day, so all time is not among them. */
export function presetsIn(today: Day, bounds?: Bounds): readonly Preset[] {
  const all = Object.keys(PRESETS) as Preset[];
  if (!bounds) return all;
  return all.filter((preset) => {
    const { start, end } = daysOf(preset, today, null);
    return preset !== 'all' && start >= bounds.start && end <= bounds.end;
  });
}

const allDays = (today: Day): Bounds => ({ start: FIRST_DAY, end: today });

/** Reads the query of a URL. Unknown values fall back to the defaults; days out of bounds are left out. */
export function parseView(query: URLSearchParams, today: Day, bounds?: Bounds): View {
  const compare = COMPARISONS.find(({ name }) => name === query.get('compare'));
  return {
    ...daysIn(query, today, bounds),
    hourly: query.get('by') === 'hour',
    compare: compare ? compare.value : 'PREVIOUS_PERIOD',
    ...(bounds && { bounds }),
  };
}

type ShownDays = Pick<View, 'start' | 'end' | 'preset'>;

/** The days that are typed, or else named, or else the newest. */
function daysIn(query: URLSearchParams, today: Day, given?: Bounds): ShownDays {
  const bounds = given ?? allDays(today);
  const named = [query.get('range'), DEFAULT_PRESET];
  const preset = named.flatMap((name) => presetsIn(today, given).filter((one) => one === name))[0];
  return typedDays(query, bounds) ?? (preset ? presetDays(preset, today) : newestDays(bounds));
}

/** Whether the query shows all time, of which days have to be known before anything can be read. */
export const showsAllTime = (query: URLSearchParams, today: Day): boolean =>
  daysIn(query, today).preset === 'all';

/** The view with the days that all time has, once the first is known. */
export const withFirstDay = <Kind extends View>(view: Kind, today: Day, first: FirstDay): Kind =>
  view.preset === 'all' ? { ...view, ...presetDays('all', today, first) } : view;

/** As many days as the default has, if there are as many. */
function newestDays({ start, end }: Bounds): ShownDays {
  const first = countDays(start, end) > DEFAULT_DAYS ? addDays(end, 1 - DEFAULT_DAYS) : start;
  return { start: first, end, preset: undefined };
}

/** The query that `parseView` reads: the shortest one, which leaves defaults out. */
export function formatView({ start, end, preset, hourly, compare }: View): string {
  const query = new URLSearchParams();
  if (preset === undefined) {
    query.set('start', start);
    query.set('end', end);
  } else if (preset !== DEFAULT_PRESET) query.set('range', preset);
  if (hourly) query.set('by', 'hour');
  const { name } = COMPARISONS.find(({ value }) => value === compare) ?? COMPARISONS[0];
  if (name !== 'before') query.set('compare', name);
  const text = query.toString();
  return text && `?${text}`;
}

/** The query of `formatView` with more parameters. An empty one is left out. */
export function formatViewWith(view: View, more: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams(formatView(view));
  for (const [name, value] of Object.entries(more)) if (value) query.set(name, value);
  const text = query.toString();
  return text && `?${text}`;
}

/** What the days can be compared with: nothing before all time, before year 1, or out of bounds. */
export const comparisonOf = (view: View): Comparison | undefined =>
  daysBefore(view) ? view.compare : undefined;

/**
 * The days that are compared with; undefined without a comparison, for all time, before which nothing happened, and if they
 * would begin before year 1 or out of bounds.
 */
export function daysBefore({ start, end, preset, compare, bounds }: View): Bounds | undefined {
  if (preset === 'all') return undefined;
  const first = bounds?.start ?? FIRST_DAY;
  switch (compare) {
    case undefined:
      return undefined;
    case 'PREVIOUS_PERIOD': {
      const days = countDays(start, end);
      if (days >= countDays(first, start)) return undefined;
      return { start: addDays(start, -days), end: addDays(start, -1) };
    }
    case 'PREVIOUS_YEAR': {
      const before = { start: yearBefore(start), end: yearBefore(end) };
      return before.start < first ? undefined : before;
    }
  }
}

type ReadDays = {
  readonly start: Day;
  readonly end: Day;
  readonly granularity?: 'DAY' | 'HOUR';
  readonly compare?: Comparison | null | undefined;
};

/** The view of what was read. Its days are not those of the URL while these are being read, or cannot be. */
export function readView(view: View, read: ReadDays | undefined): View {
  if (!read) return view;
  const { start, end, granularity, compare } = read;
  return {
    ...{ ...view, start, end, hourly: granularity === 'HOUR', compare: compare ?? undefined },
    preset: start === view.start && end === view.end ? view.preset : undefined,
  };
}

/** How many days or hours a chart of them has. */
export const countPoints = ({ start, end, hourly }: View): number =>
  countDays(start, end) * (hourly ? 24 : 1);

/** `Last 30 days`, or the days themselves if they were typed. */
export function nameOfView({ start, end, preset }: View, today: Day): string {
  return preset === undefined ? formatDays(start, end, today) : PRESETS[preset].name;
}

const COMPARISONS = [
  { name: 'before', value: 'PREVIOUS_PERIOD' },
  { name: 'year', value: 'PREVIOUS_YEAR' },
  { name: 'none', value: undefined },
] as const;

function typedDays(query: URLSearchParams, bounds: Bounds): ShownDays | undefined {
  const start = parseDay(query.get('start'));
  const end = parseDay(query.get('end'));
  if (start === undefined || end === undefined || start > end) return undefined;
  if (start > bounds.end || end < bounds.start) return undefined;
  return {
    start: start < bounds.start ? bounds.start : start,
    end: end > bounds.end ? bounds.end : end,
    preset: undefined,
  };
}

/** 29 February is compared with 28 February. */
function yearBefore(day: Day): Day {
  const same = `${String(Number(day.slice(0, 4)) - 1).padStart(4, '0')}${day.slice(4)}`;
  return parseDay(same) ?? `${same.slice(0, 8)}28`;
}
