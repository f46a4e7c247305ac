import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { startCollector } from '../middleware/collector.ts';
import { atEnd } from '../support/at-end.ts';
import { hasPrograms } from '../support/left-out.ts';
import { itKeepsThePromises } from './conformance.ts';
import { startFakeCollector } from './fake-collector.ts';
import { PUMA_HOST, RUBY_HOSTS } from './hosts/ruby.ts';

describe.skipIf(!hasPrograms('ruby', 'puma'))('the sender for Ruby', () => {
  for (const host of RUBY_HOSTS) itKeepsThePromises(host);

  it('gives up a batch whose next try would come too long after its first', async () => {
    const env = { ...process.env, SENDERS: resolve('senders') };
    expect(await promisify(execFile)('ruby', ['test/senders/apps/ruby/give_up.rb'], { env })).toEqual({
      stdout: '[0, 3600]\n',
      stderr: 'site-traffic: wait; retrying\nsite-traffic: wait; requests lost: 3\n',
    });
  });

  it('reports files, connections that are taken over and any exception, and says what is lost at the end', async () => {
    const collector = await startFakeCollector();
    const { url, stop, kill, output } = await PUMA_HOST.start({ collector });
    atEnd(kill);
    const statusOf = (target: string) =>
      collector.requests().find((reported) => reported.target === target)?.status;

    expect((await fetch(`${url}/unfinished`)).status).toBe(500);
    expect(await (await fetch(`${url}/file`)).text()).toBe(
      await readFile('test/senders/apps/ruby/config.ru', 'utf8'),
    );
    expect(await answerOf(url, '/hijack')).toBe('HTTP/1.1 101 Switching Protocols\r\n\r\n');
    expect(await answerOf(url, '/hijacked-later')).toMatch(/^HTTP\/1.1 200 OK\r\n[^]*later$/);
    expect(await answerOf(url, '/long-status')).toMatch(/^HTTP\/1\.1 1234 /);
    const paths = ['/unfinished', '/file', '/hijack', '/hijacked-later', '/long-status'];
    await expect.poll(() => paths.map(statusOf)).toEqual([500, 200, 101, 200, 0]);
    expect(collector.wrong).toEqual([]);

    collector.trouble('record and hang');
    await fetch(`${url}/guide`);
    await expect.poll(collector.held).toBe(1);
    await stop();
    expect(output()).toContain('the process ended before the service answered; requests lost: 1');
  });

  it('goes on after answers that cannot be read, and leaves a list its length', async () => {
    const cut = { status: 200, headers: { 'content-length': '999', connection: 'close' }, body: {} };
    const garbled = { status: 200, headers: { 'content-length': 'many', connection: 'close' }, body: {} };
    const { url, batches } = await startCollector(cut, garbled);
    const host = await PUMA_HOST.start({ collector: { url, site: 'site_abc', key: 'st_live_secret' } });
    atEnd(host.kill);
    const answer = await fetch(`${host.url}/guide`);
    expect(answer.headers.get('content-length')).toBe('5');
    await expect.poll(() => batches.length).toBeGreaterThanOrEqual(3);
    await fetch(`${host.url}/p/1`);
    await expect.poll(() => batches.at(-1)?.body).toContain('/p/1');
    const [first] = batches;
    expect(batches).toEqual([first, first, first, batches.at(-1)]);
  });
});

/** All that comes on a connection until it ends. */
async function answerOf(url: string, path: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: example.org\r\nConnection: close\r\n\r\n`);
  return text(socket);
}
