import { describe, expect, it } from 'vitest';
import { areaPath, barsOf, linePath, niceTop, topOf } from '../../src/dashboard/overview/lane-shapes.ts';

const scale = { x: (index: number) => 10 * index, y: (count: number) => 100 - count };

describe('the scale of a lane', () => {
  it.each([
    [0, 2],
    [1, 2],
    [3, 4],
    [18, 20],
    [101, 120],
    [2703, 3000],
    [99_999, 100_000],
  ])('for at most %d ends at %d', (most, top) => {
    expect(niceTop(most)).toBe(top);
  });

  it('has room for what it is compared with', () => {
    expect(topOf({ now: [1, 5], before: [70] })).toBe(80);
  });
});

describe('the shapes of a lane', () => {
  it('go through every point', () => {
    expect(linePath([0, 50, 100], scale)).toBe('M0.0 100.0L10.0 50.0L20.0 0.0');
    expect(linePath([50, 60], scale, 3)).toBe('M30.0 50.0L40.0 40.0');
  });

  it('are closed at the floor, and empty without points', () => {
    expect(areaPath([50, 60], scale, 99)).toBe('M0.0 50.0L10.0 40.0L10.0 99L0.0 99Z');
    expect(areaPath([], scale, 99)).toBe('');
  });

  it('keep the least and the most of each pixel where points are dense', () => {
    const dense = { x: (index: number) => index / 100, y: (count: number) => 100 - count };
    const counts = Array.from({ length: 1000 }, (_, index) => (index === 500 ? 90 : index % 7));
    const path = linePath(counts, dense);
    expect(path.split('L').length).toBeLessThan(30);
    expect(path).toContain(' 10.0');
  });
});

describe('the bars of a lane', () => {
  it('stand where something was counted', () => {
    expect(barsOf([3, 0, 5], scale)).toEqual([0, 2]);
  });

  it('are the highest of each pixel where points are dense', () => {
    const dense = { x: (index: number) => index / 100 };
    const counts = Array.from({ length: 1001 }, (_, index) => (index === 520 ? 90 : index % 7));
    const bars = barsOf(counts, dense);
    expect(bars).toHaveLength(11);
    expect(bars).toContain(520);
  });
});
