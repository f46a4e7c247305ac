import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CommandFailure } from '../failures.ts';

/**
 * The files that are named, each once: patterns with * and ?, which a shell leaves when they are quoted, name what is
 * there, sorted. A file whose name has such a character is that file. Throws CommandFailure for a pattern of nothing.
 */
export function expandPaths(given: readonly string[]): readonly string[] {
  return [...new Set(given.flatMap(expandPath))];
}

function expandPath(path: string): readonly string[] {
  if (!WILDCARD.test(path) || existsSync(path)) return [path];
  const [root = '', ...parts] = path.split('/');
  const first = path.startsWith('/') ? ['/'] : expandPart('', root);
  const found = parts.reduce((folders, part) => folders.flatMap((one) => expandPart(one, part)), first);
  if (found.length === 0) throw new CommandFailure(`there is no file ${path}`);
  return found.toSorted();
}

const WILDCARD = /[*?]/;

function expandPart(folder: string, part: string): readonly string[] {
  if (!WILDCARD.test(part)) {
    const path = join(folder, part);
    return existsSync(path) ? [path] : [];
  }
  const pattern = new RegExp(
    `^${part
      .replaceAll(/[^\w*?]/g, String.raw`\$&`)
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$`,
    'su',
  );
  // as in a shell, hidden files are meant only by who writes the dot
  return namesIn(folder)
    .filter((name) => pattern.test(name) && (part.startsWith('.') || !name.startsWith('.')))
    .map((name) => join(folder, name));
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder === '' ? '.' : folder);
  } catch {
    return [];
  }
}
