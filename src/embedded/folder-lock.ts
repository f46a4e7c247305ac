import { spawnSync } from 'node:child_process';
import { closeSync, constants, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';

const MAC_O_EXLOCK = 0x20;
/** The exit code of `flock -n` if it would have to wait. */
const HELD_BY_ANOTHER = 1;

/** Reserves a folder for this process. The kernel releases the lock when the process ends, in any way. */
export type FolderLock = {
  release(): void;
};

/**
 * Locks the folder, or returns undefined if another process has locked it. Never waits. Throws if the system has no
 * locks. The lock belongs to the open file, not to a process id: ids are reused, and differ between containers that
 * share the folder.
 */
export function lockFolder(folder: string): FolderLock | undefined {
  const file = lockFile(folder);
  const descriptor = process.platform === 'darwin' ? openExclusively(file) : openAndFlock(file);
  if (descriptor === undefined) return undefined;
  ftruncateSync(descriptor);
  writeSync(descriptor, String(process.pid));
  return {
    release: () => {
      closeSync(descriptor);
    },
  };
}

/** The process id that the holder wrote, for messages; undefined if it has not written one yet. */
export function lockHolder(folder: string): number | undefined {
  return Number.parseInt(readFileSync(lockFile(folder), 'utf8'), 10) || undefined;
}

/** The file that the owner of a folder locks. */
export function lockFile(folder: string): string {
  return `${folder}/lock`;
}

/** Node has no flock. The program locks our open file, and the lock remains when the program ends. */
function openAndFlock(file: string): number | undefined {
  if (process.platform === 'win32') {
    throw new Error(
      'the embedded database does not run on Windows; use WSL, or a PostgreSQL server through DATABASE_URL',
    );
  }
  const descriptor = openSync(file, constants.O_RDWR | constants.O_CREAT, 0o600);
  const { status, stderr, error } = spawnSync('flock', ['-xn', '3'], {
    stdio: ['ignore', 'ignore', 'pipe', descriptor],
    encoding: 'utf8',
  });
  if (status === 0) return descriptor;
  closeSync(descriptor);
  if (status === HELD_BY_ANOTHER) return undefined;
  if (status !== null) throw new Error(`flock failed with status ${status}: ${stderr}`);
  throw new Error(
    'the program "flock" (util-linux or busybox) cannot be run; install it, or set DATABASE_URL',
    { cause: error },
  );
}

/** macOS has no flock program, but can take the same lock while it opens the file. */
function openExclusively(file: string): number | undefined {
  const { O_RDWR, O_CREAT, O_NONBLOCK } = constants;
  try {
    return openSync(file, O_RDWR | O_CREAT | O_NONBLOCK | MAC_O_EXLOCK, 0o600);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return undefined;
    throw error;
  }
}
