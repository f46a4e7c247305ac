import { describe, expect, it } from 'vitest';
import { atLeast, none, quantile } from '../../src/statistics/counts.ts';
import { logGamma } from '../../src/statistics/log-gamma.ts';

describe('logGamma', () => {
  it.each([1, 2, 5, 10, 11, 50, 170])('is the logarithm of the factorial of %i - 1', (n) => {
    let factorial = 0;
    for (let i = 2; i < n; i++) factorial += Math.log(i);
    expect(logGamma(n)).toBeCloseTo(factorial, 10);
  });

  it('is half the logarithm of π at 1/2', () => {
    expect(logGamma(0.5)).toBeCloseTo(Math.log(Math.PI) / 2, 11);
  });
});

describe('atLeast', () => {
  // by exact fractions, and for Poisson by 50 decimal digits
  it.each([
    [20, 5, 60, 2.056339296627e-3],
    [20, 5, 10, 8.701603741696e-1],
    [38, 20, 300, 3.320485356429e-6],
    [1, 2, 50, 8.881784197001e-16],
    [40, 2, 41, 4.55536060613e-1],
    [3, 1, 20, 8.314423588192e-11],
    [0.5, 1, 1, 3.934693402874e-1],
    [300, 1, 400, 2.206652014288e-8],
    [300, 1, 280, 8.825255431208e-1],
    [12, 1, 12, 5.384026669364e-1],
  ])('of mean %d and dispersion %d, at least %d', (mean, dispersion, count, probability) => {
    expect(atLeast({ mean, dispersion }, count) / probability).toBeCloseTo(1, 9);
  });

  it.each([
    [{ mean: 3, dispersion: 1 }, 0, 1],
    [{ mean: 0, dispersion: 1 }, 1, 0],
    [{ mean: 0, dispersion: 5 }, 0, 1],
  ])('is certain or impossible at the ends', (distribution, count, probability) => {
    expect(atLeast(distribution, count)).toBe(probability);
  });

  it.each([
    [{ mean: 328, dispersion: 3.5 }, 3_278],
    [{ mean: 3, dispersion: 1 }, 100_000],
  ])('is nearly nothing far beyond the mean', (distribution, count) => {
    expect(atLeast(distribution, count)).toBeLessThan(1e-300);
  });

  it('is a Poisson distribution where the dispersion is hardly more than 1', () => {
    const nearly = atLeast({ mean: 30, dispersion: 1 + 1e-5 }, 60);
    expect(nearly / atLeast({ mean: 30, dispersion: 1 }, 60)).toBeCloseTo(1, 2);
  });
});

describe('none', () => {
  it.each([
    [3, 1, Math.exp(-3)],
    [4, 5, 1 / 5],
  ])('of mean %d and dispersion %d', (mean, dispersion, probability) => {
    expect(none({ mean, dispersion })).toBeCloseTo(probability, 12);
  });
});

describe('quantile', () => {
  it.each([
    [{ mean: 30, dispersion: 5 }, 0.05],
    [{ mean: 0.1, dispersion: 1 }, 0.05],
    [{ mean: 0, dispersion: 1 }, 0.5],
    [{ mean: 4_000, dispersion: 20 }, 1e-7],
  ])('is the least count that is rarely enough exceeded', (distribution, rest) => {
    const count = quantile(distribution, rest);
    expect(atLeast(distribution, count + 1)).toBeLessThanOrEqual(rest);
    if (count > 0) expect(atLeast(distribution, count)).toBeGreaterThan(rest);
  });
});
