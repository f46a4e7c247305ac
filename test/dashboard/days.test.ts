import { describe, expect, it } from 'vitest';
import {
  addDays,
  countDays,
  formatAgo,
  formatDay,
  formatDays,
  formatHour,
  formatPoint,
  parseDay,
} from '../../src/dashboard/time/days.ts';

const TODAY = '2026-03-15';

describe('days', () => {
  it('are of the calendar', () => {
    expect(['2026-02-28', '2028-02-29', '2026-02-29', '2026-2-3', 'today', '', null].map(parseDay)).toEqual([
      ...['2026-02-28', '2028-02-29'],
      ...Array<undefined>(5).fill(undefined),
    ]);
  });

  it('are counted with both ends', () => {
    expect([countDays(TODAY, TODAY), countDays('2028-02-28', '2028-03-01')]).toEqual([1, 3]);
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
  });

  it('are written with the year only if it is another one', () => {
    expect([formatDay('2026-11-21', TODAY), formatDay('2025-11-01', TODAY)]).toEqual([
      'Nov 21',
      'Nov 1, 2025',
    ]);
    expect(formatDays('2025-12-17', TODAY, TODAY)).toBe('Dec 17, 2025 – Mar 15');
    expect(formatDays(TODAY, TODAY, TODAY)).toBe('Mar 15');
  });

  it('have their weekday at the crosshair, and hours their time', () => {
    expect(formatPoint('2026-03-14T00:00:00.000Z', false, TODAY)).toBe('Sat Mar 14');
    expect(formatPoint('2026-03-14T09:00:00.000Z', true, TODAY)).toBe('Sat Mar 14, 09:00');
  });
});

describe('how long ago something was', () => {
  const now = Date.parse('2026-03-15T12:34:56.789Z');

  it.each([
    ['2026-03-15T12:34:52.000Z', '5 s ago'],
    ['2026-03-15T12:34:57.000Z', '0 s ago'],
    ['2026-03-15T12:00:00.000Z', '34 min ago'],
    ['2026-03-15T09:05:00.000Z', 'at 09:05 UTC'],
    ['2026-03-14T23:59:00.000Z', 'on Mar 14, 23:59 UTC'],
  ])('of %s is %s', (then, words) => {
    expect(formatAgo(Date.parse(then), now)).toBe(words);
  });
});

it('an hour is of today, or has its day', () => {
  const hours = ['2026-03-15T14:00:00.000Z', '2026-03-14T23:00:00.000Z'];
  expect(hours.map((hour) => formatHour(hour, TODAY))).toEqual(['14:00 today', '23:00 on Mar 14']);
});
