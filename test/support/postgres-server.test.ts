import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { startPostgres } from './postgres-server.ts';
import { describeWithPostgres } from './with-postgres.ts';

describeWithPostgres('a PostgreSQL server for the tests', () => {
  it('answers until it is stopped, and then leaves no folder and no server, even under open connections', async () => {
    const { url, stop } = await startServer();
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    const cutOff = new Promise<void>((resolve) => client.once('end', resolve));
    await client.connect();
    const { rows } = await client.query(
      `select 1 as one, current_setting('fsync') as fsync, current_setting('server_encoding') as encoding,
        current_setting('max_connections')::int as connections, current_setting('server_version_num')::int >= 150000 as new`,
    );
    expect(rows).toEqual([{ one: 1, fsync: 'off', encoding: 'UTF8', connections: 200, new: true }]);
    const folder = dirname(await dataFolder(url));
    expect(existsSync(folder)).toBe(true);

    await Promise.all([stop(), stop()]);
    await cutOff;
    expect(existsSync(folder)).toBe(false);
    await expect(dataFolder(url)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('runs beside another', async () => {
    const [one, other] = await Promise.all([startServer(), startServer()]);
    expect(await dataFolder(one.url)).not.toBe(await dataFolder(other.url));
  });

  it.each(['SIGKILL', 'SIGINT'] as const)('goes with its process when %s ends that', async (signal) => {
    const owner = spawn(process.execPath, ['--input-type=module', '-e', await ownerProgram()], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void owner.kill('SIGKILL'));
    const [url] = (await once(createInterface(owner.stdout), 'line')) as [string];
    const folder = dirname(await dataFolder(url));

    owner.kill(signal);
    expect(await once(owner, 'exit')).toEqual([null, signal]);
    await expect.poll(() => existsSync(folder)).toBe(false);
    const answer = () => dataFolder(url).catch((error: unknown) => error);
    await expect.poll(answer).toMatchObject({ code: 'ECONNREFUSED' });
  });
});

async function startServer() {
  const server = await startPostgres();
  onTestFinished(() => server.stop());
  return server;
}

async function dataFolder(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ data_directory: string }>('show data_directory');
  await client.end();
  return String(rows[0]?.data_directory);
}

/** A program that starts a server, prints its address, and runs until it is killed. */
async function ownerProgram(): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { startPostgres } from './postgres-server.ts';
        console.log((await startPostgres()).url);
        setInterval(() => undefined, 1_000);`,
      resolveDir: import.meta.dirname,
    },
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}
