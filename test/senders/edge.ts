import { expect, it } from 'vitest';
import { KEY, recordedAll, startCollector } from '../middleware/collector.ts';
import { atEnd } from '../support/at-end.ts';
import type { Host } from './host.ts';

const RECORDED = { status: 200, body: recordedAll(1) };
const CUT = { status: 200, headers: { 'content-length': '999', connection: 'close' }, body: {} };
const BUSY = { status: 503, body: { error: 'Too busy.', code: 'OVERLOADED' } };
const WRONG_KEY = { status: 401, body: { error: `No key is\n${KEY}.`, code: 'INVALID_KEY' } };

/** Tests what is promised of a sender at the edge, where nothing lives on to try again later. */
export function itTriesTwice(host: Host): void {
  it('tries twice, says what it lost, and does not report a report', async () => {
    const { url, batches } = await startCollector(RECORDED, CUT, BUSY, WRONG_KEY);
    const { kill, output, ...running } = await host.start({ collector: { url, site: 'site_abc', key: KEY } });
    atEnd(kill);
    // whether it had started was a request, too
    await expect.poll(() => batches.length).toBe(1);
    const ask = (path: string, agent = 'GPTBot/1.2') =>
      fetch(running.url + path, { headers: { 'user-agent': agent, ...host.front?.headers() } });
    const said = (line: string) => expect.poll(output, { timeout: 5_000 }).toContain(line);

    await ask('/p/1');
    await said('503 OVERLOADED (Too busy.); requests lost: 1');
    await ask('/p/2');
    await said('401 INVALID_KEY (No key is ***.); requests lost: 1');
    await ask('/p/3', 'site-traffic');
    await ask('/p/4');

    const targets = () => batches.map(({ lines }) => (lines[0] as { readonly target: string }).target);
    await expect.poll(targets).toEqual(['/', '/p/1', '/p/1', '/p/2', '/p/4']);
    expect(batches[2]).toEqual(batches[1]);
  });
}
