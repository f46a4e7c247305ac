import { Argument, Option } from 'commander';
import { anyOf } from '../domain/any-of.ts';
import { MOST_RETENTION_DAYS } from '../domain/plan.ts';
import { quote } from '../domain/refusal.ts';
import { WORKERS, parseNetworks } from '../settings/setting-kinds.ts';
import { CommandFailure, WRONG_USAGE } from './failures.ts';

/** Reads the text of an argument or an option. Throws for wrong usage. */
type Parser<Value> = (text: string) => Value;

/** A parser of what the command line calls `name`; `parse` returns undefined for what is not allowed. */
function parsedBy<Value>(
  name: string,
  allowed: string,
  parse: (text: string) => Value | undefined,
): Parser<Value> {
  return (text) => {
    const value = parse(text);
    if (value !== undefined) return value;
    throw new CommandFailure(`${name} must be ${allowed}; got ${quote(text)}`, { exitCode: WRONG_USAGE });
  };
}

/** An option whose value is one of these words. */
export function wordOption(flags: string, description: string, words: readonly string[]): Option {
  const [name = flags] = flags.split(' ');
  return new Option(flags, description).choices(words).argParser(oneOf(name, words));
}

/** An argument that is one of these words. */
export function wordArgument(name: string, description: string, words: readonly string[]): Argument {
  return new Argument(name, description).choices(words).argParser(oneOf(name, words));
}

function oneOf(name: string, words: readonly string[]): Parser<string> {
  return parsedBy(name, anyOf(words), (text) => words.find((word) => word === text));
}

export const parseKeyId = parsedBy(
  '<id>',
  'the number of a key, as "key list" shows it',
  numberAfter('key_'),
);

export const parseKeyOption = parsedBy(
  '--key',
  'the number of a key, as "key list" shows it',
  numberAfter('key_'),
);

export const parseLinkId = parsedBy(
  '<id>',
  'the number of a share link, as "share list" shows it',
  numberAfter('share_'),
);

export const parseNoteId = parsedBy(
  '<id>',
  'the number of a note, as "notes list" shows it',
  numberAfter('note_'),
);

export const parseRobotsId = parsedBy(
  '<id>',
  'the id of a version, which "robots list" shows first',
  numberAfter('robots_'),
);

export const parseChannelId = parsedBy(
  '<id>',
  'the number of a channel, as "channels list" shows it',
  numberAfter('channel_'),
);

export const parseSessionId = parsedBy(
  '<id>',
  'the number of a session, as "session list" shows it',
  numberAfter('session_'),
);

export const parseEntryId = parsedBy(
  '--after',
  'the number of an entry, as "account audit" shows it',
  numberAfter('audit_'),
);

/** A number, which may have the prefix that ids of GraphQL and the dashboard have. */
function numberAfter(prefix: string): (text: string) => number | undefined {
  return (text) => {
    const number = text.startsWith(prefix) ? text.slice(prefix.length) : text;
    return /^\d{1,15}$/.test(number) ? Number(number) : undefined;
  };
}

export const parseProxies = parsedBy(
  '--trusted-proxies',
  'IP addresses or networks such as 198.51.100.7 or 10.0.0.0/8, separated by commas',
  parseNetworks,
);

/** A whole number of days or of rows, which the operation judges. */
export function parseCount(option: string): Parser<number> {
  return parsedBy(option, 'a whole number', (text) => (/^\d{1,9}$/.test(text) ? Number(text) : undefined));
}

/** What names a site. */
export const SITE = 'the id of the site, or its domain if no other site has it';

export const parsePort = parsedBy('--port', 'a whole number from 0 to 65535', (text) =>
  /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined,
);

export const parseWorkers = parsedBy('--workers', WORKERS.allowed, (text) => {
  const parsed = WORKERS.schema.safeParse(text);
  return parsed.success ? parsed.data : undefined;
});

export const RETENTION_DAYS = `a number of days from 1 to ${MOST_RETENTION_DAYS}, or plan`;

/** A number of days; null for "plan". */
export const parseRetention = parsedBy('<days>', RETENTION_DAYS, (text) => {
  if (text === 'plan') return null;
  return /^[1-9]\d*$/.test(text) && Number(text) <= MOST_RETENTION_DAYS ? Number(text) : undefined;
});
