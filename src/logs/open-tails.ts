import type { FileHandle } from 'node:fs/promises';
import type { RecordedLog } from '../domain/recorded-log.ts';
import { type FileId, type ListedLog, compareAge, listLogs } from './list-logs.ts';
import { openListed, readFirstLineOf, textSizeOf } from './open-file.ts';
import { type Following, Tail } from './tail.ts';
import { Unreadable } from './unreadable.ts';

/** What is known when a log's files are looked for. */
type Known = {
  /** The logs that were last read at the path. */
  readonly recorded: readonly RecordedLog[];
  /** Rotated files that last changed before are skipped; in milliseconds since 1970 UTC. */
  readonly sinceMs: number;
};

type OpenTails = {
  /** The oldest first. */
  readonly tails: readonly Tail[];
  /** The files that could not be opened. */
  readonly problems: readonly Unreadable[];
  /** The files that were deleted between being listed and being opened, and had lines that are not recorded. */
  readonly lost: readonly ListedLog[];
};

/**
 * The files of a log that may have something to read: those already open, and besides, opened now, the log itself and
 * the rotated files that were read in part or changed later than what was last recorded.
 */
export async function openTails(
  following: Following,
  open: readonly Tail[],
  startedAtMs: number,
): Promise<OpenTails> {
  const recorded = await following.book.findAt(following.path);
  const known = { recorded, sinceMs: sinceOf(recorded, startedAtMs) };
  const seen = new Set(open.map(({ opened }) => opened.id));
  const gone = new Map<FileId, ListedLog>();
  const tails: Tail[] = [];
  const problems: Unreadable[] = [];
  try {
    // rotation may go on meanwhile, and a file that is renamed while the folder is read may be missing from the list
    for (let before: readonly ListedLog[] = []; ;) {
      const listed = await listLogs(following.path);
      const unseen = listed.filter(({ id }) => !seen.has(id));
      for (const log of unseen) {
        const opened = await openTail(log, known, following);
        if (opened === 'gone') gone.set(log.id, log);
        else seen.add(log.id);
        if (opened instanceof Tail) tails.push(opened);
        if (opened instanceof Unreadable) problems.push(opened);
      }
      if (unseen.length === 0 && isSame(listed, before)) {
        const lost = [...gone.values()].filter((log) => !seen.has(log.id) && hadNews(log, recorded));
        return { tails: inOrder([...open, ...tails.splice(0)], listed), problems, lost };
      }
      before = listed;
    }
  } finally {
    await Promise.all(tails.map((tail) => tail.close()));
  }
}

/**
 * Whether the file was changed after everything that is recorded, in whole seconds. A packed one may be newer than the lines
 * in it.
 */
function hadNews({ path, modifiedAtMs }: ListedLog, recorded: readonly RecordedLog[]): boolean {
  return recorded.length > 0 && !path.endsWith('.gz') && modifiedAtMs >= sinceOf(recorded, 0) + 1000;
}

/** In whole seconds: some file systems and packing programs keep no more. */
function sinceOf(recorded: readonly RecordedLog[], startedAtMs: number): number {
  if (recorded.length === 0) return startedAtMs;
  return Math.floor(Math.max(...recorded.map(({ modifiedAtMs }) => modifiedAtMs)) / 1000) * 1000;
}

function isSame(listed: readonly ListedLog[], before: readonly ListedLog[]): boolean {
  const names = (logs: readonly ListedLog[]) => logs.map(({ path, id }) => `${id} ${path}`).toSorted();
  return names(listed).join('\n') === names(before).join('\n');
}

/** Sorted as listed now. A file that is gone from the list sorts as it did when it was opened, as a rotated one. */
function inOrder(tails: readonly Tail[], listed: readonly ListedLog[]): readonly Tail[] {
  const now = new Map(listed.map((log) => [log.id, log]));
  const stateOf = ({ opened }: Tail) => now.get(opened.id) ?? { ...opened, isRotated: true };
  return tails.toSorted((one, other) => compareAge(stateOf(one), stateOf(other)));
}

/** Undefined for a rotated file with nothing new. */
async function openTail(
  log: ListedLog,
  known: Known,
  following: Following,
): Promise<Tail | Unreadable | 'gone' | undefined> {
  try {
    const handle = await openListed(log);
    if (handle === undefined) return 'gone';
    if (!log.isRotated || (await hasNews(handle, log, known, following.stop)))
      return new Tail(handle, log, following);
    await handle.close();
    return undefined;
  } catch (cause) {
    if (cause instanceof Unreadable) return cause;
    throw cause;
  }
}

/** The size alone shows whether a rotated file was read to its end, so that its text need not be read again. */
async function hasNews(
  handle: FileHandle,
  { path, modifiedAtMs }: ListedLog,
  { recorded, sinceMs }: Known,
  stop: AbortSignal,
): Promise<boolean> {
  const firstLine = await readFirstLineOf(handle, path, stop);
  const read = recorded.filter((log) => log.firstLine === firstLine?.digest);
  if (read.length === 0) return modifiedAtMs >= sinceMs;
  const size = await textSizeOf(handle, path);
  return !read.some(({ bytes }) => bytes % 2 ** 32 === size);
}
