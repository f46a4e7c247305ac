import { logGamma } from './log-gamma.ts';

/** A fraction that no longer changes by more than this is the result. */
const NEGLIGIBLE = 1e-14;
/** It converges in far fewer steps where the count is above the mean. */
const MOST_STEPS = 10_000;
/** Stands for 0 where it would divide. */
const TINY = 1e-300;

/**
 * The probability that at least `count` of `trials` succeed, each with probability `share`: the regularized incomplete beta
 * function, by which neither has to be a whole number (NIST DLMF 8.17.5, with its continued fraction 8.17.22).
 */
export function atLeastOf(trials: number, share: number, count: number): number {
  if (count <= 0) return 1;
  if (count > trials || share <= 0) return 0;
  if (share >= 1) return 1;
  const [a, b] = [count, trials - count + 1];
  const front = Math.exp(
    logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(share) + b * Math.log1p(-share),
  );
  return share < (a + 1) / (a + b + 2)
    ? (front * fraction(a, b, share)) / a
    : 1 - (front * fraction(b, a, 1 - share)) / b;
}

/** By the modified method of Lentz. */
function fraction(a: number, b: number, x: number): number {
  let [c, d] = [1, 1 / nonZero(1 - ((a + b) * x) / (a + 1))];
  let result = d;
  for (let m = 1; m <= MOST_STEPS; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    let change = 1;
    for (const term of [even, odd]) {
      d = 1 / nonZero(1 + term * d);
      c = nonZero(1 + term / c);
      change = d * c;
      result *= change;
    }
    if (Math.abs(change - 1) < NEGLIGIBLE) break;
  }
  return result;
}

function nonZero(value: number): number {
  return Math.abs(value) < TINY ? TINY : value;
}
