import type { RatioGoal, Versus } from './versus.ts';

/** How `ours` compares with `theirs`, both in the same unit. */
export type InsightLine = Versus & {
  readonly name: string;
  readonly unit: 'ms' | 'MB';
  /** Undefined for what is only shown. */
  readonly goal: RatioGoal | undefined;
  /** The events of the site. */
  readonly events: number;
};
