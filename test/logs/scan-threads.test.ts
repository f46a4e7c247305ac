import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRandom } from '../../src/cli/demo/random.ts';
import { THREAD, classifyingFor } from '../../src/cli/logs/classifying.ts';
import { noEvents } from '../../src/domain/event-counts.ts';
import { textOfArray } from '../../src/logs/array-text.ts';
import type { ReadOptions } from '../../src/logs/batches.ts';
import { type LogImport, type LogReport, importLog } from '../../src/logs/import-log.ts';
import { openLogText } from '../../src/logs/log-text.ts';
import type { ScanInput } from '../../src/logs/scan-lines.ts';
import { ThreadFailed } from '../../src/logs/scan-messages.ts';
import { type ScanThreads, createScanThreads } from '../../src/logs/scan-threads.ts';
import { createClassifier } from '../../src/recording/classify-request.ts';
import type { FormatName } from '../../src/recording/log-formats.ts';
import { openRequestRules } from '../../src/serving/request-rules.ts';
import { readConfig } from '../../src/settings/config.ts';
import { atEnd } from '../support/at-end.ts';
import { type MemoryBook, crawlLine, createMemoryBook } from './memory-book.ts';

const folder = mkdtempSync(join(tmpdir(), 'site-traffic-threads-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const CONVERSIONS = join(folder, 'conversions.txt');
const CLASSIFYING = classifyingFor(readConfig({}), { domain: 'site.example' }, { conversions: CONVERSIONS });
let classify: ReadOptions['classify'];

beforeAll(async () => {
  writeFileSync(CONVERSIONS, 'signup POST /signup value=total\n');
  const { rules, close } = await openRequestRules(CLASSIFYING.recording);
  classify = createClassifier({ ...rules, siteDomain: CLASSIFYING.siteDomain });
  close();
});

/** Threads that have started, and how many texts they were given. */
async function startThreads(
  format: FormatName | undefined,
  module = THREAD,
): Promise<ScanThreads & { readonly texts: () => number }> {
  const workerData = { ...CLASSIFYING, format, module: THREAD.href };
  const threads = createScanThreads({ module, workerData, count: 2, worthBytes: 1 });
  atEnd(() => threads.close());
  threads.expect(1);
  await expect.poll(() => threads.atOnce).toBe(3);
  let texts = 0;
  const scan = (input: ScanInput) => {
    texts++;
    return threads.scan(input);
  };
  return { ...threads, atOnce: 3, scan, texts: () => texts };
}

type Log = { readonly name: string; readonly text: Buffer; readonly format?: FormatName };

type Reading = Pick<ReadOptions, 'threads' | 'blockBytes'> & { readonly stop?: AbortSignal };

/** Imports a log, and returns everything that can be seen of it: the report, or why it failed, and what was recorded when. */
async function importing(log: Log, reading: Reading, memory: MemoryBook = createMemoryBook()) {
  const path = join(folder, log.name);
  writeFileSync(path, log.text);
  const handle = await open(path);
  const records: { readonly wanted: number; readonly room: number }[] = [];
  const { stop = new AbortController().signal, ...readOptions } = reading;
  const text = await textOfArray(await openLogText(handle, log.name, stop));
  const work: LogImport = {
    book: {
      ...memory.book,
      prepare: () => [],
      record: (request: Parameters<typeof memory.book.record>[0]) => {
        records.push({ wanted: request.wanted, room: memory.room });
        return memory.book.record(request);
      },
    },
    readOptions: { ...readOptions, format: log.format, classify },
    recorded: noEvents(),
    leftOver: undefined,
    stop,
    onRead: () => undefined,
    onBatch: () => undefined,
  };
  const outcome = await importLog({ name: log.name, text, file: { path, modifiedAtMs: 5 } }, work).then(
    (report): { readonly report: LogReport } => ({ report }),
    (failure: unknown) => ({ failure }),
  );
  await text.close();
  await handle.close();
  const { recorded, leftOver } = work;
  return { ...outcome, records, recorded, leftOver, events: memory.events, logs: memory.logs };
}

const AGENTS = [
  ['Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)', 3],
  ['ClaudeBot/1.0; +claudebot@anthropic.com', 1],
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 2],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/128.0.0.0 Safari/537.36', 6],
  ['-', 1],
] as const;

const REFERRERS = [
  ['-', 4],
  ['https://chatgpt.com/', 1],
  ['https://www.perplexity.ai/search?q=\\xE2\\x98\\x83', 1],
  ['https://site.example/a', 2],
] as const;

const REQUESTS = [
  ['GET /über/漢字/🤖 HTTP/1.1', 2],
  ['GET /guide?a=b&utm_source=chatgpt.com HTTP/1.1', 2],
  ['POST /signup?total=12.50 HTTP/1.1', 1],
  ['GET /a.css HTTP/1.1', 2],
  ['\\x16\\x03\\x01', 1],
] as const;

const random = createRandom(7);

function combinedLine(number: number): string {
  const time = `[${String(1 + (number % 28)).padStart(2, '0')}/Mar/2026:10:00:${String(number % 61).padStart(2, '0')} +0000]`;
  const [request] = random.pick(REQUESTS);
  const [referrer] = random.pick(REFERRERS);
  return `192.0.2.${number % 256} - - ${time} "${request}" 200 ${number} "${referrer}" "${random.pick(AGENTS)[0]}"`;
}

/** What is wrong with a line, or strange. */
const HOSTILE = [
  [(line: string) => `${line}\n`, 30],
  [(line: string) => `${line}\r\n`, 4],
  [(line: string) => `${line.slice(0, 60)}\n`, 2],
  [(line: string) => `${line.slice(0, 90)}${line}\n`, 2],
  [(line: string) => `${line}${line}\n`, 1],
  [() => '\n', 1],
  [() => ' \r\n', 1],
  [() => '# a comment\n', 1],
  [() => '{"ts":1793265617,"request":{"uri":"/"},"status":200}\n', 1],
  [(line: string) => `\0\0\uFEFF${line}\n`, 1],
  [(line: string) => line.replace(' HTTP', `/${'漢'.repeat(700)} HTTP`) + '\n', 1],
  [(line: string) => `${line}${'x'.repeat(66_000)}\n`, 0.2],
  [() => `${'漢'.repeat(100_000)}\n`, 0.05],
] as const;

function hostileText(lines: number): string {
  return Array.from({ length: lines }, (_, number) => random.pick(HOSTILE)[0](combinedLine(number))).join('');
}

/** Cut within a character of three bytes, and without a line end. */
const HOSTILE_LOG = Buffer.concat([Buffer.from(hostileText(3_000)), Buffer.from('漢').subarray(0, 2)]);

function cloudfrontText(): string {
  const agent = 'GPTBot/1.2';
  const rows = (columns: string, of: (number: number) => string) =>
    [`#Version: 1.0`, `#Fields: ${columns}`, ...Array.from({ length: 200 }, (_, number) => of(number))].join(
      '\n',
    );
  const one = rows(
    'date time c-ip cs-method cs-uri-stem sc-status cs(User-Agent) x-edge-location',
    (number) => ['2026-03-01', '10:00:00', '192.0.2.1', 'GET', `/a-${number}`, '200', agent, 'X'].join('\t'),
  );
  const other = rows(
    'date time cs(User-Agent) sc-status cs-uri-stem cs-method c-ip x-edge-location',
    (number) => ['2026-03-02', '10:00:00', agent, '200', `/b-${number}`, 'GET', '192.0.2.1', 'X'].join('\t'),
  );
  return [one, other, one, other, ''].join('\n');
}

/** Each request has several records, some of them far apart. */
function vercelText(): string {
  return Array.from({ length: 900 }, (_, number) => {
    const requestId = `request-${(number * 7) % 50}-${Math.floor(number / 100)}`;
    const proxy = {
      timestamp: 1793265617123,
      method: 'GET',
      host: 'site.example',
      path: '/',
      userAgent: ['GPTBot/1.2'],
    };
    return `${JSON.stringify({ id: String(number), requestId, source: 'lambda', timestamp: 1793265618000, statusCode: 200, proxy })}\n`;
  }).join('');
}

function arrayText(): string {
  const entries = Array.from({ length: 500 }, (_, number) => ({
    time: '2026-10-29T09:20:17Z',
    request: `GET /page-${number} HTTP/1.1`,
    http_user_agent: number % 3 === 0 ? 'GPTBot/1.2' : 'Mozilla/5.0 (X)',
  }));
  return JSON.stringify(entries, undefined, 2);
}

const crawls = (from: number, until: number) =>
  Array.from({ length: until - from }, (_, n) => crawlLine(from + n)).join('');

const LOGS: readonly [Log, ...Log[]] = [
  { name: 'hostile.log', text: HOSTILE_LOG },
  { name: 'hostile.log.2.gz', text: Buffer.concat([gzipSync(HOSTILE_LOG), gzipSync(hostileText(400))]) },
  { name: 'broken-off.log.gz', text: gzipSync(HOSTILE_LOG).subarray(0, -2_000) },
  { name: 'named.log', text: HOSTILE_LOG, format: 'combined' },
  { name: 'late.log', text: Buffer.from(`${'not a log line\n'.repeat(500)}${hostileText(300)}`) },
  { name: 'unreadable.log', text: Buffer.from('not a log line\n'.repeat(500)) },
  { name: 'cloudfront.log', text: Buffer.from(cloudfrontText()) },
  { name: 'vercel.log', text: Buffer.from(vercelText()) },
  { name: 'array.json', text: Buffer.from(arrayText()) },
  { name: 'empty.log', text: Buffer.alloc(0) },
  { name: 'one-line.log', text: Buffer.from(combinedLine(1)) },
];

const BLOCKS = [
  ['longer than any line', 270_000],
  ['shorter than some lines', 600],
] as const;

describe.each(BLOCKS)('threads read a log exactly as one does, in blocks that are %s:', (_, blockBytes) => {
  it.each(LOGS)('$name', async (log) => {
    const alone = await importing(log, { blockBytes });
    const threads = await startThreads(log.format);
    expect(await importing(log, { blockBytes, threads })).toEqual(alone);
    const isLong = log.text.length > 200;
    expect(threads.texts() > 0).toBe(isLong);
  });

  it('up to the quota', async () => {
    const [log] = LOGS;
    const withRoom = () => Object.assign(createMemoryBook(), { room: 37 });
    const alone = await importing(log, { blockBytes }, withRoom());
    const threads = await startThreads(undefined);
    expect(await importing(log, { blockBytes, threads }, withRoom())).toEqual(alone);
    expect(alone.leftOver?.events).toBeGreaterThan(100);
  });

  it('and the copies of other logs in it', async () => {
    const [own, other] = [crawls(0, 3_000), crawls(5_000, 8_000)];
    const collected = { name: 'collected.log', text: Buffer.from(`${own}${other}${crawls(9_000, 9_500)}`) };
    const afterOther = async () => {
      const memory = createMemoryBook();
      await importing({ name: 'other.log', text: Buffer.from(other) }, {}, memory);
      return memory;
    };
    const alone = await importing(collected, { blockBytes }, await afterOther());
    const threads = await startThreads(undefined);
    expect(await importing(collected, { blockBytes, threads }, await afterOther())).toEqual(alone);
    expect(alone.events.length).toBe(6_500);
  });
});

describe('an import with threads', () => {
  const log = { name: 'crawls.log', text: Buffer.from(crawls(0, 4_000)) };
  const paths = Array.from({ length: 4_000 }, (_, n) => `/page-${n}`);

  it('continues where it was stopped, and records each line once', async () => {
    const memory = createMemoryBook();
    const stopping = new AbortController();
    const stopped = new Error('stopped');
    const threads = await startThreads(undefined);
    memory.fault = () => {
      if (memory.events.length > 1_000) stopping.abort(stopped);
      return {};
    };
    const reading = { blockBytes: 600, threads };
    expect(await importing(log, { ...reading, stop: stopping.signal }, memory)).toMatchObject({
      failure: stopped,
    });
    expect(memory.events.length).toBeLessThan(2_000);
    memory.fault = () => ({});
    await importing(log, reading, memory);
    expect(memory.events.map(({ pagePath }) => pagePath)).toEqual(paths);
  });

  it('fails if a thread does, and loses nothing', async () => {
    const memory = createMemoryBook();
    const module = new URL(
      `data:text/javascript,
      import { Worker, parentPort, workerData } from 'node:worker_threads';
      const worker = new Worker(new URL(workerData.module), { workerData });
      let texts = 0;
      worker.on('message', (message) => parentPort.postMessage(message));
      parentPort.on('message', (message) => {
        texts += 1;
        if (texts === 5) throw new Error('out of luck');
        worker.postMessage(message);
      });`,
    );
    const threads = await startThreads(undefined, module);
    const { failure } = (await importing(log, { blockBytes: 600, threads }, memory)) as { failure?: unknown };
    expect(failure).toEqual(new ThreadFailed(new Error('out of luck')));
    expect(String(failure)).toContain('a thread that reads the logs failed: out of luck');
    const recorded = memory.events.length;
    expect(recorded).toBeGreaterThan(0);
    await importing(log, {}, memory);
    expect(memory.events.map(({ pagePath }) => pagePath)).toEqual(paths);
  });
});
