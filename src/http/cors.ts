import type { Headers } from './answer.ts';
import type { RequestHead } from './incoming.ts';

const READABLE = [
  'RateLimit-Policy',
  'RateLimit',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Retry-After',
  'X-Request-Id',
  'Idempotency-Replayed',
  'Collect-Fields',
].join(', ');

const USUAL = 'Authorization, Content-Type, Idempotency-Key';

/** A list of header names, of a length that no page needs. */
const HEADER_NAMES = /^[\w!#$%&'*+.^`|~, \t-]{1,2000}$/;

/**
 * The headers that let a page of another origin read a response (Fetch standard, CORS protocol), and those of a
 * preflight. Callers send a key, never a cookie, so credentials are not allowed.
 */
export function corsHeaders(
  request: RequestHead,
  origins: '*' | readonly string[],
  methods: string,
): Headers {
  const vary: Headers = typeof origins === 'string' || origins.length === 0 ? {} : { Vary: 'Origin' };
  const allowed = allowedOrigin(request, origins);
  if (allowed === undefined) return vary;
  return {
    ...vary,
    'Access-Control-Allow-Origin': allowed,
    'Access-Control-Expose-Headers': READABLE,
    ...(request.method === 'OPTIONS' && {
      'Access-Control-Allow-Methods': methods,
      'Access-Control-Allow-Headers': allowedHeaders(request),
      'Access-Control-Max-Age': '600',
    }),
  };
}

/** Whether the browser asks, before it sends a request, if it may. */
export function isPreflight({ method, headers }: RequestHead): boolean {
  return method === 'OPTIONS' && headers.has('access-control-request-method');
}

/** Those that the page wants to send: clients add headers of their own, such as a trace or their name. */
function allowedHeaders({ headers }: RequestHead): string {
  const requested = headers.get('access-control-request-headers');
  return requested !== null && HEADER_NAMES.test(requested) ? requested : USUAL;
}

function allowedOrigin(request: RequestHead, origins: '*' | readonly string[]): string | undefined {
  if (origins === '*') return '*';
  const origin = request.headers.get('origin');
  return origin !== null && origins.includes(origin) ? origin : undefined;
}
