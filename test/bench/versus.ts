import { median, spread } from './statistics.ts';

/** Two figures that were measured in the same rounds. */
export type Versus = {
  /** The medians. */
  readonly ours: number;
  readonly theirs: number;
  /** `ours` ÷ `theirs`: the lowest and highest of a round. */
  readonly spread: readonly [least: number, most: number];
};

/** The two figures of one round. */
export type Pair = { readonly ours: number; readonly theirs: number };

/** The lowest or the highest ratio of `ours` to `theirs`. */
export type RatioGoal = {
  readonly kind: 'at least' | 'at most';
  readonly ratio: number;
  /** A better ratio, to aim at. */
  readonly aim?: number;
  /** The goal does not apply to fewer events. */
  readonly fromEvents?: number;
};

type Measure = () => Promise<number>;

/** Runs one round that does not count, then `rounds` more. The side that goes first changes with every round. */
export async function inTurn(rounds: number, ours: Measure, theirs: Measure): Promise<Versus> {
  const pairs: Pair[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const pair = round % 2 === 0 ? await oursFirst(ours, theirs) : await theirsFirst(ours, theirs);
    if (round > 0) pairs.push(pair);
  }
  return versusOf(pairs);
}

export function versusOf(pairs: readonly Pair[]): Versus {
  return {
    ours: median(pairs.map((pair) => pair.ours)),
    theirs: median(pairs.map((pair) => pair.theirs)),
    spread: spread(pairs.map((pair) => pair.ours / pair.theirs)),
  };
}

async function oursFirst(ours: Measure, theirs: Measure) {
  const first = await ours();
  return { ours: first, theirs: await theirs() };
}

async function theirsFirst(ours: Measure, theirs: Measure) {
  const first = await theirs();
  return { ours: await ours(), theirs: first };
}
