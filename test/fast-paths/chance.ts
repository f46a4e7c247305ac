import { createRandom } from '../../src/cli/demo/random.ts';

/** What a generator decides by; the same for the same seed. */
export type Chance = {
  readonly below: (count: number) => number;
  readonly oneIn: (count: number) => boolean;
  readonly pick: <Value>(values: readonly Value[]) => Value;
};

export function createChance(seed: number): Chance {
  const random = createRandom(seed);
  const below = (count: number) => Math.floor(random.next() * count);
  return {
    below,
    oneIn: (count) => below(count) === 0,
    pick: (values) => values[below(values.length)] as (typeof values)[number],
  };
}
