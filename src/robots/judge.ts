import { groupBy } from '../domain/group-by.ts';
import { normalisedPath } from './octets.ts';
import { type Robots, type Rule, rulesFor } from './parse-robots.ts';
import { matchesRest, type Pattern } from './pattern.ts';

/** What the rules for a bot say of a path, and the rule that says so; without a rule everything is allowed. */
export type Judgement = {
  /** `unknown` if the query, which is not stored, decides. */
  readonly state: 'allowed' | 'against' | 'unknown';
  readonly rule: Rule | undefined;
};

/** Judges paths by the rules for one bot. */
export type Judge = (path: string) => Judgement;

/** The path at which robots.txt is. */
export const ROBOTS_TXT = '/robots.txt';

/** Whether a path leads to robots.txt, however it is encoded. */
export function isRobotsTxt(path: string): boolean {
  return path.length >= ROBOTS_TXT.length && normalisedPath(path) === ROBOTS_TXT;
}

/** Rules by the text with which their patterns begin, the strongest first: of ten thousand only a few are compared. */
type Starts = { readonly byStart: ReadonlyMap<string, readonly Rule[]>; readonly lengths: readonly number[] };

/**
 * Judges by the group of the token, else by that for `*` (RFC 9309, 2.2.1). The longest pattern that matches decides; of
 * two that are as long, one that allows (2.2.2). `/robots.txt` is always allowed.
 */
export function createJudge(robots: Robots, token: string): Judge {
  const own = rulesFor(robots, token).toSorted((one, other) => (isStronger(one, other) ? -1 : 1));
  const plain = indexed(own, ({ pattern }) => pattern);
  const withQuery = indexed(
    own.filter(({ beforeQuery }) => beforeQuery !== undefined),
    ({ beforeQuery, pattern }) => beforeQuery ?? pattern,
  );
  return (path) => {
    const normal = normalisedPath(path);
    if (normal === ROBOTS_TXT) return { state: 'allowed', rule: undefined };
    const rule = strongest(plain, normal, ({ pattern }) => matchesRest(pattern, normal));
    const allows = rule?.allows ?? true;
    const otherwise = strongest(
      withQuery,
      normal,
      ({ allows: other, beforeQuery }) =>
        other !== allows && beforeQuery !== undefined && matchesRest(beforeQuery, normal),
    );
    if (otherwise && (rule === undefined || isStronger(otherwise, rule))) return { state: 'unknown', rule };
    return { state: allows ? 'allowed' : 'against', rule };
  };
}

function indexed(rules: readonly Rule[], patternOf: (rule: Rule) => Pattern): Starts {
  const byStart = groupBy(rules, (rule) => patternOf(rule).start);
  const lengths = [...new Set([...byStart.keys()].map(({ length }) => length))];
  return { byStart, lengths };
}

/** The strongest of the rules that begin as the path does and match. */
function strongest(
  { byStart, lengths }: Starts,
  path: string,
  matches: (rule: Rule) => boolean,
): Rule | undefined {
  let best: Rule | undefined;
  for (const length of lengths) {
    if (length > path.length) continue;
    for (const rule of byStart.get(path.slice(0, length)) ?? []) {
      if (best !== undefined && isStronger(best, rule)) break;
      if (matches(rule)) best = rule;
    }
  }
  return best;
}

function isStronger(one: Rule, other: Rule): boolean {
  if (one.pattern.length !== other.pattern.length) return one.pattern.length > other.pattern.length;
  if (one.allows !== other.allows) return one.allows;
  return one.line < other.line;
}
