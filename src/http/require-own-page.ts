import type { PublicUrl } from '../domain/public-url.ts';
import { Refusal, quote } from '../domain/refusal.ts';
import type { RequestHead } from './incoming.ts';

/** The Origin header that was refused, shortened; what it had to be, and what to do if it is the right one. */
export type RefusedOrigin = {
  readonly origin: string | null;
  readonly expected: readonly string[];
  readonly advice: string;
};

const LONGEST_SHOWN = 200;

/**
 * Throws ORIGIN_REFUSED unless the browser says that a page of this service sends the request: browsers attach cookies
 * to the requests of other pages too. The Host header proves nothing by itself, so it is not looked at.
 */
export function requireOwnPage(
  { headers }: RequestHead,
  publicUrl: PublicUrl,
  onRefused: (refused: RefusedOrigin) => void,
): void {
  const { origins, base } = publicUrl;
  const origin = headers.get('origin');
  if (origin !== null && origins.includes(origin)) return;
  onRefused({
    origin: origin?.slice(0, LONGEST_SHOWN) ?? null,
    expected: origins,
    advice: origin === null ? NO_ORIGIN : adviceOn(publicUrl),
  });
  throw new Refusal('ORIGIN_REFUSED', {
    message: `The Origin header must be ${base}, the address of this service; got ${quote(origin ?? undefined)}. If you open the service at another address, its operator must set PUBLIC_URL to that.`,
  });
}

const NO_ORIGIN =
  'the client sent no Origin header, which browsers send with such requests, so it is a program; it must use an API key in place of a session';

function adviceOn({ source }: PublicUrl): string {
  switch (source) {
    case 'setting':
      return 'if owners open the service at this origin, set PUBLIC_URL to it';
    case 'proxies':
      return 'if owners open the service at this origin, set PUBLIC_URL to it, or let your proxy send its scheme, host and port in X-Forwarded-Proto and X-Forwarded-Host';
    case 'listening':
      return 'if owners open the service at this origin, set PUBLIC_URL to it, or TRUSTED_PROXIES to the address of your reverse proxy if that sends X-Forwarded-Proto';
  }
}
