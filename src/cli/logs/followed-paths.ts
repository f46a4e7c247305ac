import { statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { rotatedNamesOf } from '../../logs/rotated-names.ts';
import { CommandFailure, WRONG_USAGE } from '../failures.ts';
import { isPattern, matchesOf } from './expand-paths.ts';

/** The logs to follow. The patterns may match more of them later. */
export type FollowedPaths = {
  /** Absolute. */
  readonly named: readonly string[];
  readonly patterns: readonly string[];
};

/** The named logs and the patterns. Throws CommandFailure for what can never become a log. */
export function followedPaths(given: readonly string[]): FollowedPaths {
  const patterns = given.filter(isPattern);
  const named = given.filter((one) => !patterns.includes(one)).map(followable);
  return { named: [...new Set(named)], patterns };
}

/** The files that match the pattern now, without rotated ones, which are found by the log beside them. */
export function logsMatching(pattern: string): readonly string[] {
  const files = matchesOf(pattern, { onlyFiles: true });
  return files.filter((file) => !files.some((log) => isRotatedFrom(file, log))).toSorted();
}

function isRotatedFrom(file: string, log: string): boolean {
  return file !== log && dirname(file) === dirname(log) && rotatedNamesOf(log)(basename(file));
}

/** The absolute path of a log. The file may be missing, but not be a folder or a stream. */
function followable(file: string): string {
  const wrong = (reason: string) =>
    new CommandFailure(`cannot follow ${file}: ${reason}`, { exitCode: WRONG_USAGE });
  if (file === '-') throw wrong('to read standard input, use "logs import"');
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats?.isDirectory() === true) throw wrong('it is a folder');
  if (stats?.isFile() === false) throw wrong('it is not a regular file; to read a pipe, use "logs import"');
  return resolve(file);
}
