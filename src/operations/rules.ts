import type { Caller, RequestContext } from '../context.ts';
import { type Comparison, type Previous, previousOf } from '../domain/comparison.ts';
import { ALL_TIME, type TimeRange, datesOf, isWithin, parseDateRange } from '../domain/date-range.ts';
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

/** Whose budgets a caller uses: each kind of caller of an account has its own, and each link, so that none can use up another's. */
function holderOf(caller: Caller): string {
  const holder = `${caller.accountId}:${caller.kind}`;
  return caller.kind === 'share' ? `${holder}:${caller.linkId}` : holder;
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

/** Who asks, and when. */
type Asking = Pick<RequestContext, 'caller' | 'nowMs'>;

/**
 * The days of a request. Throws INVALID_DATE_RANGE, INVALID_PARAMETER for a date that was sent more than once, and
 * RANGE_NOT_SHARED.
 */
export function parseRange(
  asking: Asking,
  { start, end }: { readonly start: RawParameter; readonly end: RawParameter },
): TimeRange {
  const given = { start: single('start', start), end: single('end', end) };
  const range = parseDateRange(given, asking.nowMs, shownTo(asking));
  requireShown(asking, range);
  return range;
}

/** What a range is compared with, if with anything. Throws INVALID_DATE_RANGE if that begins before year 1, RANGE_NOT_SHARED. */
export function parseComparison(
  asking: Asking,
  range: TimeRange,
  comparison: Comparison | undefined,
): Previous | undefined {
  const previous = comparison && previousOf(range, comparison);
  if (previous) requireShown(asking, previous.period);
  return previous;
}

/** Throws RANGE_NOT_SHARED if the caller has a share link that does not show all of these days. */
export function requireShown(asking: Asking, range: TimeRange): void {
  const shown = shownTo(asking);
  if (isWithin(range, shown)) return;
  const { start, end } = datesOf(shown);
  const first = shown.fromMs > ALL_TIME.fromMs ? ` from ${start}` : '';
  const last = shown.untilMs < ALL_TIME.untilMs ? ` to ${end}` : '';
  throw new Refusal('RANGE_NOT_SHARED', {
    message: `The share link shows the days${first}${last}. Those of the request, and those they are compared with, must be among them.`,
  });
}

function shownTo({ caller }: Asking): TimeRange {
  return caller.kind === 'share' ? caller.range : ALL_TIME;
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
