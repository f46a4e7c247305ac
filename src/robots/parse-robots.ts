import { type Pattern, readPattern } from './pattern.ts';
import { octetsOf } from './octets.ts';
import { MAX_OCTETS } from './read-text.ts';

export type Rule = {
  readonly allows: boolean;
  /** As it was written, without comment: "Disallow: /private/". */
  readonly text: string;
  /** The line it is on, from 1. */
  readonly line: number;
  /** The group it is in, as its `User-agent` lines name it: "CCBot, Amazonbot". */
  readonly group: string;
  readonly pattern: Pattern;
  /** The part before a `?`, which a path without its query may match wholly; undefined without `?`. */
  readonly beforeQuery: Pattern | undefined;
};

export type Robots = {
  /** The rules of each group of each token, in small letters, and of `*`. Groups without a rule are here, too. */
  readonly groups: ReadonlyMap<string, readonly Group[]>;
  /** The values of Content-Signal lines. */
  readonly signals: readonly string[];
  /** The lines that every crawler ignores, from 1: what is no line of a robots.txt, and rules before the first group. */
  readonly invalidLines: readonly number[];
};

/** Its rules. All tokens that it names share them: a file may have ten thousand of both. */
type Group = readonly Rule[];

type Line = { readonly number: number; readonly name: string; readonly value: string };

/**
 * Reads a robots.txt (RFC 9309, 2.2): its first 500 KiB. Groups of one token are joined. A group goes on until a rule is
 * followed by another `User-agent`; rules before the first group count for nobody.
 */
export function parseRobots(text: string): Robots {
  const groups = new Map<string, Rule[][]>();
  const signals: string[] = [];
  const invalidLines: number[] = [];
  let rules: Rule[] = [];
  let names: string[] = [];
  let group = '';
  let hasRule = true;
  for (const { number, name, value } of linesOf(text)) {
    switch (name) {
      case 'user-agent':
        if (hasRule) [names, rules] = [[], []];
        hasRule = false;
        names.push(value);
        addGroup(groups, tokenOf(value), rules);
        break;
      case 'allow':
      case 'disallow': {
        // joined once: a file may have ten thousand names, and as many rules
        if (!hasRule) group = shown(names.join(', '));
        hasRule = true;
        if (value === '') break;
        if (names.length === 0 || !/^[/*]/.test(value)) invalidLines.push(number);
        else rules.push(ruleOf(name === 'allow', value, number, group));
        break;
      }
      case 'content-signal':
        signals.push(shown(value));
        break;
      case '':
        invalidLines.push(number);
    }
  }
  return { groups, signals, invalidLines };
}

/** The rules of the groups of a token, else of those of `*` (RFC 9309, 2.2.1). */
export function rulesFor(robots: Robots, token: string): readonly Rule[] {
  return groupsFor(robots, token).flat();
}

/** Whether the rules for a token say nothing. */
export function isFree(robots: Robots, token: string): boolean {
  return groupsFor(robots, token).every((rules) => rules.length === 0);
}

function groupsFor({ groups }: Robots, token: string): readonly Group[] {
  return groups.get(tokenOf(token) ?? '') ?? groups.get('*') ?? [];
}

/** The lines that are not blank, without comments. A name of '' is none. */
function linesOf(text: string): readonly Line[] {
  const octets = octetsOf(text.replace(/^\uFEFF/, '')).slice(0, MAX_OCTETS);
  return octets.split(/\r\n|\r|\n/).flatMap((line, index) => {
    const [content = ''] = line.split('#', 1);
    if (trimmed(content) === '') return [];
    const colon = content.indexOf(':');
    const name = colon < 0 ? '' : trimmed(content.slice(0, colon)).toLowerCase();
    return [{ number: index + 1, name, value: trimmed(content.slice(colon + 1)) }];
  });
}

const SPACES = ' \t\v\f';

/** Without spaces around it. To `trim` the octet A0 is one, too, with which `à` and `ム` end. */
function trimmed(octets: string): string {
  let [from, until] = [0, octets.length];
  while (from < until && SPACES.includes(octets.charAt(from))) from += 1;
  while (from < until && SPACES.includes(octets.charAt(until - 1))) until -= 1;
  return octets.slice(from, until);
}

/**
 * The token that a `User-agent` line names, up to the first character that no token has; undefined if it has none. That of a bot is
 * read in the same way, so that AI2Bot finds the group that names it.
 */
function tokenOf(value: string): string | undefined {
  return /^\*(?:\s|$)/.test(value) ? '*' : /^[A-Za-z_-]+/.exec(value)?.[0].toLowerCase();
}

function addGroup(groups: Map<string, Rule[][]>, token: string | undefined, rules: Rule[]): void {
  if (token === undefined) return;
  const known = groups.get(token);
  if (known === undefined) groups.set(token, [rules]);
  // a group may name a token twice
  else if (known.at(-1) !== rules) known.push(rules);
}

function ruleOf(allows: boolean, value: string, line: number, group: string): Rule {
  const query = value.indexOf('?');
  return {
    allows,
    text: `${allows ? 'Allow' : 'Disallow'}: ${shown(value)}`,
    line,
    group,
    pattern: readPattern(value),
    beforeQuery: query < 0 ? undefined : readPattern(`${value.slice(0, query)}$`),
  };
}

function shown(octets: string): string {
  return Buffer.from(octets, 'latin1').toString();
}
