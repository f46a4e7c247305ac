import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { startCollector } from '../middleware/collector.ts';
import { atEnd } from '../support/at-end.ts';
import { hasPrograms } from '../support/left-out.ts';
import { itKeepsThePromises } from './conformance.ts';
import { startFakeCollector } from './fake-collector.ts';
import { GO_HOST, testInPackage } from './hosts/go.ts';

describe.skipIf(!hasPrograms('go'))('the sender for Go', () => {
  it('is formatted', () => {
    expect(execFileSync('gofmt', ['-l', 'senders', 'test/senders/apps/go']).toString()).toBe('');
  });

  it('gives up a batch whose next try would come too long after its first', async () => {
    await testInPackage('give_up_test.go');
  });

  itKeepsThePromises(GO_HOST);

  it('reports the status of a handler that ends in another way than by an answer', async () => {
    const collector = await startFakeCollector();
    const { url, kill, output } = await GO_HOST.start({ collector });
    atEnd(kill);
    const statusOf = (target: string) =>
      collector.requests().find((reported) => reported.target === target)?.status;

    for (const path of ['/panic', '/abort']) await expect(fetch(`${url}${path}`)).rejects.toThrow();
    for (const path of ['/unreadable', '/early']) await fetch(`${url}${path}`);
    for (const path of ['/silent', '/hijack']) {
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      await once(socket, 'connect');
      socket.write(`GET ${path} HTTP/1.1\r\nHost: example.org\r\n\r\n`);
      if (path === '/hijack') await once(socket.resume(), 'end');
      else await expect.poll(output).toContain('silent');
      socket.destroy();
    }

    const paths = ['/panic', '/abort', '/unreadable', '/early', '/silent', '/hijack'];
    await expect.poll(() => paths.map(statusOf)).toEqual([500, 499, 502, 418, 499, 101]);
  });

  it('leaves a writer the methods that it has, and sends again after an answer that was cut', async () => {
    const cut = { status: 200, headers: { 'content-length': '999', connection: 'close' }, body: {} };
    const { url, batches } = await startCollector(cut);
    const collector = { url, site: 'site_abc', key: 'st_live_secret' };
    const [host, plain] = await Promise.all([GO_HOST.start({ collector }), GO_HOST.start({ isPlain: true })]);
    atEnd(host.kill);
    atEnd(plain.kill);
    const methodsOf = async (site: string) => (await fetch(`${site}/writer`)).text();
    expect(await methodsOf(host.url)).toBe(await methodsOf(plain.url));
    await expect.poll(() => batches.length).toBeGreaterThanOrEqual(2);
    await fetch(`${host.url}/guide`);
    await expect.poll(() => batches.at(-1)?.body).toContain('/guide');
    expect(batches).toEqual([batches[0], batches[0], batches.at(-1)]);
  });

  it('says what is lost if the collector still hangs when it has to stop', async () => {
    const collector = await startFakeCollector();
    const { url, stop, kill, output } = await GO_HOST.start({ collector });
    atEnd(kill);
    collector.trouble('record and hang');
    await fetch(`${url}/guide`);
    await expect.poll(collector.held).toBe(1);
    await stop();
    expect(output()).toContain('closed before the service answered; requests lost:');
    expect(output()).not.toContain('did not respond');
  });
});
