import type { Caller, RequestContext } from '../context.ts';
import { type TimeRange, parseDateRange } from '../domain/date-range.ts';
import type { Operation } from '../domain/plan.ts';
import { Refusal, invalidParameter } from '../domain/refusal.ts';
import type { Decision } from '../limits/rate-limiter.ts';

/** A parameter as it arrived: missing, a text, or a list if it was sent more than once. */
export type RawParameter = string | readonly string[] | undefined;

/** Spends units of the caller's budget for the operation, all or none. Throws RATE_LIMITED. An operator has no budgets. */
export async function spend(ctx: RequestContext, operation: Operation, units = 1): Promise<void> {
  const { limiter, plans, caller } = ctx;
  if (caller.kind === 'operator') return;
  const limit = plans[caller.plan].requestsPerMinute;
  const decision = await limiter.spend(holderOf(caller), operation, limit, units);
  ctx.spent.set(operation, { requested: (ctx.spent.get(operation)?.requested ?? 0) + units, decision });
  if (!decision.granted) throw new Refusal('RATE_LIMITED', { retryAfterSeconds: decision.retryAfterSeconds });
}

/** The current state of the caller's budget for the operation. */
export async function peek(ctx: RequestContext, operation: Operation): Promise<Decision> {
  const { limiter, plans, caller } = ctx;
  return limiter.peek(holderOf(caller), operation, plans[caller.plan].requestsPerMinute);
}

/** Whose budgets a caller uses: each kind of caller of an account has its own, so that no kind can use up another's. */
function holderOf({ accountId, kind }: Caller): string {
  return `${accountId}:${kind}`;
}

/** The text of a parameter; undefined if it is missing. Throws INVALID_PARAMETER if it was sent more than once. */
export function single(name: string, raw: RawParameter): string | undefined {
  if (raw === undefined || typeof raw === 'string') return raw;
  if (raw.length < 2) return raw[0];
  throw invalidParameter(name, raw.join(', '), 'given once');
}

/** Whether a text can be stored. Nothing that is stored equals one that cannot. */
export function isStorable(text: string): boolean {
  return !text.includes('\0');
}

/** The days of a request. Throws INVALID_DATE_RANGE, and INVALID_PARAMETER for a date that was sent more than once. */
export function parseRange(
  { start, end }: { readonly start: RawParameter; readonly end: RawParameter },
  nowMs: number,
): TimeRange {
  return parseDateRange({ start: single('start', start), end: single('end', end) }, nowMs);
}

/** Throws MISSING_SITE_ID if the id is empty or blank. */
export function requireSiteId(siteId: string): string {
  if (siteId.trim() === '') throw new Refusal('MISSING_SITE_ID');
  return siteId;
}

/** Throws PLAN_REQUIRED unless the caller's plan is Pro. */
export function requirePro(ctx: RequestContext): void {
  if (ctx.caller.plan !== 'pro') throw new Refusal('PLAN_REQUIRED');
}
