import { describe, expect, it } from 'vitest';
import {
  type Gap,
  chartGaps,
  formatGap,
  missingOf,
  placeGaps,
  recordedRuns,
  sayGaps,
  sayLongest,
  wholeOf,
} from '../../src/dashboard/overview/gaps.ts';

const TODAY = '2026-03-15';

const LENGTH_MS = { DAY: 86_400_000, HOUR: 3_600_000 };

/** Points from a day of March on; they were read at half past two on the 15th. */
const points = (granularity: 'DAY' | 'HOUR', day: string, count: number) => ({
  granularity,
  completeUntil: '2026-03-15T14:30:00.000Z',
  data: Array.from({ length: count }, (_, at) => ({
    startsAt: new Date(
      Date.parse(`2026-03-${day}T00:00:00.000Z`) + at * LENGTH_MS[granularity],
    ).toISOString(),
  })),
});

const gap = (from: string, until: string): Gap => ({
  from: `2026-03-${from}:00:00.000Z`,
  until: `2026-03-${until}:00:00.000Z`,
});

const placed = (gaps: readonly Gap[], series: ReturnType<typeof points>) => {
  const { hatched, missing } = placeGaps(gaps, series);
  return {
    hatched,
    whole: [...wholeOf({ missing })],
    partly: [...missing].filter(([, { isWhole }]) => !isWhole).map(([at]) => at),
    runs: recordedRuns(series.data.length - 1, wholeOf({ missing })),
  };
};

describe('a gap', () => {
  it('of five hours is five points, hatched from the point before to the point after', () => {
    expect(placed([gap('10T01', '10T06')], points('HOUR', '10', 24))).toEqual({
      hatched: [[0, 6]],
      whole: [1, 2, 3, 4, 5],
      partly: [],
      runs: [
        [0, 0],
        [6, 23],
      ],
    });
  });

  it('of less than a day hatches its part of the day, and the line goes on', () => {
    expect(placed([gap('11T12', '11T18')], points('DAY', '10', 5))).toEqual({
      hatched: [[1, 1.25]],
      whole: [],
      partly: [1],
      runs: [[0, 4]],
    });
  });

  it('of days leaves out those that it has wholly', () => {
    expect(placed([gap('10T18', '13T06')], points('DAY', '10', 5))).toEqual({
      hatched: [[0, 3]],
      whole: [1, 2],
      partly: [0, 3],
      runs: [
        [0, 0],
        [3, 4],
      ],
    });
  });

  it('at the ends of the range leaves no line there, and today counts up to the last full hour', () => {
    expect(placed([gap('10T00', '11T00'), gap('14T00', '15T14')], points('DAY', '10', 6))).toEqual({
      hatched: [
        [-1, 1],
        [3, 6],
      ],
      whole: [0, 4, 5],
      partly: [],
      runs: [[1, 3]],
    });
  });

  it('that ended today before something was recorded leaves today in part', () => {
    expect(placed([gap('15T00', '15T12')], points('DAY', '14', 2))).toMatchObject({ whole: [], partly: [1] });
  });

  it('outside the points is none', () => {
    expect(placed([gap('01T00', '02T00')], points('DAY', '10', 3))).toMatchObject({
      hatched: [],
      runs: [[0, 2]],
    });
  });
});

describe('the days before', () => {
  const day = (date: string) => ({ startsAt: `${date}T00:00:00.000Z` });
  const before = (dates: readonly string[], previousGaps: readonly Gap[]) =>
    chartGaps({
      ...points('DAY', '10', dates.length),
      ...{ previous: dates.map(day), previousGaps, gaps: null },
    });

  it('have no line where nothing was recorded of them, and one where something was', () => {
    const dates = ['2026-03-03', '2026-03-04', '2026-03-05', '2026-03-06'];
    const found = before(dates, [gap('04T00', '05T00'), gap('05T18', '06T06')]);
    expect(found).toEqual({ hatched: [], missing: new Map(), before: new Set([1]) });
    expect(recordedRuns(3, found.before)).toEqual([
      [0, 0],
      [2, 3],
    ]);
  });

  it('have 28 February twice beside a 29, and are missed by their dates', () => {
    const dates = ['2027-02-27', '2027-02-28', '2027-02-28', '2027-03-01', '2027-03-02'];
    const outage = { from: '2027-02-28T00:00:00.000Z', until: '2027-03-02T00:00:00.000Z' };
    expect([...before(dates, [outage]).before]).toEqual([1, 2, 3]);
  });

  it('have none without a comparison, and before they are read', () => {
    const none = { hatched: [], missing: new Map(), before: new Set() };
    expect(chartGaps({ ...points('DAY', '10', 2), gaps: [], previous: null, previousGaps: null })).toEqual(
      none,
    );
    expect(chartGaps(undefined)).toEqual(none);
  });
});

it('a series whose gaps were refused misses nothing', () => {
  const series = points('DAY', '10', 3);
  expect([...missingOf({ ...series, gaps: [gap('10T12', '12T00')] })]).toEqual([1]);
  expect([...missingOf({ ...series, gaps: null })]).toEqual([]);
});

it('gaps are said with the days on which they begin and end', () => {
  expect(formatGap(gap('10T01', '10T06'), TODAY)).toBe('Mar 10, 01:00 to 06:00');
  expect(sayGaps([gap('10T01', '10T06'), gap('10T20', '11T00')], TODAY)).toBe(
    'No recording from Mar 10, 01:00 to 06:00 and from Mar 10, 20:00 to Mar 11, 00:00',
  );
  const both = { gaps: [gap('10T01', '10T06'), gap('11T00', '12T00')], gapsBefore: [gap('02T00', '03T00')] };
  expect(sayLongest(both, TODAY)).toBe(
    'No recording in 2 stretches, the longest from Mar 11, 00:00 to Mar 12, 00:00 UTC. ' +
      'Before, no recording from Mar 2, 00:00 to Mar 3, 00:00 UTC.',
  );
  expect(sayLongest({ gaps: [], gapsBefore: [] }, TODAY)).toBe('');
});
