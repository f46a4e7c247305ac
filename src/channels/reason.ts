import { shortened } from '../domain/plain-text.ts';

const LONGEST = 200;

const SHORTEST_PART = 4;

/** Controls, spaces, and what nobody sees or what turns the direction of text: a space is shown instead. */
const HIDDEN = /[\p{C}\p{Z}]+/gu;

/** What the other side said, in one short line, without the parts of the target that are secret. */
export function lineOf(text: string, secrets: readonly string[] = []): string {
  const shown = secrets.reduce((left, secret) => left.replaceAll(secret, '…'), text);
  const [line = ''] = shown.trimStart().split(/[\r\n]/, 1);
  return shortened(line.replace(HIDDEN, ' ').trim(), LONGEST);
}

/**
 * What other sides may echo of a web address, the longest first: the address and each part of it but its host and the names in its
 * query, each as it is written there, percent-decoded, and as JSON writes it; and user and password as they are sent.
 */
export function secretsOf(target: string): readonly string[] {
  const { pathname, search, username, password, href } = new URL(target);
  const query = search.slice(1);
  const parts = [
    ...[href, `${pathname}${search}`, pathname, ...pathname.split('/')],
    ...[query, ...query.split('&').flatMap(partsOfPair), username],
  ];
  // shorter ones are in every text, such as `v1`
  const telling = parts.filter(({ length }) => length >= SHORTEST_PART).flatMap(spellingsOf);
  return longestFirst([...telling, ...credentialsOf(username, password)]);
}

/** A pair of a query, and its value. In a query a `+` may stand for a space. */
function partsOfPair(pair: string): readonly string[] {
  const value = pair.slice(pair.indexOf('=') + 1);
  return [pair, value].flatMap((part) => [part, part.replaceAll('+', ' ')]);
}

/**
 * What a server may echo of a password that was sent to it with a user; each is given as a web address has it. A password is
 * secret however short it is.
 */
export function credentialsOf(username: string, password: string): readonly string[] {
  if (password === '') return [];
  const [user, word] = [meant(username), meant(password)];
  const encoded = [`${user}:${word}`, `\0${user}\0${word}`, word].flatMap(inBase64);
  return longestFirst([...encoded, `${user}:${word}`, ...spellingsOf(password)]);
}

/** With its padding, and without, as some write it. */
function inBase64(text: string): readonly string[] {
  const padded = Buffer.from(text).toString('base64');
  return [padded, padded.replaceAll('=', '')];
}

function spellingsOf(part: string): readonly string[] {
  return [part, meant(part)].flatMap((text) => [text, text.replaceAll('/', '\\/')]);
}

/** A path may have a % that encodes nothing. */
function meant(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** A part must not hide the whole from being found. */
function longestFirst(secrets: readonly string[]): readonly string[] {
  return [...new Set(secrets)].toSorted((one, other) => other.length - one.length);
}
