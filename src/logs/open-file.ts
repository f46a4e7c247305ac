import { type FileHandle, open } from 'node:fs/promises';
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
