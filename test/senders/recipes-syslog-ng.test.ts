import { once } from 'node:events';
import { appendFileSync, writeFileSync } from 'node:fs';
import { type Server, createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { crawlLine } from '../logs/memory-book.ts';
import { atEnd } from '../support/at-end.ts';
import { freePort } from '../support/free-port.ts';
import { hasPrograms } from '../support/left-out.ts';
import { blocksBelow } from '../support/page.ts';
import { makeFolder } from './support/make-folder.ts';
import { start } from './support/recipes.ts';

const linesFrom = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => crawlLine(from + n)).join('');

type Delivery = { readonly path: string | undefined; readonly body: string };

/** A door that records what it is sent, after some answers of its own. */
async function openDoor(port: number, deliveries: Delivery[], answers: (number | 'lost')[]): Promise<Server> {
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const answer = answers.shift() ?? 200;
      if (answer === 200 || answer === 'lost') deliveries.push({ path: request.url, body: `${body}\n` });
      if (answer === 'lost') response.destroy();
      else response.writeHead(answer).end('{}');
    });
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

async function closeDoor(server: Server): Promise<void> {
  if (!server.listening) return;
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}

describe.skipIf(!hasPrograms('syslog-ng'))('by syslog-ng', () => {
  it('each line arrives, though the service and syslog-ng are killed, and a batch comes again as it was', async () => {
    const [folder, port] = [makeFolder('syslog-ng-'), await freePort()];
    const file = join(folder, 'access.log');
    const [rules = ''] = blocksBelow('docs/recipes.md', 'syslog-ng to the service', 'text');
    const here = rules
      .replace('/var/log/nginx/access.log', file)
      .replace('https://stats.example.org', `http://127.0.0.1:${port}`)
      .replace('disk-buf-size', `dir("${folder}") disk-buf-size`)
      // the test does not wait as long
      .replace('batch-timeout(5000)', 'batch-timeout(100)')
      .replace('time-reopen(10)', 'time-reopen(1)');
    writeFileSync(join(folder, 'syslog-ng.conf'), `@version: 3.38\n${here}\n`);
    const places = ['persist-file', 'pidfile', 'control'].map((place) => `--${place}=${join(folder, place)}`);
    const begin = () => start('syslog-ng', ['-F', '-f', join(folder, 'syslog-ng.conf'), ...places], folder);
    const deliveries: Delivery[] = [];

    writeFileSync(file, linesFrom(0, 3));
    const answers: (number | 'lost')[] = [503, 504, 504, 504, 504, 'lost'];
    const first = await openDoor(port, deliveries, answers);
    atEnd(async () => closeDoor(first));
    const killed = begin();
    await expect.poll(() => deliveries.length).toBe(2);
    await closeDoor(first);
    appendFileSync(file, linesFrom(3, 1_500));
    await killed.kill();
    begin();
    const second = await openDoor(port, deliveries, []);
    atEnd(async () => closeDoor(second));

    // the service counts equal batches once
    const arrived = () => [...new Set(deliveries.map(({ body }) => body))].join('');
    await expect.poll(() => arrived().length).toBe(linesFrom(0, 1_503).length);
    expect(arrived()).toBe(linesFrom(0, 1_503));
    expect(new Set(deliveries.map(({ path }) => path))).toEqual(new Set(['/drain/KEY']));
  });
});
