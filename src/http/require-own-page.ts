import type { PublicUrl } from '../domain/public-url.ts';
import { Refusal } from '../domain/refusal.ts';

/**
 * Throws ORIGIN_REFUSED unless the browser says that a page of this service sends the request: browsers attach cookies
 * to the requests of other pages too. The Host header proves nothing, so it is not looked at.
 */
export function requireOwnPage({ headers }: Request, { origins, base }: PublicUrl): void {
  const origin = headers.get('origin');
  if (origin !== null && origins.includes(origin)) return;
  throw new Refusal('ORIGIN_REFUSED', {
    message: `The Origin header must be ${base}, the address of this service (the setting PUBLIC_URL).`,
  });
}
