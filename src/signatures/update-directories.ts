import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { type Directory, readDirectory } from './directory.ts';

/** Gets the newest version of a directory. Rejects with an Error that says why there is none. */
export type DirectorySource = (previous: Directory) => Promise<Directory>;

export type UpdatedDirectory = {
  readonly directory: Directory;
  /** Why it could not be retrieved. The previous one is kept. */
  readonly failure?: string;
};

const AT_ONCE = 8;

/** Retrieves the directories of these hosts, and keeps what the previous ones have of those that cannot be retrieved. */
export async function updateDirectories(
  hosts: readonly string[],
  previous: readonly Directory[],
  source: DirectorySource,
): Promise<readonly UpdatedDirectory[]> {
  const limit = pLimit(AT_ONCE);
  return limit.map([...new Set(hosts)], async (host): Promise<UpdatedDirectory> => {
    const known = previous.find((one) => one.host === host) ?? emptyOf(host);
    try {
      return { directory: await source(known) };
    } catch (error) {
      return { directory: known, failure: error instanceof Error ? error.message : String(error) };
    }
  });
}

function emptyOf(host: string): Directory {
  return { host, retrievedAtMs: null, etag: null, keys: [] };
}

/** Reads the directories of a folder, each from `HOST.json`, as the host serves it. */
export function folderOfDirectories(folder: string, nowMs: number): DirectorySource {
  return async ({ host }) => {
    const file = join(folder, `${host}.json`);
    const text = await readFile(file, 'utf8').catch((cause: unknown) => {
      throw new Error(`the file ${file} cannot be read`, { cause });
    });
    return { host, retrievedAtMs: nowMs, etag: null, keys: readDirectory(text) };
  };
}
