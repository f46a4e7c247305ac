import type { RequestContext } from '../context.ts';
import type { Operation } from '../domain/plan.ts';
import type { Decision } from '../limits/rate-limiter.ts';
import type { Headers } from './answer.ts';

const WINDOW_SECONDS = 60;

/** The headers of every response to an authenticated caller, including refusals. */
export function authenticatedHeaders(
  { spent, nowMs }: Pick<RequestContext, 'spent' | 'nowMs'>,
  operation: Operation,
): Headers {
  const decision = spent.get(operation)?.decision;
  return {
    'Cache-Control': 'private, no-store',
    ...(decision && rateLimitHeaders(operation, decision, nowMs)),
  };
}

/**
 * The state of the budget: the structured fields of draft-ietf-httpapi-ratelimit-headers-11, where `t` is the number of
 * seconds until the oldest counted request leaves the window, and the X-RateLimit-* headers that many callers read.
 */
function rateLimitHeaders(operation: Operation, decision: Decision, nowMs: number): Headers {
  const { limit, remaining, resetMs } = decision;
  return {
    'RateLimit-Policy': `"${operation}";q=${limit};w=${WINDOW_SECONDS}`,
    RateLimit: `"${operation}";r=${remaining};t=${Math.ceil(resetMs / 1000)}`,
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(Math.ceil((nowMs + resetMs) / 1000)),
  };
}
