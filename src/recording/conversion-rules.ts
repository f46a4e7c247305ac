import { isPathPattern } from '../domain/exclusions.ts';
import { describe, quote } from '../domain/refusal.ts';
import { NAME } from './event-fields.ts';

/** Describes the requests that reach a goal. */
export type ConversionRule = {
  /** The `event_name` of the conversion. */
  readonly goal: string;
  readonly method: string;
  /** A pattern for `compilePathPattern`. */
  readonly path: string;
  /** The query parameter that holds the conversion's value, if there is one. */
  readonly valueParameter: string | undefined;
};

/**
 * Parses a file of conversion rules, one on each line, in the order in which they are tried:
 *
 *     goal  [METHOD]  path-pattern  [value=query-parameter]   # comment
 *
 * A goal with spaces is in double quotes; the method is GET by default. Returns all complaints at once, each with its
 * line, what is wrong there and what is allowed.
 */
export function parseConversionRules(
  text: string,
): { readonly rules: readonly ConversionRule[] } | { readonly complaints: readonly string[] } {
  const rules: ConversionRule[] = [];
  const complaints: string[] = [];
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .entries()) {
    const words = wordsOf(line);
    if (words.length === 0) continue;
    const parsed = parseRule(words);
    if ('rule' in parsed) rules.push(parsed.rule);
    else complaints.push(`line ${index + 1}: ${parsed.complaint}`);
  }
  return complaints.length > 0 ? { complaints } : { rules };
}

/** The words of a line up to its comment. A word in quotes keeps them, so that it is recognised as a goal. */
function wordsOf(line: string): readonly string[] {
  const words = line.match(/"[^"]*"?|[^\s"]\S*/g) ?? [];
  const commentAt = words.findIndex((word) => word.startsWith('#'));
  return commentAt === -1 ? words : words.slice(0, commentAt);
}

type ParsedRule = { readonly rule: ConversionRule } | { readonly complaint: string };

function parseRule([goalWord = '', ...words]: readonly string[]): ParsedRule {
  const method = words[0]?.startsWith('/') === true ? 'GET' : (words.shift() ?? '');
  const [path = '', valueWord, surplus] = words;
  const goal = goalWord.replace(/^"([^"]*)"$/, '$1');
  const valueParameter = valueWord?.replace(/^value=/, '');
  const checks: readonly Check[] = [
    { isRight: isGoal(goal), name: 'the goal', came: goalWord, allowed: GOAL },
    { isRight: /^[A-Z]{1,20}$/.test(method), name: 'the path', came: method, allowed: METHOD_OR_PATH },
    { isRight: isPathPattern(path), name: 'the path', came: path, allowed: PATH },
    { isRight: isValue(valueWord), name: 'the value', came: valueWord, allowed: VALUE },
    { isRight: surplus === undefined, name: 'the end of the line', came: surplus, allowed: NOTHING_MORE },
  ];
  const wrong = checks.find(({ isRight }) => !isRight);
  if (!wrong) return { rule: { goal, method, path, valueParameter } };
  return { complaint: describe({ ...wrong, came: quote(wrong.came === '' ? undefined : wrong.came) }) };
}

type Check = {
  readonly isRight: boolean;
  readonly name: string;
  readonly came: string | undefined;
  readonly allowed: string;
};

const GOAL = 'a name of 1 to 200 characters, in double quotes if it has spaces';
const METHOD_OR_PATH =
  'a pattern that starts with "/", such as /thanks, after a method in capitals if it is not GET';
const PATH = 'a pattern that starts with "/", such as /thanks or /order/*/done, without "?" and "#"';
const VALUE = 'value= and the name of a query parameter, such as value=total';
const NOTHING_MORE = 'a goal, a method unless it is GET, a path, a value if there is one, and nothing more';

function isGoal(goal: string): boolean {
  return goal.trim() !== '' && !goal.includes('"') && NAME.parse(goal) !== undefined;
}

function isValue(word: string | undefined): boolean {
  return word === undefined || /^value=./.test(word);
}
