import { formatCount } from '../numbers.ts';

/** What the lines of a robots.txt come to, as bots read them. */
export type RobotsLines = {
  readonly groups: number;
  readonly rules: number;
  /** The lines that bots ignore, from 1, and why they ignore the first one; undefined if there are none. */
  readonly ignored: { readonly lines: readonly number[]; readonly why: string } | undefined;
  /** Whether a request has no room for it. */
  readonly isTooLong: boolean;
};

/** Of a longer one, bots may ignore the rest (RFC 9309, 2.5). */
const MAX_OCTETS = 500 * 1024;

const RULES = ['allow', 'disallow'];

/** Other names that are in use; what has another one is most likely misspelt. */
const OTHERS = ['sitemap', 'content-signal', 'crawl-delay', 'host', 'clean-param', 'request-rate'];

type Line = { readonly number: number; readonly name: string; readonly why: string | undefined };

/** Checks a robots.txt while it is typed. The server decides: it reads the same rules, but remarks on no unknown name. */
export function readLines(text: string): RobotsLines {
  const lines = linesOf(text);
  const ignored = lines.filter(({ why }) => why !== undefined);
  const [first] = ignored;
  return {
    groups: groupsIn(lines),
    rules: lines.filter(({ name, why }) => RULES.includes(name) && why === undefined).length,
    ignored: first && { lines: ignored.map(({ number }) => number), why: first.why ?? '' },
    isTooLong: isTooLong(text),
  };
}

const MOST_LINES = 5;

/** `Lines 2, 3 are not valid`, and of more than a few how many more there are. */
export function wordsOfInvalid(lines: readonly number[]): string {
  const shown = lines.slice(0, MOST_LINES).map(formatCount).join(', ');
  const more = lines.length - MOST_LINES;
  if (lines.length === 1) return `Line ${shown} is not valid`;
  return `Lines ${shown}${more > 0 ? ` and ${formatCount(more)} more` : ''} are not valid`;
}

/** The same, and why bots ignore the first of them. */
export function wordsOfIgnored({ lines, why }: NonNullable<RobotsLines['ignored']>): string {
  const [first] = lines;
  const invalid = wordsOfInvalid(lines);
  return lines.length === 1
    ? `${invalid}: ${why}. Bots ignore such a line, and so does this check.`
    : `${invalid}. Line ${formatCount(first)}: ${why}. Bots ignore such lines, and so does this check.`;
}

const STRAY = 'a rule belongs below a “User-agent” line';

/** The lines that are more than a comment, and why bots ignore them. A rule without a path is none. */
function linesOf(text: string): readonly Line[] {
  const all = text
    .slice(0, MAX_OCTETS)
    .replace(/^\ufeff/, '')
    .split(/\r\n|\r|\n/);
  let hasGroup = false;
  return all.flatMap((line, at) => {
    const [content = ''] = line.split('#', 1);
    if (content.trim() === '') return [];
    const colon = content.indexOf(':');
    const written = content.slice(0, Math.max(0, colon)).trim();
    const [name, value] = [written.toLowerCase(), content.slice(colon + 1).trim()];
    if (name === 'user-agent') hasGroup = true;
    if (RULES.includes(name) && value === '') return [{ number: at + 1, name: 'empty rule', why: undefined }];
    const isStray = RULES.includes(name) && !hasGroup;
    return [{ number: at + 1, name, why: isStray ? STRAY : faultOf(written, value) }];
  });
}

/** Names of bots that follow each other are of one group. */
function groupsIn(lines: readonly Line[]): number {
  let isOpen = false;
  return lines.filter(({ name }) => {
    const isFirst = name === 'user-agent' && !isOpen;
    if (name === 'user-agent') isOpen = true;
    else if (RULES.includes(name) || name === 'empty rule') isOpen = false;
    return isFirst;
  }).length;
}

function faultOf(written: string, value: string): string | undefined {
  const name = written.toLowerCase();
  if (name === '') return 'it has no name before a colon, such as “Disallow:”';
  if (RULES.includes(name)) return /^[/*]/.test(value) ? undefined : 'a path begins with “/” or “*”';
  return name === 'user-agent' || OTHERS.includes(name)
    ? undefined
    : `“${written.slice(0, 40)}” is no known name`;
}

/** The server reads requests of 256 KiB, in which a line break takes two octets. */
const MOST_SENT = 260_000;

const isTooLong = (text: string): boolean =>
  text.length > MOST_SENT || new TextEncoder().encode(JSON.stringify(text)).length > MOST_SENT;
