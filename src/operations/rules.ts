import type { RequestContext } from '../context.ts';
import type { Operation } from '../domain/plan.ts';
import { Refusal, invalidParameter } from '../domain/refusal.ts';
import type { Decision } from '../limits/rate-limiter.ts';

/** A parameter as it arrived: left out, a text, or a list when it was given more than once. */
export type Given = string | readonly string[] | undefined;

/** Takes one unit of the caller's budget of the operation, or refuses with RATE_LIMITED. */
export async function spend(ctx: RequestContext, operation: Operation): Promise<void> {
  const { accountId, plan } = ctx.caller;
  const decision = await ctx.limiter.spend(accountId, operation, ctx.plans[plan].requestsPerMinute);
  ctx.decisions.set(operation, decision);
  if (!decision.granted) throw new Refusal('RATE_LIMITED', { retryAfterSeconds: decision.retryAfterSeconds });
}

/** The caller's budget of the operation as it stands. */
export async function peek(ctx: RequestContext, operation: Operation): Promise<Decision> {
  const { accountId, plan } = ctx.caller;
  return ctx.limiter.peek(accountId, operation, ctx.plans[plan].requestsPerMinute);
}

/** The one text a parameter was given, or undefined; INVALID_PARAMETER when it was given twice. */
export function single(name: string, given: Given): string | undefined {
  if (given === undefined || typeof given === 'string') return given;
  if (given.length < 2) return given[0];
  throw invalidParameter(name, given.join(', '), 'given once');
}

/** MISSING_SITE_ID when the id is empty or blank. */
export function requireSiteId(siteId: string): string {
  if (siteId.trim() === '') throw new Refusal('MISSING_SITE_ID');
  return siteId;
}

/** The caller's plan must be Pro. */
export function requirePro(ctx: RequestContext): void {
  if (ctx.caller.plan !== 'pro') throw new Refusal('PLAN_REQUIRED');
}
