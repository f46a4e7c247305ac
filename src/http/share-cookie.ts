import type { PublicUrl } from '../domain/public-url.ts';
import { type Cookie, createCookie } from './cookies.ts';
import type { RequestHead } from './incoming.ts';

/**
 * A page that shows a share link names its number in this header, and then the cookie of that link counts. So a browser can
 * show several links, and its owner stays signed in beside them: browsers attach all cookies to all requests.
 */
const HEADER = 'x-share-link';

const NUMBER = /^[1-9]\d{0,14}$/;

/** The token of the share link that a request names: undefined if it names none, empty without the cookie of the link. */
export function shareToken(request: RequestHead, publicUrl: PublicUrl): string | undefined {
  const link = request.headers.get(HEADER);
  if (link === null) return undefined;
  return NUMBER.test(link) ? (cookieOf(Number(link)).read(request, publicUrl) ?? '') : '';
}

/** The Set-Cookie header that stores the token of a share link in the browser. */
export function shareCookie(linkId: number, token: string, maxMs: number, publicUrl: PublicUrl): string {
  return cookieOf(linkId).write(token, Math.floor(maxMs / 1000), publicUrl);
}

function cookieOf(linkId: number): Cookie {
  return createCookie(`share-${linkId}`);
}
