import { existsSync } from 'node:fs';
import { isAbsolute, relative, resolve } from 'node:path';
import { escapePath, globSync } from 'tinyglobby';
import { CommandFailure } from '../failures.ts';

/**
 * The named files, each once. Patterns with `*` and `?`, which a shell leaves alone if they are quoted, are replaced by
 * the paths that match, sorted. A path that exists is never a pattern. Throws CommandFailure if a pattern matches
 * nothing.
 */
export function expandPaths(given: readonly string[]): readonly string[] {
  return [...new Set(given.flatMap(expandPath))];
}

function expandPath(path: string): readonly string[] {
  if (!isPattern(path)) return [path];
  // folders too, which are refused later with a message of their own
  const found = matchesOf(path, { onlyFiles: false });
  if (found.length === 0) throw new CommandFailure(`no file matches ${path}`);
  return found.map((one) => (isAbsolute(path) ? one : relative('', one))).toSorted();
}

/** Whether it is a pattern, and not the path of a file. */
export function isPattern(path: string): boolean {
  return WILDCARD.test(path) && !existsSync(path);
}

/** The absolute paths that match a pattern, in no particular order. */
export function matchesOf(
  pattern: string,
  { onlyFiles }: { readonly onlyFiles: boolean },
): readonly string[] {
  const options = { cwd: '/', absolute: true, onlyFiles, expandDirectories: false };
  return globSync(patternOf(resolve(pattern)), options).map((one) => resolve(one));
}

const WILDCARD = /[*?]/;

/** Only `*` and `?` have a meaning, within one name: brackets, braces and the like are part of names. */
function patternOf(path: string): string {
  return path
    .split(/(\/|\*+|\?)/)
    .map((part) => (WILDCARD.test(part) ? part.charAt(0) : escapePath(part)))
    .join('');
}
