import { execFile } from 'node:child_process';
import { chownSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { guardFolder } from '../support/folder-guard.ts';
import { findOwner, findPostgres } from '../support/postgres-programs.ts';
import { freePort } from './free-port.ts';

export type Cluster = {
  /** The address of a database of the cluster, as the superuser. */
  readonly url: (database: string) => string;
  /** The process that all of the cluster's others descend from. */
  readonly pid: number;
  /** What the server calls itself. */
  readonly version: string;
  stop(): Promise<void>;
};

// The tests' servers do not wait for the disk. This one is as it comes, but for room for every server's pool.
const SETTINGS = '-c max_connections=300 -c listen_addresses=127.0.0.1 -c unix_socket_directories=';

/** A PostgreSQL of its own in a temporary folder; both go with this process, however that ends. */
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

/** A connection for as long as the work takes. */
export async function withClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  // The server ends before this process on Ctrl-C.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
