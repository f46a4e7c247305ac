import type { Decision } from './limit.ts';

export type Headers = Readonly<Record<string, string>>;

/** The headers of every response to an authenticated caller: no caching, and the current budget. */
export function authenticatedHeaders(operation: string, decision: Decision): Headers {
  const { granted, limit, remaining, resetMs, retryAfterSeconds } = decision;
  return {
    'Cache-Control': 'private, no-store',
    'RateLimit-Policy': `"${operation}";q=${limit};w=60`,
    RateLimit: `"${operation}";r=${remaining};t=${Math.ceil(resetMs / 1000)}`,
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(Math.ceil((Date.now() + resetMs) / 1000)),
    ...(granted ? {} : { 'Retry-After': String(retryAfterSeconds) }),
  };
}
