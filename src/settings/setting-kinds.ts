import { isIP } from 'node:net';
import * as z from 'zod';
import { anyOf } from '../domain/any-of.ts';

/** How the text of a setting is parsed, and the sentence that describes what is allowed. */
export type SettingKind<Value> = { readonly schema: z.ZodType<Value, string>; readonly allowed: string };

export function wholeNumber(least: number, most: number, unit = ''): SettingKind<number> {
  return {
    schema: z
      .string()
      .regex(/^\d{1,9}$/)
      .transform(Number)
      .refine((number) => number >= least && number <= most),
    allowed: `a whole number${unit} from ${least} to ${most}`,
  };
}

/** A number of worker processes, or the word auto: one per core. */
export const WORKERS: SettingKind<number | 'auto'> = {
  schema: z
    .string()
    .regex(/^(?:auto|[1-9]\d?)$/)
    .transform((text) => (text === 'auto' ? text : Number(text))),
  allowed: 'a whole number from 1 to 99, or auto',
};

/** A number that the pattern allows, or the word unlimited, which is Infinity. */
export function numberOrUnlimited(pattern: RegExp, allowed: string): SettingKind<number> {
  return {
    schema: z
      .string()
      .refine((text) => text === 'unlimited' || pattern.test(text))
      .transform((text) => (text === 'unlimited' ? Infinity : Number(text))),
    allowed: `${allowed}, or unlimited`,
  };
}

export const FILE = matching(/\S/, 'the path of a file');

export function oneOf<const Words extends readonly string[]>(words: Words) {
  return { schema: z.enum(words), allowed: anyOf(words) };
}

export function matching(pattern: RegExp, allowed: string): SettingKind<string> {
  return { schema: z.string().regex(pattern), allowed };
}

/** The same texts with other values. */
export function mapped<Value, Mapped>(
  { schema, allowed }: SettingKind<Value>,
  map: (value: Value) => Mapped,
): SettingKind<Mapped> {
  return { schema: schema.transform(map), allowed };
}

export const YES_OR_NO = mapped(oneOf(['yes', 'no']), (word) => word === 'yes');

/** The parser returns undefined if the text is not allowed. */
export function parsedBy<Value>(
  parse: (text: string) => Value | undefined,
  allowed: string,
): SettingKind<Value> {
  const schema = z.string().transform((given, issues) => {
    const value = parse(given);
    if (value !== undefined) return value;
    issues.addIssue({ code: 'custom', message: 'not allowed', input: given });
    return z.NEVER;
  });
  return { schema, allowed };
}

export function parseOrigins(given: string): '*' | readonly string[] | undefined {
  const origins = given.split(',').map((origin) => origin.trim());
  if (origins.length === 1 && origins[0] === '*') return '*';
  return origins.every(isOrigin) ? origins : undefined;
}

/** A web address without a path, such as `https://stats.example.com`. */
export function parseWebOrigin(given: string): string | undefined {
  const origin = given.replace(/\/$/, '');
  return /^https?:/.test(origin) && isOrigin(origin) ? origin : undefined;
}

const THIS_MACHINE = ['127.0.0.1', 'localhost', '[::1]'];

/** A web address without query and fragment. Secrets are sent there, so it needs TLS unless it is on this machine. */
export function parseIssuer(given: string): string | undefined {
  if (!URL.canParse(given)) return undefined;
  const { protocol, hostname, username, password, search, hash } = new URL(given);
  if ([username, password, search, hash].some((part) => part !== '')) return undefined;
  return protocol === 'https:' || (protocol === 'http:' && THIS_MACHINE.includes(hostname))
    ? given
    : undefined;
}

function isOrigin(given: string): boolean {
  return URL.canParse(given) && new URL(given).origin === given;
}

/** IP addresses, and networks such as 10.0.0.0/8. */
export function parseNetworks(given: string): readonly string[] | undefined {
  const networks = given.split(',').map((network) => network.trim());
  return networks.every(isNetwork) ? networks : undefined;
}

function isNetwork(given: string): boolean {
  const [, address = '', bits = '0'] = /^([\da-f.:]+)(?:\/(\d{1,3}))?$/i.exec(given) ?? [];
  switch (isIP(address)) {
    case 4:
      return Number(bits) <= 32;
    case 6:
      return Number(bits) <= 128;
    default:
      return false;
  }
}

/** An http or https address, with a path or without. */
export function parseWebUrl(given: string): string | undefined {
  if (!URL.canParse(given)) return undefined;
  return ['http:', 'https:'].includes(new URL(given).protocol) ? given : undefined;
}
