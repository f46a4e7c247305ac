import type { RatioGoal, Versus } from './versus.ts';

/** How `ours` compares with `theirs`, both in the same unit. */
export type InsightLine = Versus & {
  readonly name: string;
  readonly unit: 'ms' | 'MB';
  readonly goal: RatioGoal;
  /** The events of the site. */
  readonly events: number;
};
