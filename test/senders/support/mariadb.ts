import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { makeFolder } from './make-folder.ts';

const run = promisify(execFile);

export type MariaDb = {
  readonly socket: string;
  readonly query: (statement: string) => Promise<string>;
  /** A copy of a database under another name. */
  readonly copy: (from: string, to: string) => Promise<void>;
};

const QUICK = ['--innodb-flush-log-at-trx-commit=0', '--skip-log-bin', '--innodb-buffer-pool-size=32M'];

/** Starts a server of the test run on a socket of its own, which goes with it. */
export async function startMariaDb(): Promise<MariaDb> {
  const folder = makeFolder('mariadb-');
  // the site's processes connect as another user
  chmodSync(folder, 0o755);
  const [data, socket] = [join(folder, 'data'), join(folder, 'db.sock')];
  const install = ['--no-defaults', `--datadir=${data}`, '--user=root', '--skip-test-db'];
  await run('mariadb-install-db', [...install, '--auth-root-authentication-method=normal']);
  const server = spawn(
    'mariadbd',
    [
      '--no-defaults',
      `--datadir=${data}`,
      `--socket=${socket}`,
      '--skip-networking',
      '--user=root',
      ...QUICK,
    ],
    { stdio: 'ignore' },
  );
  // it does not keep this process from ending
  server.unref();
  process.once('exit', () => server.kill('SIGKILL'));
  const failed = once(server, 'exit').then(() => Promise.reject(new Error('mariadbd has ended')));
  failed.catch(() => undefined);
  const query = async (statement: string) =>
    (await run('mariadb', ['--no-defaults', `--socket=${socket}`, '-N', '-e', statement])).stdout;
  await Promise.race([failed, untilAnswering(query)]);
  return {
    socket,
    query,
    async copy(from, to) {
      await query(`CREATE DATABASE ${to}`);
      const of = `--no-defaults --socket=${socket}`;
      await run('/bin/sh', ['-c', `mariadb-dump ${of} ${from} | mariadb ${of} ${to}`]);
    },
  };
}

async function untilAnswering(query: MariaDb['query']): Promise<void> {
  while (!(await query('SELECT 1').catch(() => ''))) await delay(50);
}
