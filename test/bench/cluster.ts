import { execFile } from 'node:child_process';
import { chownSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { guardFolder } from '../support/folder-guard.ts';
import { findOwner, findPostgres } from '../support/postgres-programs.ts';
import { freePort } from '../support/free-port.ts';

export type Cluster = {
  /** The address of a database of the cluster, as the superuser. */
  readonly url: (database: string) => string;
  /** The process that is the ancestor of all others in the cluster. */
  readonly pid: number;
  /** The server's name and version. */
  readonly version: string;
  stop(): Promise<void>;
};

// The tests' servers do not wait for the disk. This one has the defaults, except for enough connections for all pools.
const SETTINGS = '-c max_connections=300 -c listen_addresses=127.0.0.1 -c unix_socket_directories=';

/** A PostgreSQL of our own in a temporary folder. Both are removed when this process ends, however it ends. */
export async function startCluster(): Promise<Cluster> {
  const programs = findPostgres();
  if (programs === undefined) {
    throw new Error('the bench needs the PostgreSQL server, 15 or newer: apt-get install postgresql');
  }
  const owner = findOwner();
  const folder = mkdtempSync(join(tmpdir(), 'site-traffic-bench-'));
  const guard = guardFolder(folder);
  chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  const run = (program: string, ...args: readonly string[]) =>
    promisify(execFile)(join(programs, program), args, { ...owner, cwd: folder });
  const identity = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8'];
  await run('initdb', '--pgdata', data, ...identity);
  const port = await freePort();
  const options = ['--options', `-p ${port} ${SETTINGS}`, '--log', join(folder, 'log')];
  await run('pg_ctl', 'start', '--wait', '--pgdata', data, ...options);
  const url = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`;
  return { url, ...(await introduce(url('postgres'))), stop: () => guard.release() };
}

async function introduce(url: string): Promise<Pick<Cluster, 'pid' | 'version'>> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ pid: string; version: string }>(
      `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid,
              current_setting('server_version') as version`,
    );
    const [row] = rows;
    return { pid: Number(row?.pid), version: String(row?.version) };
  });
}

/** Opens a connection for the duration of the work. */
export async function withClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  // On Ctrl-C the server ends before this process does.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
