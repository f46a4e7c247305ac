import { type OutgoingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  ASKED_TO_WAIT_SECONDS,
  type FakeCollector,
  type Reported,
  startFakeCollector,
} from './fake-collector.ts';
import type { Host, HostSettings, RunningHost } from './host.ts';

type Asked = { readonly method?: string; readonly path: string; readonly headers?: OutgoingHttpHeaders };
type Answer = { readonly status: number | undefined; readonly type: unknown; readonly body: string };

/** The pages of every host, with the status of each. */
const PAGES: readonly (Asked & { readonly status: number })[] = [
  { path: '/guide?utm_source=chatgpt.com&q=a%2Fb', status: 200 },
  { method: 'HEAD', path: '/guide', status: 200 },
  { method: 'POST', path: '/guide?from=form', status: 200 },
  { path: '/missing/%C3%BC', status: 404 },
  { path: '/broken', status: 500 },
  { path: '/stream', status: 200 },
];

/** Senders wait a few seconds between their tries. */
const WITHIN_MS = 60_000;
/** What makes a sender send starts a process. */
const FLUSH_EVERY_MS = 300;

/** Waits for a value, while a sender that has to be made to send is. */
function soon<Value>(running: RunningHost, read: () => Value) {
  const { flush } = running;
  const often = { timeout: WITHIN_MS, ...(flush && { interval: FLUSH_EVERY_MS }) };
  return expect.poll(async () => {
    await flush?.();
    return read();
  }, often);
}

const SIGNED = {
  signature: `sig1=:${'A'.repeat(3_000)}:`,
  'signature-input': 'sig1=("@authority");created=1735689600',
  'signature-agent': '"https://agent.example"',
};

/** What clients send that mean no good: none of it may spoil the batch in which it is reported. */
const HOSTILE: readonly OutgoingHttpHeaders[] = [
  { 'user-agent': `GPTBot ${'x'.repeat(6_000)}` },
  { 'user-agent': 'GPTBot \x80\xff\xfe', referer: 'https://\xe9\xff/' },
  { 'user-agent': 'GPTBot "\\\' \t <b>' },
  { 'x-forwarded-for': 'rubbish, 8.8.8.8', 'cf-connecting-ip': 'rubbish', forwarded: 'for=rubbish' },
  { ...SIGNED, signature: `sig1=:${'A'.repeat(5_000)}:` },
];

