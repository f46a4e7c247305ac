import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { deleteUnused, newBuild, switchTo } from '../../tools/builds.js';
import { awaitAddress, stopServing, useCommandLine } from './support.ts';

const { ask, folder, dataDir, makeMigrated } = useCommandLine();

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

it('keeps the files of a build while a server runs it, and deletes them with the next build after', async () => {
  const dist = `${folder}/dist`;
  mkdirSync(dist);
  symlinkSync(resolve('node_modules'), `${folder}/node_modules`);
  const build = (digest: string) => {
    const name = newBuild(dist, digest);
    // without the marks of the servers that other tests run
    const filter = (path: string) => !path.includes('/running/');
    cpSync(realpathSync('dist/current'), `${dist}/${name}`, { recursive: true, filter });
    switchTo(dist, name);
    deleteUnused(dist, name);
    return name;
  };
  const old = build('aaaaaaaaaaaa');
  await makeMigrated();
  const child = start(`${dist}/cli.js`);
  const server = await awaitAddress(child);
  await ask('account', 'create', '--email', 'owner@example.com', '--plan', 'pro');
  const { key } = (await ask('key', 'create', '--account', 'owner@example.com')) as { key: string };

  const next = build('bbbbbbbbbbbb');
  expect([old, next]).toEqual(['build-aaaaaaaaaaaa', 'build-bbbbbbbbbbbb']);
  const answer = await fetch(`${server.url}/mcp`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify(INITIALIZE),
  });
  expect(await answer.json()).toMatchObject({ result: { serverInfo: { name: 'site-traffic' } } });

  await stopServing(server);
  expect(build('bbbbbbbbbbbb')).toBe('build-bbbbbbbbbbbb-2');
  expect([old, next].map((name) => existsSync(`${dist}/${name}`))).toEqual([false, false]);
});

function start(program: string): ChildProcessWithoutNullStreams {
  const { PATH } = process.env;
  const child = spawn(process.execPath, [program, 'serve', '--port', '0'], {
    env: { PATH, DATA_DIR: dataDir },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}
