import { describe, expect, it } from 'vitest';
import {
  cutRows,
  formatBytes,
  formatChange,
  formatCompact,
  formatCount,
  formatExactValue,
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

  it('give shares that are not quite none and not quite all as such', () => {
    const parts = [0, 1, 49, 50, 99_949, 99_950, 99_999, 100_000];
    expect(parts.map((part) => formatShare(part, 100_000))).toEqual([
      ...['0.0%', '< 0.1%', '< 0.1%', '0.1%'],
      ...['99.9%', '> 99.9%', '> 99.9%', '100.0%'],
    ]);
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

  it('are short beyond ten characters', () => {
    const values = [
      0, 999_999.99, 999_999.995, 1_000_000, -99_999.99, -100_000, 4.06e12, 2.25e14, -2.25e17, 1e20,
    ];
    expect(values.map(formatShortValue)).toEqual([
      ...['0.00', '999,999.99', '1M', '1M', '-99,999.99', '-100k', '4.1T', '225T', '-2.3E17', '1E20'],
    ]);
  });

  it('are exact with the digits that are known', () => {
    const values = [3475.1, 3475.125, 0.1 + 0.2, 0, -0.004, 2 ** 53 / 100 - 1, 2 ** 53 / 100, 1e21];
    expect(values.map(formatExactValue)).toEqual([
      ...['3,475.10', '3,475.125', '0.30', '0.00', '-0.004'],
      ...['90,071,992,547,408.90', '90,071,992,547,410', '1e+21'],
    ]);
    expect(formatExactValue(-224_999_983_980_246_500)).toBe('-224,999,983,980,246,500');
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
    expect([formatChange(40_255, 40_254), formatChange(1, 40_254)]).toEqual(['↑ < 0.1%', '↓ > 99.9%']);
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
