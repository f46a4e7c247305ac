import { chmodSync, existsSync, mkdirSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { lockFile, lockFolder, lockHolder, type FolderLock } from './folder-lock.ts';
import { announceHost, answeringHost, makeHost, socketIn, withdrawHost } from './socket-address.ts';
import { superviseDatabase } from './supervisor.ts';

export type EmbeddedDatabase = {
  /** The folder of the Unix socket, for the option `host` of pg. User and database are 'postgres', the port is 5432. */
  readonly host: string;
  /** True if this process runs the database, false if it is a guest of another process. */
  readonly owner: boolean;
  /**
   * Owner: accepts no new clients, waits at most 5 s for the connected ones (close your own pools first), closes the
   * database and releases the folder. Guest: does nothing. A second call waits for the first.
   */
  close(): Promise<void>;
};

export type EmbeddedOptions = {
  /**
   * How long to wait for another process that holds the folder to respond (it may be starting) or to exit, in
   * milliseconds. With 0 this process must be the owner: it fails at once if another one holds the folder.
   */
  readonly waitMs: number;
  /** How long a client may block the others with an idle transaction before it is disconnected. Default: 30 s. */
  readonly idleInTransactionMs?: number;
  /** Called when the database thread crashes or fails to start again. It is restarted, and clients reconnect. */
  readonly onRestart?: (cause: unknown) => void;
};

/**
 * Another process holds the folder. Guests get this error only if that process does not respond. The message names the
 * folder and the process.
 * @public
 */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse';
}

/**
 * The folder cannot contain a database, or its database does not open. The message names the folder and the reason.
 * @public
 */
export class FolderUnusable extends Error {
  override readonly name = 'FolderUnusable';
}

const FOR_OWNER = 0o700;
const FOR_OTHERS = 0o077;

const POLL_MS = 50;
const GRACE_MS = 5_000;
const IDLE_IN_TRANSACTION_MS = 30_000;

/**
 * Opens the embedded PostgreSQL of a data folder, as its owner or as a guest of the process that owns it. A missing
 * folder is created, and an empty one is closed to other users. One with files that they may enter is refused. The data
 * survives a killed process but not a power failure, because writes are not synced to disk. Throws FolderInUse and
 * FolderUnusable.
 */
export async function openEmbeddedDatabase(
  folder: string,
  options: EmbeddedOptions,
): Promise<EmbeddedDatabase> {
  const path = await orUnusable(folder, () => makeFolder(folder));
  const deadline = AbortSignal.timeout(options.waitMs);
  for (;;) {
    const lock = await orUnusable(folder, () => lockFolder(path));
    if (lock) return orUnusable(folder, () => own(path, lock, options));
    if (options.waitMs === 0) throw new FolderInUse(`${describeHolder(path)}; stop it first`);
    const host = await answeringHost(path);
    if (host !== undefined) return { host, owner: false, close: () => Promise.resolve() };
    if (deadline.aborted) throw new FolderInUse(`${describeHolder(path)}, which does not respond`);
    await sleep(POLL_MS);
  }
}

/** False if there is no database in the folder: it does not exist, or no process has opened a database there. */
export function mayHoldDatabase(folder: string): boolean {
  if (!existsSync(folder)) return false;
  // an owner makes the first before it makes the second, and a backup has the second
  return !statSync(folder).isDirectory() || existsSync(lockFile(folder)) || existsSync(`${folder}/pg`);
}

function makeFolder(folder: string): string {
  if (!existsSync(folder)) {
    // Not with Node's recursive mkdir: it never ends where folders cannot be created, for example under /proc.
    const parent = dirname(resolve(folder));
    if (!existsSync(parent)) makeFolder(parent);
    mkdirUnlessThere(folder);
  }
  if (!statSync(folder).isDirectory()) throw new Error('it is not a folder');
  const path = realpathSync(folder);
  closeToOthers(path);
  return path;
}

/**
 * Whoever can enter the folder can connect to the database, which has no password. An empty folder is closed to others.
 * One with files is not: it may be a folder that others need, such as /tmp.
 */
function closeToOthers(path: string): void {
  if ((statSync(path).mode & FOR_OTHERS) === 0) return;
  if (readdirSync(path).length > 0)
    throw new Error(
      `other users may enter it; run: chmod 700 '${path}', or choose another folder with DATA_DIR`,
    );
  chmodSync(path, FOR_OWNER);
}

function mkdirUnlessThere(folder: string): void {
  try {
    mkdirSync(folder, { mode: FOR_OWNER });
  } catch (error) {
    if (!existsSync(folder)) throw error; // another process may have created it
  }
}

async function own(path: string, lock: FolderLock, options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  try {
    withdrawHost(path); // the announcement of an owner that was killed
    const host = makeHost(path);
    announceHost(path, host);
    const settings = {
      folder: path,
      socketPath: socketIn(host),
      idleInTransactionMs: options.idleInTransactionMs ?? IDLE_IN_TRANSACTION_MS,
    };
    const database = await superviseDatabase(settings, options.onRestart ?? (() => undefined));
    let closed: Promise<void> | undefined;
    const close = () =>
      (closed ??= database.close(GRACE_MS).finally(() => {
        leave(path, lock);
      }));
    return { host, owner: true, close };
  } catch (error) {
    leave(path, lock);
    throw error;
  }
}

function leave(path: string, lock: FolderLock): void {
  withdrawHost(path);
  lock.release();
}

async function orUnusable<T>(folder: string, step: () => T | Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new FolderUnusable(`the data folder ${resolve(folder)} cannot be used: ${reason}`, { cause });
  }
}

function describeHolder(path: string): string {
  const processId = lockHolder(path);
  return `the data folder ${path} is in use by ${processId === undefined ? 'another process' : `process ${processId}`}`;
}
