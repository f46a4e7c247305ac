/** Random numbers from a seed: mulberry32, of 32 bits. */
export function createRandom(seed: number) {
  let state = seed >>> 0;
  const uniform = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (((mixed ^ (mixed >>> 14)) >>> 0) + 0.5) / 2 ** 32;
  };
  const exponential = (mean: number): number => -mean * Math.log(uniform());
  const normal = (): number => Math.sqrt(exponential(2)) * Math.cos(2 * Math.PI * uniform());
  return {
    uniform,
    exponential,
    /** The number of trials up to a success, whose mean is given. */
    geometric: (mean: number): number =>
      mean <= 1 ? 1 : 1 + Math.floor(Math.log(uniform()) / Math.log(1 - 1 / mean)),
    /** Gamma, of mean 1 (Marsaglia and Tsang, 2000). */
    gamma(shape: number): number {
      if (shape < 1) return (this.gamma(shape + 1) * (shape + 1) * uniform() ** (1 / shape)) / shape;
      const d = shape - 1 / 3;
      for (;;) {
        const x = normal();
        const v = (1 + x / Math.sqrt(9 * d)) ** 3;
        if (v > 0 && Math.log(uniform()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return (d * v) / shape;
      }
    },
  };
}
export type Random = ReturnType<typeof createRandom>;
