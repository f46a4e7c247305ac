import { describe, expect, it } from 'vitest';
import { axisMarks } from '../../src/dashboard/overview/axis-marks.ts';

const TODAY = '2026-03-15';
const LENGTH_MS = { day: 86_400_000, hour: 3_600_000 };

/** Points that end today. */
function points(count: number, length: keyof typeof LENGTH_MS) {
  const endMs = Date.parse(`${TODAY}T00:00:00.000Z`) + (length === 'hour' ? LENGTH_MS.day : 0);
  const firstMs = endMs - (length === 'hour' ? count : count - 1) * LENGTH_MS[length];
  const starts = Array.from({ length: count }, (_, index) =>
    new Date(firstMs + index * LENGTH_MS[length]).toISOString(),
  );
  return { starts, hourly: length === 'hour', unfinished: true, today: TODAY };
}

const textsOf = (count: number, length: keyof typeof LENGTH_MS, width: number) =>
  axisMarks(points(count, length), width).map(({ text }) => text);

/** How wide the texts are in the type of the axis, as a browser measured the widest of each length. */
const widthOf = (text: string) => 1 + 5.75 * text.length;

/** Whether texts are nearer than 6 px to each other, or leave the width. */
function isCrowded(axis: ReturnType<typeof points>, width: number): boolean {
  let end = -6;
  return axisMarks(axis, width).some(({ middle, text }) => {
    const start = middle - widthOf(text) / 2;
    const isWrong = start < end + 6 || middle + widthOf(text) / 2 > width;
    end = middle + widthOf(text) / 2;
    return isWrong;
  });
}

describe('the marks of the axis', () => {
  it.each(['day', 'hour'] as const)('never touch, however many they are, by the %s', (length) => {
    const wrong = [];
    for (const days of [1, 2, 7, 8, 30, 31, 92, 180, 365, 416, 3653, 10_000]) {
      const axis = points(length === 'hour' ? Math.min(10_000, 24 * days) : days, length);
      for (let width = 264; width <= 2560; width += 13) {
        if (isCrowded(axis, width)) wrong.push({ days, width });
      }
    }
    expect(wrong).toEqual([]);
  });

  it('of days are counted from today, and have the year where it changes', () => {
    expect(textsOf(7, 'day', 1000)).toEqual([
      'Mar 9',
      'Mar 10',
      'Mar 11',
      'Mar 12',
      'Mar 13',
      'Mar 14',
      'Today',
    ]);
    expect(textsOf(400, 'day', 600)).toEqual([
      'Apr 1, 2025',
      'May 29',
      'Jul 26',
      'Sep 22',
      'Nov 19',
      'Jan 16, 2026',
      'Today',
    ]);
  });

  it('of hours meet midnight', () => {
    expect(textsOf(24, 'hour', 390)).toEqual(['Mar 15', '06:00', '12:00', '18:00']);
    expect(textsOf(2160, 'hour', 720)).toEqual([
      'Dec 16, 2025',
      'Dec 31',
      'Jan 15, 2026',
      'Jan 30',
      'Feb 14',
      'Mar 1',
    ]);
  });

  it('fill the axis as far as they have room', () => {
    expect(textsOf(30, 'day', 1000).length).toBe(15);
  });
});
