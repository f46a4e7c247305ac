import { TargetRefused } from '../domain/channel.ts';
import { isDecodable } from '../domain/percent-encoding.ts';
import { bareHost, isWebScheme, problemOfHost } from '../outgoing/address-rules.ts';

const LONGEST = 2_000;

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
  if (!isWebScheme(url, allowsPrivate)) throw new TargetRefused('the target must be an https address');
  requireParts(url, takesUser);
  const problem = problemOfHost(bareHost(url), {
    allowsPrivate,
    isEncrypted: url.protocol === 'https:',
  });
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
