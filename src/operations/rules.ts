import type { Caller, RequestContext } from '../context.ts';
import { anyOf } from '../domain/any-of.ts';
import { COMPARISONS, type Previous, previousOf } from '../domain/comparison.ts';
import { ALL_TIME, type TimeRange, datesOf, isWithin, parseDateRange } from '../domain/date-range.ts';
import { type Operation, hasHours } from '../domain/plan.ts';
import { Refusal, type Sentence, invalidParameter } from '../domain/refusal.ts';
import type { Decision } from '../limits/rate-limiter.ts';

/** A parameter as it arrived: left out or null, a text, or from the query of a URL a text for each time it was sent. */
export type RawParameter = string | readonly string[] | null | undefined;

/** A site and the days of a report. */
export type RangeRequest = {
  readonly siteId: string;
  readonly start?: RawParameter;
  readonly end?: RawParameter;
};

/** The same, and what the days are compared with: "previous-period" or "previous-year". */
export type ComparedRequest = RangeRequest & { readonly compare?: RawParameter };

/**
 * Spends units of the caller's budget for the operation, all or none. Throws RATE_LIMITED, and INVALID_PARAMETER for more
 * units than the budget ever has. An operator has no budgets.
 */
export async function spend(ctx: RequestContext, operation: Operation, units = 1): Promise<void> {
  const { limiter, plans, caller } = ctx;
  if (caller.kind === 'operator') return;
  const limit = plans[caller.plan].requestsPerMinute;
  const decision = await limiter.spend(holderOf(caller), operation, limit, units);
  ctx.spent.set(operation, { requested: (ctx.spent.get(operation)?.requested ?? 0) + units, decision });
  if (decision.granted) return;
  if (units > limit) throw tooDear(operation, units, limit);
  throw new Refusal('RATE_LIMITED', { retryAfterSeconds: decision.retryAfterSeconds });
}

/** To wait does not help with what takes more units than there ever are. */
function tooDear(operation: Operation, units: number, limit: number): Refusal {
  return new Refusal('INVALID_PARAMETER', {
    message: `The request takes ${units} units of the budget "${operation}", which has ${limit} a minute: it can never be granted.`,
  });
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

/** What an operation costs: a comparison takes a second unit. */
export function unitsOf({ compare }: Pick<ComparedRequest, 'compare'>): number {
  return compare === undefined || compare === null || compare.length === 0 ? 1 : 2;
}

/** The text of a parameter; undefined if it is missing. Throws INVALID_PARAMETER if it was sent more than once. */
export function single(name: string, raw: RawParameter): string | undefined {
  if (raw === undefined || raw === null) return undefined;
  if (typeof raw === 'string') return raw;
  if (raw.length < 2) return raw[0];
  throw invalidParameter(name, raw.join(', '), 'given once');
}

/** A parameter that is one of some words; undefined if it is missing. Throws INVALID_PARAMETER for other words. */
export function parseWord<Word extends string>(
  name: string,
  raw: RawParameter,
  words: readonly Word[],
): Word | undefined {
  const given = single(name, raw);
  const word = words.find((one) => one === given);
  if (given === undefined || word !== undefined) return word;
  throw invalidParameter(name, given, anyOf(words.map((one) => `"${one}"`)));
}

/** A parameter that is on or off; off if it is missing. Throws INVALID_PARAMETER for what is neither true nor false. */
export function parseFlag(name: string, raw: RawParameter): boolean {
  return parseWord(name, raw, ['true', 'false']) === 'true';
}

/**
 * A text to look for; undefined if it is missing. Throws INVALID_PARAMETER for an empty one in the query of a URL, where it
 * stands for a value that was forgotten.
 */
export function parseText(name: string, raw: RawParameter, allowed: Sentence): string | undefined {
  const text = single(name, raw);
  if (text === '' && typeof raw !== 'string') throw invalidParameter(name, text, allowed);
  return text;
}

/** Whether a text can be stored. Nothing that is stored equals one that cannot. */
export function isStorable(text: string | undefined): boolean {
  return text?.includes('\0') !== true;
}

/** Who asks, and when. */
type Asking = Pick<RequestContext, 'caller' | 'nowMs'>;

/**
 * The days of a request. Throws INVALID_DATE_RANGE, INVALID_PARAMETER for a date that was sent more than once, and
 * RANGE_NOT_SHARED.
 */
export function parseRange(asking: Asking, { start, end }: Omit<RangeRequest, 'siteId'>): TimeRange {
  const given = { start: single('start', start), end: single('end', end) };
  const range = parseDateRange(given, asking.nowMs, shownTo(asking));
  requireShown(asking, range);
  return range;
}

/**
 * What a range is compared with, if with anything. Throws INVALID_PARAMETER, INVALID_DATE_RANGE if that begins before
 * year 1, and RANGE_NOT_SHARED.
 */
export function parseComparison(
  asking: Asking,
  range: TimeRange,
  { compare }: Pick<ComparedRequest, 'compare'>,
): Previous | undefined {
  const comparison = parseWord('compare', compare, COMPARISONS);
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

/** The days that the caller may see: all, but with a share link. */
export function shownTo({ caller }: Asking): TimeRange {
  return caller.kind === 'share' ? caller.range : ALL_TIME;
}

/** Throws MISSING_SITE_ID if the id is empty or blank. */
export function requireSiteId(siteId: string): string {
  if (siteId.trim() === '') throw new Refusal('MISSING_SITE_ID');
  return siteId;
}

/** Throws PLAN_REQUIRED unless the caller's plan has timeseries by hour. */
export function requireHours(ctx: RequestContext): void {
  if (hasHours(ctx.caller.plan)) return;
  throw new Refusal('PLAN_REQUIRED', { supportContact: ctx.service.supportContact });
}
