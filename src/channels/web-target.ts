import { isIP } from 'node:net';
import { TargetRefused } from '../domain/channel.ts';
import { reachOf } from './networks.ts';

const LONGEST = 2_000;

/** Says what is wrong with an address, and what would be right. */
const NOT_PRIVATE =
  'must be on the public Internet; the operator may allow private networks with NOTIFY_PRIVATE_NETWORKS=yes';

export type WebTargetOptions = {
  /** Whether private networks are allowed. */
  readonly allowsPrivate: boolean;
  /** Whether the address may have a user and a password, which are sent as Basic authentication. */
  readonly takesUser: boolean;
};

/** A web address to which messages may be sent, as far as its text shows, as the URL parser writes it. Throws TargetRefused. */
export function parseWebTarget(text: string, { allowsPrivate, takesUser }: WebTargetOptions): string {
  if (text.length > LONGEST || /[\s\p{Cc}]/u.test(text) || !URL.canParse(text))
    throw new TargetRefused('the target must be an address such as https://example.com/alerts');
  const url = new URL(text);
  const isEncrypted = url.protocol === 'https:';
  if (!isEncrypted && !(allowsPrivate && url.protocol === 'http:'))
    throw new TargetRefused('the target must be an https address');
  requireParts(url, takesUser);
  const problem = problemOfHost(bareHost(url), { allowsPrivate, isEncrypted });
  if (problem !== undefined) throw new TargetRefused(`the target ${problem}`);
  return url.href;
}

function requireParts({ username, password, hash }: URL, takesUser: boolean): void {
  if (!takesUser && username + password !== '')
    throw new TargetRefused('the target must have no user and no password');
  if (hash !== '') throw new TargetRefused('the target must have no fragment (#)');
}

function problemOfHost(host: string, rules: AddressRules): string | undefined {
  if (isIP(host) !== 0) return problemOfAddress(host, rules);
  const isHere = /(?:^|\.)localhost\.?$/i.test(host);
  return isHere && !rules.allowsPrivate ? NOT_PRIVATE : undefined;
}

export type AddressRules = { readonly allowsPrivate: boolean; readonly isEncrypted: boolean };

/** Why an address must not be connected to, as the end of a sentence; undefined if it may. */
export function problemOfAddress(
  address: string,
  { allowsPrivate, isEncrypted }: AddressRules,
): string | undefined {
  const reach = reachOf(address);
  if (reach === 'special' || (reach === 'private' && !allowsPrivate)) return NOT_PRIVATE;
  return reach === 'public' && !isEncrypted ? 'must be an https address on the public Internet' : undefined;
}

/** The host without the brackets of an IPv6 address. */
export function bareHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}
