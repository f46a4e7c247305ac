import { type FileHandle, open } from 'node:fs/promises';
import { type ListedLog, fileIdOf } from './list-logs.ts';
import { type FirstLine, readFirstLine } from './first-line.ts';
import { isPackedFile, openLogText } from './log-text.ts';
import { Unreadable, unreadable } from './unreadable.ts';

/** Opens a file, which must not be a folder. Throws Unreadable. */
export async function openFile(path: string): Promise<FileHandle> {
  const handle = await open(path).catch((cause: unknown) => {
    throw unreadable(path, cause);
  });
  if (!(await handle.stat()).isDirectory()) return handle;
  await handle.close();
  throw new Unreadable(path, 'folder');
}

/** Opens a listed file; undefined if its path names another file by now, or none. Throws Unreadable. */
export async function openListed({ path, id }: ListedLog): Promise<FileHandle | undefined> {
  try {
    const handle = await open(path);
    if (fileIdOf(await handle.stat({ bigint: true })) === id) return handle;
    await handle.close();
    return undefined;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw unreadable(path, cause);
  }
}

/** The first line of an open file; undefined if it has none, or its packed data is damaged before. */
export async function readFirstLineOf(
  handle: FileHandle,
  path: string,
  stop: AbortSignal,
): Promise<FirstLine | undefined> {
  const text = await openLogText(handle, path, stop);
  try {
    return await readFirstLine(text);
  } catch (cause) {
    if (cause instanceof Unreadable) return undefined;
    throw cause;
  } finally {
    await text.close();
  }
}

/** The size of a file's text modulo 2^32, which is how gzip stores it in its last four bytes. */
export async function textSizeOf(handle: FileHandle, name: string): Promise<number> {
  const { size } = await handle.stat();
  if (!(await isPackedFile(handle, name))) return size % 2 ** 32;
  const last = Buffer.alloc(4);
  await handle.read(last, 0, 4, size - 4);
  return last.readUInt32LE();
}
