import type { ConversionRule } from './conversion-rules.ts';
import { EVENT_VALUE } from './event-fields.ts';
import type { LogRecord } from './log-record.ts';
import { isAsset, pagePathOf } from './page-path.ts';
import { compilePathPattern } from './path-pattern.ts';
import { isSuccessful } from './status.ts';

/** A goal that a request reached, and its value: null if the request has none that an event may have. */
type ReachedGoal = { readonly goal: string; readonly value: number | null };

/**
 * Returns a function that finds the goal of a visitor's request: that of the first rule with its method and path, if
 * the status is from 100 to 399. A file of a page reaches a goal only if the path of the rule has such a suffix:
 * `/files/*.zip` does, `/files/**` does not.
 */
export function createGoalFinder(
  rules: readonly ConversionRule[],
): (record: LogRecord) => ReachedGoal | undefined {
  if (rules.length === 0) return () => undefined;
  const matchers = rules.map((rule) => ({
    rule,
    matchesPath: compilePathPattern(rule.path),
    allowsAssets: isAsset(rule.path),
  }));
  return ({ method, status, target }) => {
    if (!isSuccessful(status)) return undefined;
    const pagePath = pagePathOf(target);
    const found = matchers.find(
      ({ rule, matchesPath, allowsAssets }) =>
        rule.method === method && matchesPath(pagePath) && (allowsAssets || !isAsset(pagePath)),
    );
    if (!found) return undefined;
    return { goal: found.rule.goal, value: valueOf(target ?? '', found.rule.valueParameter) };
  };
}

function valueOf(target: string, parameter: string | undefined): number | null {
  const queryAt = target.indexOf('?');
  if (parameter === undefined || queryAt === -1) return null;
  const text = new URLSearchParams(target.slice(queryAt + 1)).get(parameter)?.trim() ?? '';
  if (!/^-?\d{1,16}(?:\.\d{1,20})?$/.test(text)) return null;
  return EVENT_VALUE.parse(Number(text)) ?? null;
}
