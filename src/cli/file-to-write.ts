import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CommandFailure, WRONG_USAGE } from './failures.ts';

/** Found out before anything is retrieved for it. A folder is not made: with another name it would be the wrong one. */
export async function requireFolderOf(file: string, namedBy: string): Promise<void> {
  const folder = dirname(file);
  if (await isFolder(folder)) return;
  throw new CommandFailure(
    `cannot write ${file}: there is no folder ${folder}; make it, or name another file with ${namedBy}`,
    { exitCode: WRONG_USAGE },
  );
}

/** The folder of --from. */
export async function requireFolder(folder: string): Promise<void> {
  if (await isFolder(folder)) return;
  throw new CommandFailure(`--from must be a folder; there is none at ${folder}`, { exitCode: WRONG_USAGE });
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === true;
}

/** Whether there is a file to replace. */
export async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
