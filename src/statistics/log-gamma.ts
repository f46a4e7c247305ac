/** From here on Stirling's series has twelve digits. */
const ENOUGH_FOR_STIRLING = 10;

/** The logarithm of the gamma function, for x > 0 (NIST DLMF 5.11.1, and 5.5.1 for small x). */
export function logGamma(x: number): number {
  if (x < ENOUGH_FOR_STIRLING) return logGamma(x + 1) - Math.log(x);
  const inverse = 1 / x;
  const square = inverse * inverse;
  const series = inverse * (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square / 1680)));
  return (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + series;
}
