/** A row whose last field is its weight: how often it is picked. */
type Weighted = readonly [...unknown[], weight: number];

/** Rows to pick one of. */
export type Rows<Row extends Weighted> = readonly [Row, ...Row[]];

export type Random = {
  /** At least 0, below 1. */
  next(): number;
  /** A whole number near the mean. The mean may be a fraction. */
  count(mean: number): number;
  pick<const Rows extends readonly [Weighted, ...Weighted[]]>(rows: Rows): Rows[number];
};

/** Numbers that look random and are the same for the same seed (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed;
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  return {
    next,
    count: (mean) => Math.floor(mean * (0.5 + next()) + next()),
    pick(rows) {
      let left = next() * rows.reduce((sum, row) => sum + weightOf(row), 0);
      return rows.find((row) => (left -= weightOf(row)) < 0) ?? rows[0];
    },
  };
}

function weightOf(row: Weighted): number {
  return row.at(-1) as number;
}
