import { shortened } from '../domain/plain-text.ts';

const LONGEST = 200;

/** What a text must not have to be shown in a line: controls, and what nobody sees or what turns the direction of text. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu;

/** What the other side said, in one short line, without the parts of the target that are secret. */
export function lineOf(text: string, secrets: readonly string[] = []): string {
  const shown = secrets
    .filter((secret) => secret.length > 1)
    .toSorted((one, other) => other.length - one.length)
    .reduce((left, secret) => left.replaceAll(secret, '…'), text);
  const [line = ''] = shown.trimStart().split(/[\r\n]/, 1);
  return shortened(line.replace(HIDDEN, ' ').trim(), LONGEST);
}

/** What other sides may echo of a web address: the address, and each part of it but its host. */
export function secretsOf(target: string): readonly string[] {
  const { pathname, search, username, password, href } = new URL(target);
  const parts = [
    href,
    `${pathname}${search}`,
    pathname,
    ...pathname.split('/'),
    search.slice(1),
    username,
    password,
  ];
  return parts.filter((part) => part.length > 3);
}
