import type { PublicUrl } from '../domain/public-url.ts';

/** Over TLS, the prefix makes browsers refuse the cookie from other hosts of the domain and from plain HTTP. */
function nameOf({ isSecure }: PublicUrl): string {
  return isSecure ? '__Host-session' : 'session';
}

/** The token in the cookie of a request; undefined without one. Of two cookies of the name, neither counts. */
export function sessionToken({ headers }: Request, publicUrl: PublicUrl): string | undefined {
  const start = `${nameOf(publicUrl)}=`;
  const cookies =
    headers
      .get('cookie')
      ?.split(';')
      .map((cookie) => cookie.trim()) ?? [];
  const [found, ...others] = cookies.filter((cookie) => cookie.startsWith(start));
  if (found === undefined) return undefined;
  return others.length > 0 ? '' : found.slice(start.length);
}

/** The Set-Cookie header that stores the token of a session in the browser. */
export function sessionCookie(token: string, maxMs: number, publicUrl: PublicUrl): string {
  return write(token, Math.floor(maxMs / 1000), publicUrl);
}

/** The Set-Cookie header that deletes the cookie. */
export function endedCookie(publicUrl: PublicUrl): string {
  return write('', 0, publicUrl);
}

function write(value: string, maxAge: number, publicUrl: PublicUrl): string {
  const attributes = ['Path=/', `Max-Age=${maxAge}`, 'HttpOnly', 'SameSite=Lax'];
  if (publicUrl.isSecure) attributes.push('Secure');
  return [`${nameOf(publicUrl)}=${value}`, ...attributes].join('; ');
}
