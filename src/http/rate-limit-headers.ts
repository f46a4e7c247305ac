import type { Operation } from '../domain/plan.ts';
import type { Decision } from '../limits/rate-limiter.ts';

const WINDOW_SECONDS = 60;

/**
 * What a caller may read of the budget: the structured fields of draft-ietf-httpapi-ratelimit-headers-11, where `t`
 * is seconds until the oldest counted request leaves the window, and the X-RateLimit-* that callers already read.
 */
export function rateLimitHeaders(
  operation: Operation,
  decision: Decision,
  nowMs: number,
): Record<string, string> {
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
