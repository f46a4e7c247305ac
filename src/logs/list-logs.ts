import type { BigIntStats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { rotatedNamesOf } from './rotated-names.ts';

/** Identifies a file among all that exist, by whatever name: its device and inode. */
export type FileId = string;

/** A file as it was when it was listed. */
export type ListedLog = {
  readonly path: string;
  readonly id: FileId;
  /** In bytes, packed if it is. */
  readonly size: number;
  readonly modifiedAtMs: number;
  readonly isRotated: boolean;
};

/** The rotated files beside a log, the oldest first, then the log itself if it exists. */
export async function listLogs(path: string): Promise<readonly ListedLog[]> {
  const folder = dirname(path);
  const isRotatedName = rotatedNamesOf(path);
  // a folder may allow opening its files but not listing them
  const names = await readdir(folder).catch(() => [basename(path)]);
  const wanted = names.filter((name) => name === basename(path) || isRotatedName(name));
  const found = await Promise.all(wanted.map((name) => listLog(join(folder, name), path)));
  return found.filter((one) => one !== undefined).toSorted(compareAge);
}

export function fileIdOf({ dev, ino }: Pick<BigIntStats, 'dev' | 'ino'>): FileId {
  return `${dev}:${ino}`;
}

/** The file that has this path now; undefined if none has. */
export async function fileIdAt(path: string): Promise<FileId | undefined> {
  return stat(path, { bigint: true }).then(fileIdOf, () => undefined);
}

async function listLog(path: string, log: string): Promise<ListedLog | undefined> {
  const stats = await stat(path, { bigint: true }).catch(() => undefined);
  if (!stats?.isFile()) return undefined;
  const { size, mtimeMs } = stats;
  return {
    path,
    id: fileIdOf(stats),
    size: Number(size),
    modifiedAtMs: Number(mtimeMs),
    isRotated: path !== log,
  };
}

/**
 * Sorts the oldest first, and last the file that was not rotated. Of two that changed at once, the higher number is
 * older.
 */
export function compareAge(one: ListedLog, other: ListedLog): number {
  if (one.isRotated !== other.isRotated) return one.isRotated ? -1 : 1;
  return one.modifiedAtMs - other.modifiedAtMs || (one.path < other.path ? 1 : -1);
}