/** Tests on a real server what senders/README.md promises of each sender. */
export function itKeepsThePromises(host: Host): void {
  describe(`the sender in ${host.name}`, () => {
    const address = host.front?.address ?? '127.0.0.1';
    let collector: FakeCollector;
    let running: RunningHost;
    const started: RunningHost[] = [];

    async function start(settings: HostSettings): Promise<RunningHost> {
      const other = await host.start(settings);
      started.push(other);
      return other;
    }

    beforeAll(async () => {
      collector = await startFakeCollector();
      running = await start({ collector });
      // whether it had started was a request, too
      const isSent = async () => {
        await running.flush?.();
        expect(collector.requests()).not.toEqual([]);
      };
      await vi.waitFor(isSent, { timeout: WITHIN_MS, interval: FLUSH_EVERY_MS });
    });
    afterAll(async () => {
      for (const { kill } of started) await kill();
    });

    const ask = (asked: Asked, of = running) => askHost(of.url, asked, host.front?.headers());

    const triesOf = (mark: string) => collector.tries.filter(({ body }) => body.includes(mark));

    /** Waits until what was asked with this mark is recorded. */
    async function reportOf(mark: string, of = running): Promise<readonly Reported[]> {
      const found = () => collector.requests().filter(({ target }) => target.includes(mark));
      await soon(of, () => found().length).toBeGreaterThan(0);
      return found();
    }

    let later = 0;
    /** Waits until a request that comes now is recorded: a process sends in order, so what it sends twice was sent before. */
    async function untilLaterOnesAreSent(): Promise<void> {
      const mark = `?later${++later}`;
      await ask({ path: `/guide${mark}` });
      await reportOf(mark);
    }

    it('reports each request once, with its facts, and answers as without it', async () => {
      const plain = await start({ isPlain: true });
      const fromMs = Date.now();
      for (const asked of PAGES) {
        const answer = await ask(asked);
        expect(answer).toEqual(await ask(asked, plain));
        expect(answer.status).toBe(asked.status);
      }
      const targets = PAGES.map(({ path }) => path);
      const reported = () => collector.requests().filter(({ target }) => targets.includes(target));
      await soon(running, () => reported().length).toBeGreaterThanOrEqual(PAGES.length);
      await untilLaterOnesAreSent();

      const expected = PAGES.map(({ method = 'GET', path, status }) => ({
        ...{ type: 'request', method, target: path, user_agent: 'GPTBot/1.2' },
        ...{ referrer: 'https://chatgpt.com/', host: 'example.org', address },
        ...(!host.isBlindToStatus && { status }),
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as unknown,
      }));
      expect(reported()).toHaveLength(PAGES.length);
      expect(reported()).toEqual(
        expect.arrayContaining(expected.map((facts) => expect.objectContaining(facts))),
      );
      for (const { created_at } of reported()) {
        expect(Date.parse(created_at)).toBeGreaterThanOrEqual(fromMs);
        expect(Date.parse(created_at)).toBeLessThanOrEqual(Date.now());
      }
      await plain.stop();
    });

    it('shows the headers of a signature as they were sent, and says that a client sent no user agent', async () => {
      await ask({ path: '/guide?signed', headers: { ...SIGNED, 'user-agent': undefined } });
      const [reported] = await reportOf('?signed');
      const [signature, signature_input, signature_agent] = Object.values(SIGNED);
      expect(reported).toMatchObject({ signature, signature_input, signature_agent, user_agent: '' });
    });

    it('reports what a hostile client sends so that the service can read it', async () => {
      for (const [index, headers] of HOSTILE.entries()) {
        await ask({ path: `/guide?hostile${index}`, headers });
        const [reported] = await reportOf(`?hostile${index}`);
        expect(reported?.user_agent.length).toBeLessThanOrEqual(2_048);
        expect(reported?.['signature']).toBeUndefined();
        expect(reported?.['address']).toBe(address);
      }
      expect(collector.wrong).toEqual([]);
    });

    it('sends a batch again with the same key and body until it is recorded', async () => {
      if (host.holds === 'nothing') collector.trouble('lose the answer');
      else collector.trouble('unavailable', 'lose the answer', 'drop');
      await ask({ path: '/guide?again' });
      await reportOf('?again');
      const expected = host.holds === 'nothing' ? 2 : 4;
      await soon(running, () => triesOf('?again').length).toBeGreaterThanOrEqual(expected);
      await untilLaterOnesAreSent();
      const keys = triesOf('?again').map(({ headers }) => headers['idempotency-key']);
      expect(keys).toEqual(Array(expected).fill(keys[0]));
      expect(await reportOf('?again')).toHaveLength(1);
      expect(collector.wrong).toEqual([]);
    });

    it('waits as long as the service asks', async () => {
      collector.trouble('ask to wait');
      await ask({ path: '/guide?waiting' });
      await reportOf('?waiting');
      const [first, second] = triesOf('?waiting').map(({ atMs }) => atMs);
      // some senders count whole seconds
      expect(Number(second) - Number(first)).toBeGreaterThan((ASKED_TO_WAIT_SECONDS - 1) * 1_000);
    });

    it('sends what the quota has no room for only once, and does not wait for the next month', async () => {
      collector.trouble('quota used up');
      await ask({ path: '/guide?spent' });
      await soon(running, () => triesOf('?spent').length).toBe(1);
      await untilLaterOnesAreSent();
      expect(triesOf('?spent')).toHaveLength(1);
      await soon(running, running.output).toContain('429 LIMIT_EXCEEDED (No room this month.)');
    });

    // before a redirect, since refusals are said once an hour
    it('never shows the key, even if the service does', async () => {
      collector.trouble('refuse and show the key');
      await ask({ path: '/guide?refused' });
      await soon(running, running.output).toContain('403 FORBIDDEN (*** is of another site.)');
      for (const { output } of started) expect(output()).not.toContain(collector.key);
    });

    it('follows no redirect', async () => {
      collector.trouble('redirect');
      await ask({ path: '/guide?redirected' });
      await soon(running, () => triesOf('?redirected').length).toBe(1);
      await untilLaterOnesAreSent();
      // elsewhere would be wrong
      expect(collector.wrong).toEqual([]);
      expect(triesOf('?redirected')).toHaveLength(1);
    });

    // a spool is sent after the next start: that is tested where there is one
    it.runIf(host.holds === 'memory')('sends what it holds when it is stopped', async () => {
      const other = await start({ collector });
      await ask({ path: '/guide?stopped' }, other);
      await other.stop();
      expect(await reportOf('?stopped', other)).toHaveLength(1);
    });

    it.runIf(host.front === undefined)(
      'takes the client from the headers of a proxy only where it is set so',
      async () => {
        const trusting = await start({ collector, trustsProxy: true });
        for (const [given, told] of Object.entries({
          '203.0.113.9': '203.0.113.9',
          '[2001:db8::7]:443': '2001:db8::7',
          '::ffff:198.51.100.4': '198.51.100.4',
        })) {
          const path = `/guide?from=${encodeURIComponent(given)}`;
          await ask({ path, headers: { 'x-forwarded-for': given } }, trusting);
          expect(await reportOf(path, trusting)).toMatchObject([{ address: told }]);
        }
      },
    );

    it('serves and says once what to set if it is not configured', async () => {
      const other = await start({});
      for (const path of ['/guide', '/guide'])
        expect(await ask({ path }, other)).toMatchObject({ status: 200, body: 'guide' });
      await expect.poll(() => other.output()).toMatch(/site.?traffic: .*(?:url|site|key).*missing/i);
      expect(other.output().match(/site.?traffic: .*missing/gi)).toHaveLength(1);
    });

    it('answers while the collector hangs', async () => {
      collector.trouble('record and hang');
      await ask({ path: '/guide?hanging' });
      // what makes it send hangs, too
      void running.flush?.();
      await expect.poll(() => collector.held()).toBe(1);
      for (const page of ['/p/1', '/p/2', '/p/3'])
        expect(await ask({ path: page })).toMatchObject({ status: 200, body: 'page' });
    });
  });
}

/** Asks a page of a host as GPTBot does. */
async function askHost(
  url: string,
  { method = 'GET', path, headers = {} }: Asked,
  front: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const usual = { host: 'example.org', 'user-agent': 'GPTBot/1.2', referer: 'https://chatgpt.com/' };
  const wanted = Object.entries({ ...usual, ...headers, ...front }).filter(
    ([, value]) => value !== undefined,
  );
  return new Promise((resolve, reject) => {
    const asking = request(
      `${url}${path}`,
      { method, headers: Object.fromEntries(wanted), agent: false },
      (response) => {
        const { statusCode: status, headers } = response;
        buffer(response).then(
          (body) => resolve({ status, type: headers['content-type'], body: body.toString() }),
          reject,
        );
      },
    );
    asking.once('error', reject);
    asking.end(method === 'POST' ? 'a=1' : undefined);
  });
}
