import { describe, expect, it } from 'vitest';
import {
  cutRows,
  formatBytes,
  formatChange,
  formatCompact,
  formatCount,
  formatRatio,
  formatShare,
  formatShortValue,
  formatValue,
} from '../../src/dashboard/numbers.ts';

describe('the figures of the dashboard', () => {
  it('group thousands, and show a dash for what is not known', () => {
    expect([0, 42731, null, undefined].map(formatCount)).toEqual(['0', '42,731', '–', '–']);
  });

  it('give shares one decimal, and none of nothing', () => {
    expect([formatShare(184, 1000), formatShare(1, 3), formatShare(0, 0)]).toEqual(['18.4%', '33.3%', '–']);
  });

  it('give bytes a unit of 1,000, and a dash if they are not known', () => {
    expect([0, 999, 35_800, 148_300_000, null].map(formatBytes)).toEqual([
      '0 B',
      '999 B',
      '35.8 kB',
      '148.3 MB',
      '–',
    ]);
  });

  it('give values two decimals', () => {
    expect(formatValue(3475.1)).toBe('3,475.10');
  });

  it('are short on an axis', () => {
    expect([0, 60, 999, 1500, 1250, 3000, 2_250_000].map(formatCompact)).toEqual([
      '0',
      '60',
      '999',
      '1.5k',
      '1.25k',
      '3k',
      '2.25M',
    ]);
  });

  it('are short in a column of values, which are exact up to ten thousand', () => {
    expect([0, 9_999.99, 10_000, 12_345, -12_345, 999_999, 4.06e12, 1e20].map(formatShortValue)).toEqual([
      '0.00',
      '9,999.99',
      '10k',
      '12.3k',
      '-12.3k',
      '1M',
      '4.1T',
      '1E20',
    ]);
  });

  it('give ratios one decimal below ten', () => {
    expect([0.1, 5.72, 9.94, 9.96, 1234.5].map(formatRatio)).toEqual(['0.1', '5.7', '9.9', '10', '1,235']);
  });

  it('show changes by direction and size, "new" where nothing was before', () => {
    expect([formatChange(130, 100), formatChange(1, 3), formatChange(0, 5)]).toEqual([
      '↑ 30.0%',
      '↓ 66.7%',
      '↓ 100.0%',
    ]);
    expect([formatChange(7, 7), formatChange(0, 0), formatChange(7, 0)]).toEqual([
      'unchanged',
      'unchanged',
      'new',
    ]);
    expect(formatChange(3000, 2)).toBe('↑ 149,900%');
  });
});

describe('a list that is cut', () => {
  it('keeps the first rows and returns the others', () => {
    expect(cutRows([1, 2, 3, 4], 2)).toEqual({ shown: [1, 2], rest: [3, 4] });
  });

  it('shows one row too many rather than "1 more"', () => {
    expect(cutRows([1, 2, 3], 2)).toEqual({ shown: [1, 2, 3], rest: [] });
  });
});
