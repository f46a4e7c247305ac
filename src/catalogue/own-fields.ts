import { PURPOSES } from './purposes.ts';
import { literally, wholeToken } from './product-token.ts';

/** The values that a field allows. `parse` returns undefined for any other. */
export type FieldRule<T> = { readonly allowed: string; readonly parse: (value: unknown) => T | undefined };

export type Fields = Readonly<Record<string, unknown>>;

/** What is wrong with an entry. */
export class WrongEntry extends Error {}

/** The value of a field. Throws WrongEntry with the field, what is allowed and what came. */
export function field<T>(fields: Fields, name: string, { allowed, parse }: FieldRule<T>): T {
  const value = parse(fields[name]);
  if (value !== undefined) return value;
  throw new WrongEntry(`"${name}" must be ${allowed}; got ${quoted(fields[name])}`);
}

/** The value of a field that may be left out. */
export function optionalField<T>(fields: Fields, name: string, rule: FieldRule<T>): T | undefined {
  return (fields[name] ?? undefined) === undefined ? undefined : field(fields, name, rule);
}

/** Throws WrongEntry for a field that the entry does not have. */
export function requireKnown(fields: Fields, known: readonly string[]): void {
  const unknown = Object.keys(fields).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new WrongEntry(`there is no field ${quoted(unknown)}; the fields are ${known.join(', ')}`);
}

function quoted(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text;
}

const MAX_QUOTED = 80;

/** As long as a name of an event may be. */
export const NAME = matching(/^[^\p{Cc}\p{Cs}]{1,200}$/u, 'a text of 1 to 200 characters in one line');

export const PURPOSE: FieldRule<(typeof PURPOSES)[number]> = {
  allowed: `one of ${PURPOSES.map((word) => `"${word}"`).join(', ')}`,
  parse: (value) => PURPOSES.find((word) => word === value),
};

export const SOURCE = matching(/^[a-z0-9][a-z0-9._-]{0,199}$/, 'a word in lower case, such as "acme-chat"');

const PRODUCT = matching(
  /^[a-z0-9][\w !#$%&'*+.^`|~-]{0,79}$/i,
  'the name of a product as user agents have it, without its version, such as "AcmeBot"',
);

export const ROBOTS_TOKEN = PRODUCT;

/** A token of a browser would make bots of people. */
export const TOKEN: FieldRule<string> = {
  allowed: `${PRODUCT.allowed}, which is in the user agent of no browser`,
  parse(value) {
    const token = PRODUCT.parse(value);
    if (token === undefined) return undefined;
    const pattern = wholeToken(literally(token));
    return BROWSERS.some((userAgent) => pattern.test(userAgent)) ? undefined : token;
  },
};

const BROWSERS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0 OPR/120.0.0.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0.0.0 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/142.0 EdgiOS/140.0.0.0 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36 EdgA/140.0.0.0',
  'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0',
  'Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0; compatible; MSIE 11.0) like Gecko Electron/38.0.0 YaBrowser/25.8 Vivaldi/7.5',
];

export const WEB_PAGE = matching(
  /^https?:\/\/[^\s\p{Cc}\p{Cs}]{1,2000}$/iu,
  'a web address, such as "https://acme.example/bot"',
);

export const HOST: FieldRule<string> = {
  allowed: 'the name of a host, such as "chat.acme.example"',
  parse: (value) => inLowerCase(value, isHost),
};

/** `host/path`. */
export const PATH: FieldRule<string> = {
  allowed: 'the beginning of an address without "https://", such as "acme.example/chat"',
  parse: (value) =>
    inLowerCase(value, (text) => {
      const slash = text.indexOf('/');
      return slash > 0 && isHost(text.slice(0, slash)) && /^\/[^\s?#]*[^\s?#/]$/.test(text.slice(slash));
    }),
};

export const APP = matching(
  /^[a-z]\w*(?:\.\w+)+$/i,
  'the package of an Android app, such as "com.acme.chat"',
);

export const UTM_SOURCE: FieldRule<string> = {
  allowed: 'a value of utm_source, such as "acme-chat"',
  parse: (value) => inLowerCase(value, (text) => NAME.parse(text) !== undefined && text.trim() === text),
};

export function listOf<T>({ allowed, parse }: FieldRule<T>): FieldRule<readonly T[]> {
  return {
    allowed: `a list, and each of it ${allowed}`,
    parse(value) {
      if (!Array.isArray(value)) return undefined;
      const parsed = value.map(parse);
      return parsed.every((one) => one !== undefined) ? parsed : undefined;
    },
  };
}

function matching(pattern: RegExp, allowed: string): FieldRule<string> {
  return {
    allowed,
    parse: (value) => (typeof value === 'string' && pattern.test(value) ? value : undefined),
  };
}

function inLowerCase(value: unknown, isRight: (text: string) => boolean): string | undefined {
  if (typeof value !== 'string' || value.length > MAX_ADDRESS) return undefined;
  const text = value.toLowerCase();
  return isRight(text) ? text : undefined;
}

const MAX_ADDRESS = 2000;

/** As addresses have it, with a dot: a name without one would be that of many sites. */
function isHost(text: string): boolean {
  return text.includes('.') && URL.canParse(`https://${text}`) && new URL(`https://${text}`).host === text;
}
