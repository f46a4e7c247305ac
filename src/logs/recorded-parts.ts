import type { FileHandle } from 'node:fs/promises';
import type { LogBook } from '../operations/recording/log-book.ts';
import { readFirstLine } from './first-line.ts';
import type { RecordedPart } from './landings-before.ts';
import { type FileId, type ListedLog, fileIdAt, listLogs } from './list-logs.ts';
import { type LogText, isPackedFile, openLogText } from './log-text.ts';
import { openListed } from './open-file.ts';
import type { Place } from './place.ts';
import { Unreadable } from './unreadable.ts';

type Finding = {
  readonly book: Pick<LogBook, 'find'>;
  readonly stop: AbortSignal;
  /** A file that is left out. */
  readonly except?: FileId | undefined;
};

/** What is recorded of a log that is imported, before the place at which the import goes on, and of its rotated files. */
export async function* recordedBefore(
  { text, file }: { readonly text: LogText; readonly file: { readonly path: string } | undefined },
  { bytes, readerState }: Place,
  parts: Omit<Finding, 'except'>,
): AsyncGenerator<RecordedPart, void> {
  if (bytes > 0) yield { text, bytes, readerState, hasRest: true };
  if (file) yield* recordedParts(file.path, { ...parts, except: await fileIdAt(file.path) });
}

type OpenLog = { readonly listed: ListedLog; readonly handle: FileHandle };

/**
 * What is recorded of the files of a log, of the newest file first. That a file holds a recorded log is told by its first line
 * and its size: landings are only read, so that it is not worth to compare the text.
 */
export async function* recordedParts(
  path: string,
  { book, stop, except }: Finding,
): AsyncGenerator<RecordedPart, void> {
  const open = new Map<FileId, OpenLog>();
  try {
    for (const { handle, listed } of await openAll(path, open)) {
      if (listed.id === except) continue;
      const part = await recordedPartOf(handle, listed.path, { book, stop }).catch(unreadableOrThrow);
      if (!part || part instanceof Unreadable) continue;
      yield part;
      await part.text.close();
    }
  } finally {
    await Promise.all([...open.values()].map(({ handle }) => handle.close()));
  }
}

/** All files of the log, the newest first. They are listed until two lists show no other: meanwhile they may be rotated. */
async function openAll(path: string, open: Map<FileId, OpenLog>): Promise<readonly OpenLog[]> {
  const unreadable = new Set<FileId>();
  for (let quiet = 0; quiet < 2;) {
    const listed = await listLogs(path);
    const unseen = listed.filter(({ id }) => !open.has(id) && !unreadable.has(id));
    quiet = unseen.length === 0 ? quiet + 1 : 0;
    for (const log of unseen) {
      const handle = await openListed(log).catch(unreadableOrThrow);
      if (handle instanceof Unreadable) unreadable.add(log.id);
      else if (handle) open.set(log.id, { listed: log, handle });
    }
  }
  return [...open.values()].toReversed();
}

async function recordedPartOf(
  handle: FileHandle,
  name: string,
  { book, stop }: Pick<Finding, 'book' | 'stop'>,
): Promise<RecordedPart | undefined> {
  const text = await openLogText(handle, name, stop);
  const firstLine = await readFirstLine(text);
  if (!firstLine) return undefined;
  const { size } = await handle.stat();
  // a packed file is not written to: what is not recorded of it is not known, and read later
  const textSize = (await isPackedFile(handle, name)) ? Infinity : size;
  const logs = (await book.find([firstLine.digest])).filter(({ bytes }) => bytes > 0 && bytes <= textSize);
  const [longest] = logs.toSorted((one, other) => other.bytes - one.bytes);
  if (!longest) return undefined;
  const { bytes, readerState } = longest;
  return { text, bytes, readerState, hasRest: textSize !== Infinity && bytes < size };
}

function unreadableOrThrow(cause: unknown): Unreadable {
  if (cause instanceof Unreadable) return cause;
  throw cause;
}
