import type { Caller, RequestContext } from '../../context.ts';
import { OPERATIONS, type Operation } from '../../domain/plan.ts';
import { type Quota, quotaOf } from '../recording/quota.ts';
import { requireReader } from '../access.ts';
import { peek } from '../rules.ts';

export type Budget = {
  readonly operation: Operation;
  readonly limit: number;
  readonly remaining: number;
  /** When the oldest counted request leaves the window; the current time if none is counted. */
  readonly resetAtMs: number;
};

/** The caller's account. Throws SITE_NOT_FOUND if the key only collects. */
export function account(ctx: RequestContext): Caller {
  requireReader(ctx);
  return ctx.caller;
}

/** How commands of this service are typed, and where it is reached. */
export type Install = { readonly command: string; readonly origin: string };

/** How the service was installed. Costs nothing. Throws SITE_NOT_FOUND if the key only collects, NOT_SHARED. */
export function install(ctx: RequestContext): Install {
  requireReader(ctx);
  return { command: ctx.service.command, origin: ctx.origin() };
}

/** The caller's quota of recorded events in the current month, read once per request. Costs nothing. */
export async function usage({ caller, plans, loaders, nowMs }: RequestContext): Promise<Quota> {
  const used = await loaders.usageThisMonth.load(caller.accountId);
  return quotaOf({ plans, plan: caller.plan }, used, nowMs);
}

/** The current state of the caller's budgets. Costs nothing. */
export async function budgets(ctx: RequestContext): Promise<readonly Budget[]> {
  return Promise.all(
    OPERATIONS.map(async (operation) => {
      const { limit, remaining, resetMs } = await peek(ctx, operation);
      return { operation, limit, remaining, resetAtMs: ctx.nowMs + resetMs };
    }),
  );
}
