import { logGamma } from './log-gamma.ts';

/**
 * How a count is distributed: a negative binomial, whose variance is `dispersion` times its mean. A dispersion of 1 (or less)
 * is a Poisson distribution.
 */
export type CountDistribution = { readonly mean: number; readonly dispersion: number };

/** Nearer to 1 the negative binomial is a Poisson distribution but for rounding errors. */
const LEAST_EXCESS = 1e-6;

/** A sum of terms that shrink ends with the one that no longer counts. */
const NEGLIGIBLE = 1e-12;

/** The probability of at least `count`. It is exact to nine digits also where it is tiny. */
export function atLeast({ mean, dispersion }: CountDistribution, count: number): number {
  if (count <= 0) return 1;
  if (mean <= 0) return 0;
  // from the side of the mean where terms shrink
  return count > mean
    ? sumFrom({ mean, dispersion }, count, 1)
    : 1 - sumFrom({ mean, dispersion }, count - 1, -1);
}

/** The probability of none. */
export function none({ mean, dispersion }: CountDistribution): number {
  return Math.exp(logOf({ mean, dispersion }, 0));
}

/** The least count that is exceeded with a probability of at most `rest`. */
export function quantile(distribution: CountDistribution, rest: number): number {
  let [low, high] = [0, Math.max(1, Math.ceil(distribution.mean))];
  while (atLeast(distribution, high + 1) > rest) [low, high] = [high, high * 2];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (atLeast(distribution, middle + 1) > rest) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The sum of the probabilities of a count and of all beyond it, upwards (1) or downwards (-1). */
function sumFrom({ mean, dispersion }: CountDistribution, count: number, step: 1 | -1): number {
  const [size, failure] = shapeOf({ mean, dispersion });
  /** P(n + 1) / P(n) */
  const growth =
    size === Infinity ? (n: number) => mean / (n + 1) : (n: number) => ((n + size) / (n + 1)) * failure;
  // in units of the first probability, which may be too small for a number
  let [term, sum] = [1, 0];
  for (let n = count; n >= 0 && term > sum * NEGLIGIBLE; n += step) {
    sum += term;
    term *= step === 1 ? growth(n) : 1 / growth(n - 1);
  }
  return Math.min(1, Math.exp(logOf({ mean, dispersion }, count) + Math.log(sum)));
}

/** The logarithm of the probability of a count. */
function logOf({ mean, dispersion }: CountDistribution, count: number): number {
  const [size, failure] = shapeOf({ mean, dispersion });
  if (size === Infinity) return count * Math.log(mean) - mean - logGamma(count + 1);
  const ways = count === 0 ? 0 : logGamma(count + size) - logGamma(size) - logGamma(count + 1);
  return ways + size * Math.log1p(-failure) + count * Math.log(failure);
}

/** The size and the probability of a failure of a negative binomial; the size is infinite if it is a Poisson distribution. */
function shapeOf({ mean, dispersion }: CountDistribution): readonly [size: number, failure: number] {
  const excess = dispersion - 1;
  return excess < LEAST_EXCESS ? [Infinity, 0] : [mean / excess, excess / dispersion];
}
