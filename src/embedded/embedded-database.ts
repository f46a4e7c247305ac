import { existsSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { lockFolder, lockHolder, type FolderLock } from './folder-lock.ts';
import { announceHost, answeringHost, makeHost, socketIn, withdrawHost } from './socket-address.ts';
import { superviseDatabase } from './supervisor.ts';

export type EmbeddedDatabase = {
  /** The folder of the unix socket: what pg takes as `host`. User and database are 'postgres', the port is 5432. */
  readonly host: string;
  /** False for a guest in another process's database. */
  readonly owner: boolean;
  /**
   * Owner: takes no new client, waits 5 s at most for those connected to leave (so end your own pools first), closes
   * the database and frees the folder. Guest: nothing. A second call waits for the first.
   */
  close(): Promise<void>;
};

export type EmbeddedOptions = {
  /**
   * Milliseconds to wait for another process that holds the folder to answer (it may be starting) or to go.
   * 0 is for who must own the folder: refused at once if another process holds it, even one that answers.
   */
  readonly waitMs: number;
  /** How long one client may stop all others by a transaction it leaves idle; 30 s by default. Then it is cut off. */
  readonly idleInTransactionMs?: number;
  /** Told why whenever the database's thread died, or failed to come back. It is started again, clients reconnect. */
  readonly onRestart?: (cause: unknown) => void;
};

/**
 * Another process holds the folder: for who must own it, any; for others, one that does not answer.
 * The message names folder and process.
 * @public
 */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse';
}

/**
 * The folder cannot hold the database, or holds one that does not open. The message names it, and says why.
 * @public
 */
export class FolderUnusable extends Error {
  override readonly name = 'FolderUnusable';
}

const POLL_MS = 50;
const GRACE_MS = 5_000;
const IDLE_IN_TRANSACTION_MS = 30_000;

/**
 * Opens the embedded PostgreSQL of a data folder, made if it is missing: as its owner, or as a guest of the process
 * that owns it. Survives a kill of the process, not a loss of power: it never waits for the disk.
 * Throws FolderInUse and FolderUnusable.
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
    if (deadline.aborted) throw new FolderInUse(`${describeHolder(path)}, which does not answer`);
    await sleep(POLL_MS);
  }
}

function makeFolder(folder: string): string {
  if (!existsSync(folder)) {
    // Step by step: Node's recursive mkdir never ends where a file system has no room for folders, as under /proc.
    const parent = dirname(resolve(folder));
    if (!existsSync(parent)) makeFolder(parent);
    mkdirUnlessThere(folder);
  }
  if (!statSync(folder).isDirectory()) throw new Error('it is not a folder');
  return realpathSync(folder);
}

function mkdirUnlessThere(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (!existsSync(folder)) throw error; // otherwise another process was quicker
  }
}

async function own(path: string, lock: FolderLock, options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  try {
    withdrawHost(path); // what an owner that was killed had announced
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
    throw new FolderUnusable(`the data folder ${folder} cannot be used: ${reason}`, { cause });
  }
}

function describeHolder(path: string): string {
  const processId = lockHolder(path);
  return `the data folder ${path} is in use by ${processId === undefined ? 'another process' : `process ${processId}`}`;
}
