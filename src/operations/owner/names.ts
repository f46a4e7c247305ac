import { composedEmail } from '../../domain/email.ts';
import { Refusal, quote } from '../../domain/refusal.ts';

const LONGEST_EMAIL = 254;
const LONGEST_HOST = 253;
const LONGEST_NAME = 200;

/** The address as given, composed. INVALID_EMAIL unless it has one @, no whitespace and at most 254 characters. */
export function parseEmail(given: string): string {
  const email = composedEmail(given);
  if (email.length <= LONGEST_EMAIL && /^[^\s\p{Cc}@]+@[^\s\p{Cc}@]+$/u.test(email)) return email;
  throw new Refusal('INVALID_EMAIL', {
    clause: `the email must be an address such as name@example.com; got ${quote(given)}`,
  });
}

/** A name of one line and 1 to 200 characters, trimmed. INVALID_NAME for anything else. */
export function parseName(given: string): string {
  const name = given.trim();
  if (name !== '' && name.length <= LONGEST_NAME && !/\p{Cc}/u.test(name)) return name;
  throw new Refusal('INVALID_NAME', {
    clause: `the name must be one line of 1 to ${LONGEST_NAME} characters; got ${quote(given)}`,
  });
}

/** A host name in lower case, in punycode if it is international. INVALID_DOMAIN for anything else, such as a URL. */
export function parseDomain(given: string): string {
  const domain = parseHostName(given);
  if (domain !== undefined) return domain;
  const [beforePath = ''] = given.replace(/^([^/]*:)?\/\//, '').split(/[/?#:]/, 1);
  const meant = parseHostName(beforePath);
  const hint = meant === undefined ? '' : `; did you mean ${meant}?`;
  throw new Refusal('INVALID_DOMAIN', {
    clause: `the domain must be a host name such as example.com, without scheme, path or port; got ${quote(given)}${hint}`,
  });
}

/** The same host name; undefined for anything that is none. */
export function parseHostName(given: string): string | undefined {
  // The URL parser would stop at these characters, skip them or decode them.
  if (/[\s\p{Cc}/?#:@%\\[\]]/u.test(given) || !URL.canParse(`http://${given}`)) return undefined;
  const host = new URL(`http://${given}`).hostname.replace(/\.$/, '');
  return host.length <= LONGEST_HOST && LABELS.test(host) ? host : undefined;
}

/** The last label is not a number: that would be an IP address. */
const LABELS = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
