import { type FileHandle, open as openFile } from 'node:fs/promises';
import type { RecordedLog } from '../queries/log-positions.ts';
import { Unreadable, unreadable } from '../cli/import/open-input.ts';
import { type ListedLog, compareAge, keyOf, listLogs } from './list-logs.ts';
import { type FirstLine, readFirstLine } from './locate-log.ts';
import { isPackedFile, openLogText } from './log-text.ts';
import { type Following, Tail } from './tail.ts';

/** What is known when a log's files are looked for. */
type Known = {
  /** The logs that were last read at the path. */
  readonly recorded: readonly RecordedLog[];
  /** Rotated files changed before are old ones; in milliseconds since 1970 UTC. */
  readonly sinceMs: number;
};

/**
 * The files of a log with something to read in them, the oldest first: those open already, and besides, opened now, the
 * rotated ones that were read in part or changed later than what was last recorded, and the log itself. Throws
 * Unreadable for that one.
 */
export async function openTails(
  following: Following,
  open: readonly Tail[],
  startedAtMs: number,
): Promise<readonly Tail[]> {
  const recorded = await following.book.findAt(following.path);
  const known = { recorded, sinceMs: sinceOf(recorded, startedAtMs) };
  const seen = new Set(open.map(({ key }) => key));
  const tails: Tail[] = [];
  try {
    // rotation may go on meanwhile: what is renamed while a folder is read may be missing in it
    for (let before: readonly ListedLog[] = []; ;) {
      const listed = await listLogs(following.path);
      const unseen = listed.filter(({ key }) => !seen.has(key));
      for (const log of unseen) {
        const opened = await openTail(log, known, following);
        if (opened !== 'gone') seen.add(log.key);
        if (opened instanceof Tail) tails.push(opened);
      }
      if (unseen.length === 0 && isSame(listed, before))
        return inOrder([...open, ...tails.splice(0)], listed);
      before = listed;
    }
  } finally {
    await Promise.all(tails.map((tail) => tail.close()));
  }
}

/** What an operator should know of the files before they are followed: what is left alone, and what is lost. */
export async function noteStart({ book, path, note }: Following): Promise<void> {
  const recorded = await book.findAt(path);
  const listed = await listLogs(path);
  const [last] = recorded.toSorted((one, other) => other.modifiedAtMs - one.modifiedAtMs);
  if (last && !(await beginsAny(listed, last)))
    note(`the log that was read up to byte ${last.bytes} is gone`);
  if (!last && listed.some(({ isRotated }) => isRotated))
    note('rotated files from before are left alone; "logs import" records them');
}

async function beginsAny(listed: readonly ListedLog[], recorded: RecordedLog): Promise<boolean> {
  for (const log of listed) {
    const handle = await openListed(log).catch(() => undefined);
    const firstLine = handle && (await firstLineOf(handle, log.path).finally(() => handle.close()));
    if (firstLine?.digest === recorded.firstLine) return true;
  }
  return false;
}

/** Some file systems, and tools that pack, keep whole seconds. */
function sinceOf(recorded: readonly RecordedLog[], startedAtMs: number): number {
  if (recorded.length === 0) return startedAtMs;
  return Math.floor(Math.max(...recorded.map(({ modifiedAtMs }) => modifiedAtMs)) / 1000) * 1000;
}

function isSame(listed: readonly ListedLog[], before: readonly ListedLog[]): boolean {
  const names = (logs: readonly ListedLog[]) => logs.map(({ path, key }) => `${key} ${path}`).toSorted();
  return names(listed).join('\n') === names(before).join('\n');
}

/** By what is listed now; of what is gone by now, by what was listed when it was opened. */
function inOrder(tails: readonly Tail[], listed: readonly ListedLog[]): readonly Tail[] {
  const now = new Map(listed.map((log) => [log.key, log]));
  const stateOf = ({ key, opened }: Tail) => now.get(key) ?? { ...opened, isRotated: true };
  return tails.toSorted((one, other) => compareAge(stateOf(one), stateOf(other)));
}

async function openTail(
  log: ListedLog,
  known: Known,
  following: Following,
): Promise<Tail | 'gone' | undefined> {
  try {
    const handle = await openListed(log);
    if (handle === undefined) return 'gone';
    if (!log.isRotated || (await hasNews(handle, log, known))) return new Tail(handle, log, following);
    await handle.close();
  } catch (cause) {
    if (!log.isRotated || !(cause instanceof Unreadable)) throw cause;
    following.note(cause.message);
  }
  return undefined;
}

/** Undefined when the path has another file by now, or none. */
async function openListed({ path, key }: ListedLog): Promise<FileHandle | undefined> {
  try {
    const handle = await openFile(path);
    if (keyOf(await handle.stat({ bigint: true })) === key) return handle;
    await handle.close();
    return undefined;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw unreadable(path, cause);
  }
}

/** A rotated file that was read to its end is told by its size alone: its text need not be read for that. */
async function hasNews(
  handle: FileHandle,
  { path, modifiedAtMs }: ListedLog,
  { recorded, sinceMs }: Known,
): Promise<boolean> {
  const firstLine = await firstLineOf(handle, path);
  const read = recorded.filter((log) => log.firstLine === firstLine?.digest);
  if (read.length === 0) return modifiedAtMs >= sinceMs;
  const size = await textSizeOf(handle);
  return !read.some(({ bytes }) => bytes % 2 ** 32 === size);
}

async function firstLineOf(handle: FileHandle, path: string): Promise<FirstLine | undefined> {
  const text = await openLogText(handle, path);
  try {
    return await readFirstLine(text);
  } catch (cause) {
    if (cause instanceof Unreadable) return undefined;
    throw cause;
  } finally {
    await text.close();
  }
}

/** Modulo 2^32, which is how gzip keeps it in its last four bytes. */
async function textSizeOf(handle: FileHandle): Promise<number> {
  const { size } = await handle.stat();
  if (!(await isPackedFile(handle))) return size % 2 ** 32;
  const last = Buffer.alloc(4);
  await handle.read(last, 0, 4, size - 4);
  return last.readUInt32LE();
}
