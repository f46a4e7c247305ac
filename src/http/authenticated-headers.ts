import type { RequestContext } from '../context.ts';
import type { Operation } from '../domain/plan.ts';
import type { Decision } from '../limits/rate-limiter.ts';
import type { Headers } from './answer.ts';

const WINDOW_SECONDS = 60;

/** What every answer to a known caller carries, a refusal too. */
export function authenticatedHeaders(
  { decisions, nowMs }: Pick<RequestContext, 'decisions' | 'nowMs'>,
  operation: Operation,
): Headers {
  const decision = decisions.get(operation);
  return {
    'Cache-Control': 'private, no-store',
    ...(decision && rateLimitHeaders(operation, decision, nowMs)),
  };
}

/**
 * What a caller may read of the budget: the structured fields of draft-ietf-httpapi-ratelimit-headers-11, where `t`
 * is seconds until the oldest counted request leaves the window, and the X-RateLimit-* that callers already read.
 */
function rateLimitHeaders(operation: Operation, decision: Decision, nowMs: number): Headers {
  const { granted, limit, remaining, resetMs, retryAfterSeconds } = decision;
  return {
    'RateLimit-Policy': `"${operation}";q=${limit};w=${WINDOW_SECONDS}`,
    RateLimit: `"${operation}";r=${remaining};t=${Math.ceil(resetMs / 1000)}`,
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(Math.ceil((nowMs + resetMs) / 1000)),
    ...(granted ? {} : { 'Retry-After': String(retryAfterSeconds) }),
  };
}
