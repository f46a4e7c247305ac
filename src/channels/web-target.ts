import { isIP } from 'node:net';
import { TargetRefused } from '../domain/channel.ts';
import { isDecodable } from '../domain/percent-encoding.ts';
import { reachOf } from './networks.ts';

const LONGEST = 2_000;

const ALLOWED_BY = 'the operator may allow these with NOTIFY_PRIVATE_NETWORKS=yes';

export type WebTargetOptions = {
  /** Whether private networks are allowed. */
  readonly allowsPrivate: boolean;
  /** Whether the address may have a user and a password, which are sent as Basic authentication. */
  readonly takesUser: boolean;
};

/** A web address to which messages may be sent, as far as its text shows, as the URL parser writes it. Throws TargetRefused. */
export function parseWebTarget(given: string, { allowsPrivate, takesUser }: WebTargetOptions): string {
  const text = given.trim();
  if (text.length > LONGEST || /[\s\p{Cc}]/u.test(text) || !URL.canParse(text))
    throw new TargetRefused(
      `the target must be an address such as https://example.com/alerts, of at most ${LONGEST.toLocaleString('en')} characters`,
    );
  const url = new URL(text);
  const isEncrypted = url.protocol === 'https:';
  if (!isEncrypted && !(allowsPrivate && url.protocol === 'http:'))
    throw new TargetRefused('the target must be an https address');
  requireParts(url, takesUser);
  const problem = problemOfHost(bareHost(url), { allowsPrivate, isEncrypted });
  if (problem !== undefined) throw new TargetRefused(`the target is ${problem}`);
  return url.href;
}

function requireParts({ username, password, href }: URL, takesUser: boolean): void {
  if (!takesUser && username + password !== '')
    throw new TargetRefused('the target must have no user and no password');
  if (!isDecodable(username) || !isDecodable(password))
    throw new TargetRefused('the target must write a % in its user or password as %25');
  if (href.includes('#')) throw new TargetRefused('the target must have no fragment (#)');
}

function problemOfHost(host: string, rules: AddressRules): string | undefined {
  if (isIP(host) !== 0) return problemOfAddress(host, rules);
  const isHere = /(?:^|\.)localhost\.?$/i.test(host);
  return isHere && !rules.allowsPrivate ? `a name of this machine; ${ALLOWED_BY}` : undefined;
}

export type AddressRules = { readonly allowsPrivate: boolean; readonly isEncrypted: boolean };

/** What an address is that must not be connected to, and what would be right; undefined if it may. */
export function problemOfAddress(
  address: string,
  { allowsPrivate, isEncrypted }: AddressRules,
): string | undefined {
  switch (reachOf(address)) {
    case 'private':
      return allowsPrivate ? undefined : `an address of a private network; ${ALLOWED_BY}`;
    case 'special':
      return 'an address to which nothing is sent: it is of no public or private network';
    case 'public':
      return isEncrypted
        ? undefined
        : 'an address on the public Internet; such a target must begin with https';
  }
}

/** The host without the brackets of an IPv6 address. */
export function bareHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}
