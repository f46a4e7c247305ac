import { realpathSync } from 'node:fs';
import { basename, delimiter, isAbsolute, join, relative, sep } from 'node:path';

/** How a process was started. */
export type ProcessStart = {
  /** The path of the program's file, as Node.js was given it; undefined if there is none. */
  readonly script: string | undefined;
  readonly workingFolder: string;
  /** The variable PATH. */
  readonly searchPath: string | undefined;
};

const NAME = 'site-traffic';

/**
 * How a command is typed for the way this program was installed, without its arguments: `site-traffic` if it is on the
 * path, `npx site-traffic` in a project that depends on it, and otherwise the file, such as `node dist/cli.js` in a
 * checkout.
 */
export function typedCommand({ script, workingFolder, searchPath = '' }: ProcessStart): string {
  if (script === undefined) return NAME;
  const file = realPath(script) ?? script;
  const found = foldersOf(searchPath).map((folder) => realPath(join(folder, NAME)));
  if (found.includes(file)) return NAME;
  if (isRunByNpx(script, file, workingFolder)) return `npx ${NAME}`;
  if (basename(script) === NAME) return found.some(isWrapper) ? NAME : quoted(script);
  return `node ${quoted(nearest(script, workingFolder))}`;
}

/** A program of that name that is no link to an installation: it sets what the operator has to set, and starts this one. */
function isWrapper(found: string | undefined): boolean {
  return found !== undefined && basename(found) === NAME;
}

/** The folders in which a shell looks. While npm or npx runs a program, they put the first kind in front. */
function foldersOf(searchPath: string): readonly string[] {
  return searchPath.split(delimiter).filter((folder) => folder !== '' && !folder.includes(BIN_OF_PROJECT));
}

const BIN_OF_PROJECT = join('node_modules', '.bin');

/** npx looks in the project of the working folder, and else in its own cache. */
function isRunByNpx(script: string, file: string, workingFolder: string): boolean {
  if (file.includes(`${sep}_npx${sep}`)) return true;
  const here = realPath(workingFolder) ?? workingFolder;
  return [script, file].some((path) => {
    const [project, rest] = path.split(`${sep}node_modules${sep}`, 2);
    return rest !== undefined && project !== undefined && isWithin(here, project);
  });
}

function nearest(script: string, workingFolder: string): string {
  return isWithin(script, workingFolder) ? relative(workingFolder, script) : script;
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/** As a shell reads it. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
