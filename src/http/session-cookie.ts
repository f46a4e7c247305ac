import type { PublicUrl } from '../domain/public-url.ts';
import { createCookie } from './cookies.ts';
import type { RequestHead } from './incoming.ts';

const COOKIE = createCookie('session');

/** The token in the cookie of a request; undefined without one. */
export function sessionToken(request: RequestHead, publicUrl: PublicUrl): string | undefined {
  return COOKIE.read(request, publicUrl);
}

/** The Set-Cookie header that stores the token of a session in the browser. */
export function sessionCookie(token: string, maxMs: number, publicUrl: PublicUrl): string {
  return COOKIE.write(token, Math.floor(maxMs / 1000), publicUrl);
}

/** The Set-Cookie header that deletes the cookie. */
export function endedCookie(publicUrl: PublicUrl): string {
  return COOKIE.write('', 0, publicUrl);
}
