import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  realpathSync,
  statfsSync,
} from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { guardFolder } from './folder-guard.ts';
import { freePort } from './free-port.ts';
import { type Owner, findOwner, findPostgres } from './postgres-programs.ts';

export type PostgresServer = {
  /** The address of its database `postgres`, for the superuser. */
  readonly url: string;
  /** Ends the server at once, as a crash would, and starts it again on the same port after the given work. */
  readonly restart: (meanwhile: () => Promise<void>) => Promise<void>;
  /** The same, but kills each of the server's processes, so that none has a last word. On Linux only. */
  readonly crash: (meanwhile: () => Promise<void>) => Promise<void>;
  /** Ends the server at once, even under open connections, and removes its folder. */
  readonly stop: () => Promise<void>;
};

/** A server that cannot start ends by itself; a busy machine needs time. */
const START_WITHIN_MS = 300_000;
const PORTS_TRIED = 3;

/** Nothing needs to outlive the tests, so nothing waits for the disk. */
const SETTINGS = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_connections=200',
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
];

/**
 * Starts a PostgreSQL server with an empty cluster in a temporary folder. Both go with this process, however it ends.
 * Settings (`name=value`) replace those above. With the address of a primary, it is a standby of that.
 * Rejects where the server's programs are missing, and with the server's log if it does not start.
 */
export async function startPostgres(
  settings: readonly string[] = [],
  primaryUrl?: string,
): Promise<PostgresServer> {
  const programs = findPostgres();
  if (programs === undefined) throw new Error('PostgreSQL is required in CI: install its server programs');
  const owner = findOwner();
  const folder = makeFolder(owner);
  const guard = guardFolder(folder);
  try {
    const cluster = { programs, folder, owner, settings };
    await (primaryUrl === undefined ? initialise(cluster) : copy(cluster, primaryUrl));
    const started = await startOnFreePort(cluster);
    const { url } = started;
    let { server } = started;
    let stopped: Promise<void> | undefined;
    const again = async (ended: Promise<void>, meanwhile: () => Promise<void>) => {
      await ended;
      await meanwhile();
      server = await launch(cluster, Number(new URL(url).port));
      if (!(await becomesReady(server, url, cluster))) throw notStarted(cluster);
    };
    return {
      url,
      restart: (meanwhile) => again(end(server), meanwhile),
      crash: (meanwhile) => again(killAll(server), meanwhile),
      stop: () => (stopped ??= end(server).then(() => guard.release())),
    };
  } catch (error) {
    await guard.release();
    throw error;
  }
}

type Cluster = {
  readonly programs: string;
  readonly folder: string;
  readonly owner: Owner;
  readonly settings: readonly string[];
};
type Running = { readonly server: ChildProcess; readonly url: string };

let initialised: Promise<string> | undefined;

/** A copy costs a tenth of what initdb does, which therefore runs once in a process. */
async function initialise({ programs, folder, owner }: Cluster): Promise<void> {
  initialised ??= makeInitialised(programs, owner);
  await promisify(execFile)('cp', ['-R', await initialised, join(folder, 'data')], { ...owner, cwd: folder });
}

/** A new cluster that no server opens. It is removed when this process ends. */
async function makeInitialised(programs: string, owner: Owner): Promise<string> {
  const folder = makeFolder(owner);
  guardFolder(folder);
  const options = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'];
  const args = [`--pgdata=${join(folder, 'data')}`, ...options];
  await promisify(execFile)(join(programs, 'initdb'), args, { ...owner, cwd: folder });
  return join(folder, 'data');
}

/** Where Linux keeps files in memory. */
const IN_MEMORY = '/dev/shm';
/** More than the clusters of a run take, with their logs of changes. */
const ROOM_BYTES = 4 * 1_024 ** 3;

/** A database is hundreds of files. To make and remove them on a disk takes most of the time that the server takes. */
function hasRoomInMemory(): boolean {
  if (!existsSync(IN_MEMORY)) return false;
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  return Math.min(bavail * bsize, freemem()) > ROOM_BYTES;
}

function makeFolder({ uid, gid }: Owner): string {
  const folder = mkdtempSync(join(hasRoomInMemory() ? IN_MEMORY : tmpdir(), 'site-traffic-postgres-'));
  chownSync(folder, uid, gid);
  return folder;
}

async function copy({ programs, folder, owner }: Cluster, primaryUrl: string): Promise<void> {
  const options = ['--write-recovery-conf', '--checkpoint=fast', '--no-sync'];
  const args = [`--pgdata=${join(folder, 'data')}`, `--dbname=${primaryUrl}`, ...options];
  // the programs of PATH may be links to a few of them
  const own = dirname(realpathSync(join(programs, 'postgres')));
  await promisify(execFile)(join(own, 'pg_basebackup'), args, { ...owner, cwd: folder });
}

/** Tries several ports: another program may take a free one before the server does. */
async function startOnFreePort(cluster: Cluster): Promise<Running> {
  for (let tried = 1; tried <= PORTS_TRIED; tried += 1) {
    const port = await freePort();
    const server = await launch(cluster, port);
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
    if (await becomesReady(server, url, cluster)) return { server, url };
    await end(server);
  }
  throw notStarted(cluster);
}

function notStarted(cluster: Cluster): Error {
  return new Error(`PostgreSQL did not start:\n${readFileSync(logFile(cluster), 'utf8').slice(-4_000)}`);
}

async function launch(cluster: Cluster, port: number): Promise<ChildProcess> {
  const { programs, folder, owner, settings } = cluster;
  const given = [...SETTINGS, ...settings].flatMap((set) => ['-c', set]);
  const args = ['-D', join(folder, 'data'), '-p', String(port), ...given];
  const log = openSync(logFile(cluster), 'a');
  // detached, so that a Ctrl-C meant for the tests does not end the server before them
  const options = { ...owner, cwd: folder, detached: true };
  const server = spawn(join(programs, 'postgres'), args, { ...options, stdio: ['ignore', log, log] });
  closeSync(log);
  await once(server, 'spawn');
  server.unref();
  return server;
}

function logFile({ folder }: Cluster): string {
  return join(folder, 'log');
}

/** Resolves with false if the server ended or took too long. */
async function becomesReady(server: ChildProcess, url: string, { folder }: Cluster): Promise<boolean> {
  const deadlineMs = performance.now() + START_WITHIN_MS;
  while (isRunning(server) && performance.now() < deadlineMs) {
    if ((await dataFolderAt(url)) === join(folder, 'data')) return true;
    await delay(20);
  }
  return false;
}

/** The data folder of the server at the address: it shows whether that server is ours or a stranger on our port. */
async function dataFolderAt(url: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    return rows[0]?.data_directory;
  } catch {
    return undefined;
  } finally {
    await client.end();
  }
}

/** Shuts PostgreSQL down in its immediate mode, which waits for no client and writes nothing. */
async function end(server: ChildProcess): Promise<void> {
  if (!isRunning(server)) return;
  const ended = once(server, 'exit');
  server.ref();
  server.kill('SIGQUIT');
  await ended;
}

/** Kills the server and the processes that it has started. A new one waits until the last of them is gone. */
async function killAll(server: ChildProcess): Promise<void> {
  if (!isRunning(server)) return;
  const ended = once(server, 'exit');
  server.ref();
  // no child that is made meanwhile outlives it: it cannot make one while it is stopped
  server.kill('SIGSTOP');
  const { pid } = server;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  for (const child of children.filter((one) => one !== '')) process.kill(Number(child), 'SIGKILL');
  server.kill('SIGKILL');
  await ended;
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}
