import { once } from 'node:events';
import { type Socket, connect, createServer } from 'node:net';
import { beforeAll, expect, it } from 'vitest';
import { untilMatch, useCommandLine } from './support.ts';

const { run, ask, begin, serve, serveWith, makeMigrated } = useCommandLine();

const EMAIL = 'owner@example.com';

beforeAll(async () => {
  await makeMigrated();
});

it('shuts out a revoked key and a deleted account from the next request on', async () => {
  const { url, kill, ended } = await serve('serve');
  const codeOf = async (key: string) => {
    const response = await fetch(`${url}/api/v1/sites`, { headers: { authorization: `Bearer ${key}` } });
    return [response.status, ((await response.json()) as { code?: string }).code];
  };
  await ask('account', 'create', '--email', EMAIL);
  const first = (await ask('key', 'create', '--account', EMAIL)) as { id: number; key: string };
  const second = (await ask('key', 'create', '--account', EMAIL)) as { id: number; key: string };
  expect(await codeOf(first.key)).toEqual([200, undefined]);
  await ask('key', 'revoke', String(first.id));
  expect([await codeOf(first.key), await codeOf(second.key)]).toEqual([
    [401, 'INVALID_KEY'],
    [200, undefined],
  ]);
  await ask('account', 'delete', EMAIL);
  expect(await codeOf(second.key)).toEqual([401, 'USER_NOT_FOUND']);
  kill('SIGTERM');
  expect(await ended).toBe(0);
});

it('refuses a data folder that another process owns', async () => {
  const { kill, ended, stderr: log } = await serveWith({ TRUSTED_PROXIES: '127.0.0.1' }, 'serve');
  await expect.poll(log).toContain('"msg":"PUBLIC_URL is not set: ');
  const { exitCode, stdout, stderr } = await run('serve', '--port', '0', '--json');
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/^site-traffic: the data folder \S+ is in use by process \d+; stop it first\n$/);
  expect(stdout).toBe(`${JSON.stringify({ error: stderr.slice('site-traffic: '.length, -1) })}\n`);
  kill('SIGINT');
  expect(await ended).toBe(0);
});

it('refuses a port that is taken, and leaves the folder free', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as { port: number };
  const { exitCode, stderr } = await run('serve', '--port', String(port));
  expect([exitCode, stderr]).toEqual([
    1,
    `site-traffic: cannot listen on 127.0.0.1:${port}: another program uses this port; choose another one with PORT or --port\n`,
  ]);
  taken.close();
  expect(await ask('account', 'list')).toEqual([]);
});

it('prints its address as one JSON value on stdout, its log on stderr, and needs no reader', async () => {
  const child = begin({}, 'serve', '--port', '0', '--json');
  const [line] = await untilMatch(child.stdout, /^.*\n/);
  const { url } = JSON.parse(line) as { url: string };
  child.stdout.destroy();
  const logged = untilMatch(child.stderr, /"path":"\/health\/live"/);
  expect((await fetch(`${url}/health/live`)).status).toBe(200);
  await logged;
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

it('ends at once at a second signal while it waits for a request', async () => {
  const { url, stderr, kill, ended } = await serve('serve');
  const socket = await beginRequest(url);
  kill('SIGTERM');
  await expect.poll(stderr).toContain('"msg":"stopping"');
  // A signal within a quarter of a second still counts as the first.
  const insisting = setInterval(() => {
    kill('SIGTERM');
  }, 50);
  expect(await ended).toBe(143);
  clearInterval(insisting);
  socket.destroy();
});

/** Begins a request and never ends it. The answer to the one before it shows that the server has read the beginning. */
async function beginRequest(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => undefined); // the server dies
  await once(socket, 'connect');
  const begin = 'GET /health/live HTTP/1.1\r\nHost: x\r\n';
  const answered = untilMatch(socket, /"live"/);
  socket.write(`${begin}\r\n${begin}`);
  await answered;
  return socket;
}
