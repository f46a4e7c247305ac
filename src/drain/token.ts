import { API_KEY } from '../domain/api-key.ts';
import { Refusal } from '../domain/refusal.ts';
import type { RequestHead } from '../http/incoming.ts';
import type { DrainRoute } from './route.ts';

const LONGEST = 512;

/** The headers that hold nothing but a token. */
const PLAIN = ['x-amz-firehose-access-key', 'x-api-key'];

/**
 * The token of a delivery: in the path, or else where the sender can put it. Of a name and a password either may be the token.
 * Throws MISSING_KEY and INVALID_KEY.
 */
export function tokenOf({ headers }: Pick<RequestHead, 'headers'>, { token }: DrainRoute): string {
  const found = token ?? plainToken(headers) ?? authorization(headers);
  if (found === undefined) throw new Refusal('MISSING_KEY', { message: MISSING });
  if (found === '' || found.length > LONGEST) throw new Refusal('INVALID_KEY', { message: INVALID });
  return found;
}

const WAYS =
  'in the path (/drain/<KEY>), or in the header Authorization (Bearer or Basic), X-Api-Key or X-Amz-Firehose-Access-Key';
const MISSING = `The key of the drain is missing. Send it ${WAYS}.`;
const INVALID = `What was sent as the key is empty or too long, or the header Authorization begins with another word than Bearer or Basic. Send a key of the scope drain ${WAYS}.`;
const UNKNOWN = `The key is unknown, or it is revoked. Send a key of the scope drain that is in use ${WAYS}.`;

/** Throws what a key was refused with, and says of one that is unknown or revoked which would be right. */
export function sayWhichKey(refused: unknown): never {
  if (refused instanceof Refusal && refused.code === 'INVALID_KEY')
    throw new Refusal('INVALID_KEY', { message: UNKNOWN });
  throw refused;
}

function plainToken(headers: RequestHead['headers']): string | undefined {
  return PLAIN.map((name) => headers.get(name)?.trim()).find((value) => value !== undefined);
}

function authorization(headers: RequestHead['headers']): string | undefined {
  const [scheme = '', credentials = '', ...more] = headers.get('authorization')?.trim().split(/ +/) ?? [];
  switch (scheme.toLowerCase()) {
    case '':
      return undefined;
    case 'bearer':
      return more.length === 0 ? credentials : '';
    case 'basic':
      return basicToken(Buffer.from(credentials, 'base64').toString('utf8'));
    default:
      return '';
  }
}

/** What of a name and a password looks like a key; the password if neither does. */
function basicToken(pair: string): string {
  const colon = pair.indexOf(':');
  const [user, password] = colon < 0 ? [pair, pair] : [pair.slice(0, colon), pair.slice(colon + 1)];
  return [password, user].find((one) => one.search(API_KEY) === 0) ?? password;
}
