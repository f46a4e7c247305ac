import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digestDays, nextDigestAt } from '../../src/domain/digest.ts';
import { DAY_MS, HOUR_MS, formatDate, formatInstant } from '../../src/domain/time.ts';

const at = (text: string) => Date.parse(text);

describe('the next digest', () => {
  const next = (schedule: Parameters<typeof nextDigestAt>[0], after: string) =>
    formatInstant(nextDigestAt(schedule, at(after))).slice(0, 16);

  it.each([
    // 2026-11-09 is a Monday
    [1, 7, '2026-11-09T06:59:59.999Z', '2026-11-09T07:00'],
    [1, 7, '2026-11-09T07:00:00.000Z', '2026-11-16T07:00'],
    [1, 7, '2026-11-09T07:00:00.001Z', '2026-11-16T07:00'],
    [1, 7, '2026-11-10T00:00:00.000Z', '2026-11-16T07:00'],
    [1, 7, '2026-11-15T23:59:59.999Z', '2026-11-16T07:00'],
    [7, 0, '2026-11-14T23:59:59.999Z', '2026-11-15T00:00'],
    [7, 0, '2026-11-15T00:00:00.000Z', '2026-11-22T00:00'],
    [7, 23, '2026-11-15T22:00:00.000Z', '2026-11-15T23:00'],
    [3, 12, '2026-12-30T12:00:00.000Z', '2027-01-06T12:00'],
    [2, 5, '2028-02-28T05:00:00.000Z', '2028-02-29T05:00'],
  ] as const)('on weekday %i at hour %i, after %s, is sent at %s', (weekday, hour, after, expected) => {
    expect(next({ every: 'weekly', weekday, hour }, after)).toBe(expected);
  });

  it.each([
    [7, '2026-11-01T06:59:59.999Z', '2026-11-01T07:00'],
    [7, '2026-11-01T07:00:00.000Z', '2026-12-01T07:00'],
    [0, '2026-10-31T23:59:59.999Z', '2026-11-01T00:00'],
    [0, '2026-11-01T00:00:00.000Z', '2026-12-01T00:00'],
    [7, '2026-01-31T12:00:00.000Z', '2026-02-01T07:00'],
    [7, '2026-12-31T12:00:00.000Z', '2027-01-01T07:00'],
    [7, '2028-02-29T12:00:00.000Z', '2028-03-01T07:00'],
  ] as const)('of each month, at hour %i, after %s, is sent at %s', (hour, after, expected) => {
    // the weekday is that of a weekly one
    expect(next({ every: 'monthly', weekday: 4, hour }, after)).toBe(expected);
  });

  it('is the first hour of its kind after any instant', () => {
    const instants = fc.integer({ min: at('2020-01-01T00:00:00Z'), max: at('2032-01-01T00:00:00Z') });
    const schedule = fc.record({
      every: fc.constantFrom('weekly' as const, 'monthly' as const),
      ...{ weekday: fc.integer({ min: 1, max: 7 }), hour: fc.integer({ min: 0, max: 23 }) },
    });
    fc.assert(
      fc.property(schedule, instants, (given, afterMs) => {
        const isDue = (ms: number) => {
          const date = new Date(ms);
          const isDay =
            given.every === 'weekly'
              ? date.getUTCDay() === given.weekday % 7
              : formatDate(ms).endsWith('-01');
          return isDay && date.getUTCHours() === given.hour;
        };
        let expectedMs = Math.floor(afterMs / HOUR_MS + 1) * HOUR_MS;
        while (!isDue(expectedMs)) expectedMs += HOUR_MS;
        expect(nextDigestAt(given, afterMs)).toBe(expectedMs);
      }),
    );
  });
});

describe('the days of a digest', () => {
  const days = (every: 'weekly' | 'monthly', sentAt: string) => {
    const { beforeMs, fromMs, untilMs } = digestDays(every, at(sentAt));
    return [beforeMs, fromMs, untilMs - DAY_MS].map(formatDate);
  };

  it.each([
    ['2026-11-16T07:00:00.000Z', '2026-11-02', '2026-11-09', '2026-11-15'],
    ['2026-11-16T00:00:00.000Z', '2026-11-02', '2026-11-09', '2026-11-15'],
    ['2026-11-16T23:59:59.999Z', '2026-11-02', '2026-11-09', '2026-11-15'],
    ['2027-01-01T07:00:00.000Z', '2026-12-18', '2026-12-25', '2026-12-31'],
    ['2028-03-01T07:00:00.000Z', '2028-02-16', '2028-02-23', '2028-02-29'],
  ])('that is sent in a week at %s are two times seven full days', (sentAt, before, first, last) => {
    expect(days('weekly', sentAt)).toEqual([before, first, last]);
  });

  it.each([
    ['2026-11-01T07:00:00.000Z', '2026-09-01', '2026-10-01', '2026-10-31'],
    // one that was late, or is looked at in between
    ['2026-11-30T23:59:59.999Z', '2026-09-01', '2026-10-01', '2026-10-31'],
    ['2026-03-01T00:00:00.000Z', '2026-01-01', '2026-02-01', '2026-02-28'],
    ['2028-03-01T00:00:00.000Z', '2028-01-01', '2028-02-01', '2028-02-29'],
    ['2027-01-01T07:00:00.000Z', '2026-11-01', '2026-12-01', '2026-12-31'],
    ['2027-02-01T07:00:00.000Z', '2026-12-01', '2027-01-01', '2027-01-31'],
  ])('that is sent in a month at %s are the two months before', (sentAt, before, first, last) => {
    expect(days('monthly', sentAt)).toEqual([before, first, last]);
  });
});
