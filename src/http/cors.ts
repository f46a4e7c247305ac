import type { Headers } from './answer.ts';

const READABLE = [
  'RateLimit-Policy',
  'RateLimit',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Retry-After',
  'X-Request-Id',
  'Idempotency-Replayed',
].join(', ');

/**
 * The headers that let a page of another origin read a response (Fetch standard, CORS protocol), and those of a
 * preflight. Callers send a key, never a cookie, so credentials are not allowed.
 */
export function corsHeaders(request: Request, origins: '*' | readonly string[], methods: string): Headers {
  const vary: Headers = typeof origins === 'string' || origins.length === 0 ? {} : { Vary: 'Origin' };
  const allowed = allowedOrigin(request, origins);
  if (allowed === undefined) return vary;
  return {
    ...vary,
    'Access-Control-Allow-Origin': allowed,
    'Access-Control-Expose-Headers': READABLE,
    ...(request.method === 'OPTIONS' && {
      'Access-Control-Allow-Methods': methods,
      'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key',
      'Access-Control-Max-Age': '600',
    }),
  };
}

function allowedOrigin(request: Request, origins: '*' | readonly string[]): string | undefined {
  if (origins === '*') return '*';
  const origin = request.headers.get('origin');
  return origin !== null && origins.includes(origin) ? origin : undefined;
}
