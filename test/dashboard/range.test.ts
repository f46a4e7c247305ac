import { describe, expect, it } from 'vitest';
import { countDays } from '../../src/dashboard/time/days.ts';
import {
  type View,
  PRESETS,
  type Preset,
  comparisonOf,
  daysBefore,
  formatView,
  parseView,
  presetDays,
  presetsIn,
  showsAllTime,
  withFirstDay,
  readView,
} from '../../src/dashboard/time/range.ts';

const TODAY = '2026-03-15';
const DEFAULTS: View = {
  ...{ start: '2026-02-14', end: TODAY, preset: '30d', hourly: false, compare: 'PREVIOUS_PERIOD' },
};

const parse = (query: string) => parseView(new URLSearchParams(query), TODAY);

describe('the days of a preset', () => {
  it.each<[Preset, string, string]>([
    ['today', TODAY, TODAY],
    ['yesterday', '2026-03-14', '2026-03-14'],
    ['7d', '2026-03-09', TODAY],
    ['30d', '2026-02-14', TODAY],
    ['90d', '2025-12-16', TODAY],
    ['month', '2026-03-01', TODAY],
    ['last-month', '2026-02-01', '2026-02-28'],
    ['year', '2026-01-01', TODAY],
    ['all', TODAY, TODAY],
  ])('%s are %s to %s', (preset, start, end) => {
    expect(presetDays(preset, TODAY)).toEqual({ start, end, preset });
  });

  it('are as many as its name says', () => {
    const lengths = (['7d', '30d', '90d'] as const).map((preset) => {
      const { start, end } = presetDays(preset, TODAY);
      return countDays(start, end);
    });
    expect(lengths).toEqual([7, 30, 90]);
  });

  it.each([
    ['2024-03-03', '2024-03-03'],
    [TODAY, TODAY],
    ['2026-03-16', TODAY],
    [null, TODAY],
    [undefined, TODAY],
  ])('all are from the day of the first event, %s, to today', (first, start) => {
    expect(presetDays('all', TODAY, first)).toEqual({ start, end: TODAY, preset: 'all' });
    expect(withFirstDay(parse('?range=all&compare=year'), TODAY, first)).toEqual({
      ...DEFAULTS,
      ...{ start, preset: 'all', compare: 'PREVIOUS_YEAR' },
    });
    expect(withFirstDay(DEFAULTS, TODAY, first)).toBe(DEFAULTS);
  });

  it('all have to be known before they are read, unless others are shown', () => {
    const shows = (query: string) => showsAllTime(new URLSearchParams(query), TODAY);
    expect(shows('range=all&by=hour')).toBe(true);
    expect(shows('range=year')).toBe(false);
    expect(shows('range=all&start=2026-01-05&end=2026-01-09')).toBe(false);
  });

  it('have a key of their own', () => {
    const keys = Object.values(PRESETS).map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe('the URL', () => {
  it('without a query shows the defaults', () => {
    expect(parse('')).toEqual(DEFAULTS);
    expect(formatView(DEFAULTS)).toBe('');
  });

  it.each([
    '?range=7d',
    '?range=last-month&by=hour&compare=year',
    '?range=all&compare=none',
    '?start=2026-01-05&end=2026-01-09&compare=none',
    '?start=2026-03-15&end=2026-03-15',
  ])('%s is written as it was read', (query) => {
    expect(formatView(parse(query))).toBe(query);
  });

  it.each([
    ['?range=decade', ''],
    ['?start=2026-02-30&end=2026-03-01', ''],
    ['?start=2026-03-09&end=2026-03-01', ''],
    ['?start=2026-03-09', ''],
    ['?start=0000-12-31&end=2026-03-01', ''],
    ['?start=2026-03-16&end=2026-03-20', ''],
    ['?start=2026-03-09&end=2026-03-20', '?start=2026-03-09&end=2026-03-15'],
    ['?compare=before&by=week&else=1', ''],
  ])('%s falls back to %s', (query, right) => {
    expect(formatView(parse(query))).toBe(right);
  });
});

describe('the URL of a view with bounds', () => {
  const bounds = { start: '2026-02-20', end: '2026-03-10' };
  const parseWithin = (query: string) => parseView(new URLSearchParams(query), TODAY, bounds);

  it.each([
    ['', '?start=2026-02-20&end=2026-03-10'],
    ['?range=7d', '?start=2026-02-20&end=2026-03-10'],
    ['?range=all', '?start=2026-02-20&end=2026-03-10'],
    ['?start=2026-02-21&end=2026-03-09', '?start=2026-02-21&end=2026-03-09'],
    ['?start=2026-01-01&end=2026-03-15&by=hour', '?start=2026-02-20&end=2026-03-10&by=hour'],
    ['?start=2026-01-01&end=2026-02-19', '?start=2026-02-20&end=2026-03-10'],
    ['?start=2026-03-11&end=2026-03-15', '?start=2026-02-20&end=2026-03-10'],
  ])('%s shows %s: nothing out of them', (query, right) => {
    expect(formatView(parseWithin(query))).toBe(right);
  });

  it('shows the newest days by default, and the presets that are within', () => {
    const [start, end] = ['2026-01-01', TODAY];
    const within = (from: string, until: string) =>
      formatView(parseView(new URLSearchParams(), TODAY, { start: from, end: until }));
    expect(within(start, end)).toBe('');
    expect(within(start, '2026-03-14')).toBe('?start=2026-02-13&end=2026-03-14');
    expect(presetsIn(TODAY, { start: '2026-03-01', end })).toEqual(['today', 'yesterday', '7d', 'month']);
    expect(presetsIn(TODAY)).toEqual(Object.keys(PRESETS));
  });

  it.each([
    [{ start: '2026-03-02', end: '2026-03-10' }, '2026-02-21'],
    [{ start: '2026-03-01', end: '2026-03-09' }, '2026-02-20'],
    [{ start: '2026-02-28', end: '2026-03-09' }, undefined],
  ])('compares %j with days from %s on', (days, before) => {
    const view = { ...parseWithin(''), ...days };
    expect(daysBefore(view)?.start).toBe(before);
    expect(daysBefore({ ...view, compare: 'PREVIOUS_YEAR' })).toBeUndefined();
  });
});

describe('the days that are compared with', () => {
  const before = (view: Partial<View>) => daysBefore({ ...DEFAULTS, ...view });

  it('are as many, and end the day before', () => {
    expect(before({})).toEqual({ start: '2026-01-15', end: '2026-02-13' });
  });

  it('are the same a year before, with 28 February for the 29th', () => {
    const compare = 'PREVIOUS_YEAR';
    expect(before({ start: '2028-02-29', end: '2028-03-01', compare })).toEqual({
      ...{ start: '2027-02-28', end: '2027-03-01' },
    });
  });

  it.each([
    [{ start: '0001-01-08', end: '0001-01-14', compare: 'PREVIOUS_PERIOD' }, '0001-01-01'],
    [{ start: '0002-01-01', end: '0002-01-02', compare: 'PREVIOUS_YEAR' }, '0001-01-01'],
    [{ start: '0001-01-07', end: '0001-01-13', compare: 'PREVIOUS_PERIOD' }, undefined],
    [{ start: '0001-12-31', end: '0002-01-02', compare: 'PREVIOUS_YEAR' }, undefined],
    [{ start: '0001-01-01', end: '2026-03-15', compare: 'PREVIOUS_PERIOD' }, undefined],
  ] as const)('of %j begin on %s: no day is before year 1', (view, start) => {
    expect(before(view)?.start).toBe(start);
    expect(comparisonOf({ ...DEFAULTS, ...view })).toBe(start && view.compare);
  });

  it('are none without a comparison, and none before all time', () => {
    expect(before({ compare: undefined })).toBeUndefined();
    expect(before({ start: '2024-03-03', preset: 'all' })).toBeUndefined();
  });
});

describe('the view of what was read', () => {
  const view = parseView(new URLSearchParams('range=7d&by=hour'), TODAY);

  it('has its own days as long as these are not those asked for', () => {
    const read = { start: '2026-10-01', end: '2026-10-31', granularity: 'DAY', compare: null } as const;
    expect(readView(view, read)).toEqual({
      ...{ start: '2026-10-01', end: '2026-10-31', preset: undefined, hourly: false, compare: undefined },
    });
  });

  it('is the view once they are there, and until anything was read', () => {
    const { start, end, compare } = view;
    expect(readView(view, { start, end, granularity: 'HOUR', compare })).toEqual(view);
    expect(readView(view, undefined)).toBe(view);
  });
});
