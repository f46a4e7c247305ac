import type { RequestContext } from '../context.ts';
import { OPERATIONS, type Operation } from '../domain/plan.ts';
import { peek } from './rules.ts';

export type Budget = {
  readonly operation: Operation;
  readonly limit: number;
  readonly remaining: number;
  /** When the oldest counted request leaves the window; now, when none is counted. */
  readonly resetAtMs: number;
};

/** The caller's budgets as they stand; asking costs nothing. */
export async function budgets(ctx: RequestContext): Promise<readonly Budget[]> {
  return Promise.all(
    OPERATIONS.map(async (operation) => {
      const { limit, remaining, resetMs } = await peek(ctx, operation);
      return { operation, limit, remaining, resetAtMs: ctx.nowMs + resetMs };
    }),
  );
}
