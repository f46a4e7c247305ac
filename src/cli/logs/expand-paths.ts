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
  if (!WILDCARD.test(path) || existsSync(path)) return [path];
  // folders too, which are refused later with a message of their own
  const found = globSync(patternOf(resolve(path)), {
    cwd: '/',
    absolute: true,
    onlyFiles: false,
    expandDirectories: false,
  });
  if (found.length === 0) throw new CommandFailure(`there is no file ${path}`);
  return found.map((one) => (isAbsolute(path) ? resolve(one) : relative('', one))).toSorted();
}

const WILDCARD = /[*?]/;

/** Only `*` and `?` have a meaning, within one name: brackets, braces and the like are part of names. */
function patternOf(path: string): string {
  return path
    .split(/(\/|\*+|\?)/)
    .map((part) => (WILDCARD.test(part) ? part.charAt(0) : escapePath(part)))
    .join('');
}
