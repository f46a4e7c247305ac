import type { PublicUrl } from '../domain/public-url.ts';
import type { RequestHead } from './incoming.ts';

/** A cookie of ours. */
export type Cookie = {
  /** The value in a request; undefined without the cookie. Of two of the name, neither counts: then it is empty. */
  read(request: RequestHead, publicUrl: PublicUrl): string | undefined;
  /** The Set-Cookie header that stores the value in the browser. */
  write(value: string, maxAgeSeconds: number, publicUrl: PublicUrl): string;
};

/** A cookie that scripts cannot read, and that browsers send with no request of another site but a link to us. */
export function createCookie(name: string): Cookie {
  // Over TLS, the prefix makes browsers refuse the cookie from other hosts of the domain and from plain HTTP.
  const nameAt = ({ isSecure }: PublicUrl) => (isSecure ? `__Host-${name}` : name);
  return {
    read({ headers }, publicUrl) {
      const start = `${nameAt(publicUrl)}=`;
      const cookies = (headers.get('cookie') ?? '').split(';').map((cookie) => cookie.trim());
      const [found, ...others] = cookies.filter((cookie) => cookie.startsWith(start));
      if (found === undefined) return undefined;
      return others.length > 0 ? '' : found.slice(start.length);
    },
    write(value, maxAgeSeconds, publicUrl) {
      const attributes = ['Path=/', `Max-Age=${maxAgeSeconds}`, 'HttpOnly', 'SameSite=Lax'];
      if (publicUrl.isSecure) attributes.push('Secure');
      return [`${nameAt(publicUrl)}=${value}`, ...attributes].join('; ');
    },
  };
}
