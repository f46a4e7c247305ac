import type { BigIntStats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { rotatedNamesOf } from './rotated-names.ts';

/** A file as it was when it was listed. */
export type ListedLog = {
  readonly path: string;
  /** Tells it from every other file that exists, whatever it is called. */
  readonly key: string;
  readonly modifiedAtMs: number;
  readonly isRotated: boolean;
};

/** The rotated logs beside a log, the oldest first, and last the log itself, if it is there. */
export async function listLogs(path: string): Promise<readonly ListedLog[]> {
  const folder = dirname(path);
  const isRotatedName = rotatedNamesOf(path);
  // a folder may let its files be opened and not be listed
  const names = await readdir(folder).catch(() => [basename(path)]);
  const wanted = names.filter((name) => name === basename(path) || isRotatedName(name));
  const found = await Promise.all(wanted.map((name) => listLog(join(folder, name), path)));
  return found.filter((one) => one !== undefined).toSorted(compareAge);
}

/** What tells an existing file from all others. */
export function keyOf({ dev, ino }: Pick<BigIntStats, 'dev' | 'ino'>): string {
  return `${dev}:${ino}`;
}

/** The key of the file that has this name now, if one has. */
export async function keyAt(path: string): Promise<string | undefined> {
  return stat(path, { bigint: true }).then(keyOf, () => undefined);
}

async function listLog(path: string, log: string): Promise<ListedLog | undefined> {
  const stats = await stat(path, { bigint: true }).catch(() => undefined);
  if (!stats?.isFile()) return undefined;
  return { path, key: keyOf(stats), modifiedAtMs: Number(stats.mtimeMs), isRotated: path !== log };
}

/** Sorts the oldest first, last the one that was not rotated. Of two changed at once the higher number is older. */
export function compareAge(one: ListedLog, other: ListedLog): number {
  if (one.isRotated !== other.isRotated) return one.isRotated ? -1 : 1;
  return one.modifiedAtMs - other.modifiedAtMs || (one.path < other.path ? 1 : -1);
}
