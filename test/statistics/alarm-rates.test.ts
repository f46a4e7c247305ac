import { describe, expect, it } from 'vitest';
import { FAULTY, HARD, STEADY } from './simulation/kinds.ts';
import { delaysOf, falseAlarms, within } from './simulation/rates.ts';
import { SOURCES, sourceRates } from './simulation/sources.ts';

// `npm run simulate:alerts` does the same with more series
const SERIES = 10;
const KINDS = [...STEADY, ...HARD, ...FAULTY];

describe('alarms about a series of visits', () => {
  it('are false at most once a year for 50 series of all kinds', () => {
    const alarms = KINDS.flatMap((kind) => falseAlarms(kind, SERIES));
    expect(alarms.length).toBeLessThanOrEqual((KINDS.length * SERIES) / 50);
  });

  it.each([
    { level: 300, ratio: 5, hours: 3, least: 0.95 },
    { level: 300, ratio: 20, hours: 12, least: 0.95 },
    { level: 30, ratio: 1, hours: 3, least: 0.95 },
    { level: 30, ratio: 5, hours: 12, least: 0.9 },
    { level: 30, ratio: 20, hours: 24, least: 0.38 },
    { level: 3, ratio: 1, hours: 12, least: 0.38 },
    { level: 3, ratio: 1, hours: 24, least: 0.9 },
  ])(
    'notice the tenfold of $level a day, dispersed by $ratio, within $hours h',
    ({ level, ratio, hours, least }) => {
      expect(within(delaysOf({ level, ratio, times: 10 }, 2 * SERIES), hours)).toBeGreaterThanOrEqual(least);
    },
  );

  it.each([
    { level: 30, ratio: 1 },
    { level: 30, ratio: 5 },
    { level: 300, ratio: 20 },
  ])('notice within 36 h that $level a day, dispersed by $ratio, have stopped', ({ level, ratio }) => {
    expect(within(delaysOf({ level, ratio, times: 0 }, 2 * SERIES), 36)).toBeGreaterThanOrEqual(0.95);
  });

  it.each([
    { kind: 'errors', share: 0.5, hours: 24 },
    { kind: 'impostors', share: 0.5, hours: 24 },
  ] as const)(
    'notice within $hours h that $share of 300 visits a day are $kind, and not 0.05',
    ({ kind, share, hours }) => {
      const delays = delaysOf({ level: 300, ratio: 5, kind, share }, 2 * SERIES);
      expect(within(delays, hours)).toBeGreaterThanOrEqual(0.9);
    },
  );
});

describe('alarms about a source', () => {
  it.each(SOURCES)('of $name are seldom false, and in time', (kind) => {
    const { falseAYear, inTime } = sourceRates(kind, SERIES);
    expect(falseAYear).toBeLessThanOrEqual(0.3);
    expect(inTime).toBeGreaterThanOrEqual(0.9);
  });
});
