import { appendFileSync, chownSync, readFileSync, readdirSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { atEnd } from '../support/at-end.ts';
import { itKeepsThePromises } from './conformance.ts';
import { type FakeCollector, startFakeCollector } from './fake-collector.ts';
import { PHP_HOSTS, startOnFpm } from './hosts/php.ts';
import { withPhp } from '../support/left-out.ts';
import { makeFolder } from './support/make-folder.ts';

const GPTBOT = { 'user-agent': 'GPTBot/1.2' };
const DAY_MS = 86_400_000;

describe.skipIf(!withPhp)('the sender for PHP', () => {
  for (const host of PHP_HOSTS) itKeepsThePromises(host);

  describe('on PHP-FPM', () => {
    const folder = makeFolder('php-fpm-');
    let collector: FakeCollector;
    let running: Awaited<ReturnType<typeof startOnFpm>>;

    beforeAll(async () => {
      collector = await startFakeCollector();
      running = await start(collector, folder);
    });

    beforeEach(async () => {
      collector.trouble();
      await running.send();
    });

    const ask = async (path: string, { url } = running) => {
      const response = await fetch(`${url}${path}`, { headers: GPTBOT });
      return { status: response.status, body: await response.text() };
    };
    const recorded = (path: string) => collector.requests().filter(({ target }) => target === path);
    const spool = () => folderIn(join(folder, 'spool'));

    it('sends on its own after an answer, even if the page has ended that itself', async () => {
      await ask('/exit');
      await expect
        .poll(async () => {
          // a request sends what is due
          await ask('/finished');
          return recorded('/exit');
        })
        .toMatchObject([{ status: 410 }]);
    });

    it('ends an answer after all that shutdown functions and destructors add to it', async () => {
      const plain = await startOnFpm({ isPlain: true });
      atEnd(plain.kill);
      for (const path of ['/farewell', '/rescued']) expect(await ask(path)).toEqual(await ask(path, plain));
      expect((await ask('/farewell')).body).toBe('page, and a destructor');
      await running.send();
      expect(recorded('/rescued')).toMatchObject([{ status: 503 }]);
    });

    it('reports a number that is no status as 0, which the service takes', async () => {
      await ask('/no-status');
      await expect
        .poll(async () => (await running.send(), recorded('/no-status')))
        .toMatchObject([{ status: 0 }]);
      expect(collector.wrong).toEqual([]);
    });

    it('loses half a line, and nothing else, to a process that was killed while it wrote', async () => {
      collector.trouble('unavailable');
      appendFileSync(join(spool(), 'spool'), '{"type":"request","user_agent":"{}');
      await ask('/p/half');
      await expect.poll(async () => (await running.send(), recorded('/p/half').length)).toBe(1);
      expect(collector.wrong).toEqual([]);
    });

    it('sends without the extension curl', async () => {
      const without = ['-d', 'disable_functions=curl_init'];
      collector.trouble('lose the answer', 'lose the answer', 'redirect');
      await ask('/p/7');
      await expect.poll(async () => (await running.send(...without), recorded('/p/7').length)).toBe(1);
      await running.send(...without);
      await ask('/p/8');
      await running.send(...without);
      expect(['/p/7', '/p/8'].map((path) => recorded(path).length)).toEqual([1, 1]);
      expect(collector.wrong).toEqual([]);
    });

    it('says how it can send if PHP does not let it', async () => {
      await ask('/p/9');
      const options = ['disable_functions=curl_init', 'allow_url_fopen=0'].flatMap((value) => ['-d', value]);
      expect(await running.send(...options)).toContain('install its extension curl, or set allow_url_fopen');
    });

    it('keeps what it holds to itself', () => {
      expect(statSync(spool()).mode & 0o777).toBe(0o700);
    });

    it('lets go of a session before it sends', async () => {
      collector.trouble('record and hang', 'record and hang', 'record and hang');
      await expect
        .poll(async () => {
          await ask('/session');
          return collector.held();
        })
        .toBe(1);
      await ask('/session');
      expect(collector.held()).toBe(1);
    });
  });

  it('sends what waits also if the page and cron have no posix, and their scripts other owners', async () => {
    const collector = await startFakeCollector();
    const folder = makeFolder('php-no-posix-');
    const withoutPosix = { disable_functions: 'posix_geteuid,fastcgi_finish_request' };
    const running = await start(collector, folder, withoutPosix);
    chownSync(join(folder, 'index.php'), 12_345, 12_345);
    await fetch(`${running.url}/p/1`, { headers: GPTBOT });
    const send = () => running.send('-d', 'disable_functions=posix_geteuid');
    await expect
      .poll(async () => (await send(), collector.requests().map(({ target }) => target)))
      .toContain('/p/1');
    expect(readdirSync(join(folder, 'spool'))).toHaveLength(1);
    // nor does it differ from that of a PHP with posix
    await running.send();
    expect(readdirSync(join(folder, 'spool'))).toHaveLength(1);
  });

  it('counts a batch once that was recorded when all of its processes were killed', async () => {
    const { collector, folder, kill } = await startHanging();
    await kill();

    collector.trouble();
    const again = await start(collector, folder);
    const sentAgain = () => collector.tries.length - new Set(collector.tries.map(({ body }) => body)).size;
    await expect.poll(async () => (await again.send(), sentAgain())).toBeGreaterThan(0);
    const asked = () =>
      collector
        .requests()
        .map(({ target }) => target)
        .filter((target) => target !== '/');
    // that may have been the batch before theirs
    await expect.poll(again.send).toBe('Recorded 0 requests.\n');
    expect(asked().toSorted()).toEqual(PAGES);
    expect(collector.wrong).toEqual([]);
  });

  it('does not send a batch again whose key the service may have forgotten', async () => {
    const { collector, folder, kill, send } = await startHanging();
    await kill();

    collector.trouble();
    const spool = folderIn(join(folder, 'spool'));
    const batches = readdirSync(spool).filter((name) => name.startsWith('batch-'));
    const longAgo = (Date.now() - DAY_MS) / 1_000;
    for (const name of batches) utimesSync(join(spool, name), longAgo, longAgo);
    expect(await send()).toMatch(/could not be sent for too long; requests lost: \d/);
    const keys = collector.tries.map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

const PAGES = ['/p/1', '/p/2', '/p/3'];

async function start(collector: FakeCollector, folder?: string, ini?: Readonly<Record<string, string>>) {
  const running = await startOnFpm({ collector }, folder, ini);
  atEnd(running.kill);
  return running;
}

/** A site whose service has recorded a batch and does not answer. */
async function startHanging() {
  const collector = await startFakeCollector();
  const folder = makeFolder('php-killed-');
  const running = await start(collector, folder);
  collector.trouble('record and hang', 'record and hang', 'record and hang');
  for (const page of PAGES) await fetch(`${running.url}${page}`, { headers: GPTBOT });
  await expect.poll(() => collector.held()).toBeGreaterThan(0);
  // a request is held a moment after its answer
  const spool = folderIn(join(folder, 'spool'));
  await expect
    .poll(() => {
      const held = readdirSync(spool).map((name) => readFileSync(join(spool, name), 'utf8'));
      return PAGES.filter((page) => held.some((text) => text.includes(page)));
    })
    .toEqual(PAGES);
  return { ...running, collector, folder };
}

/** The folder of the sender in that which it was given. */
function folderIn(spool: string): string {
  return join(spool, readdirSync(spool).find((name) => name.startsWith('site-traffic-')) ?? '');
}
