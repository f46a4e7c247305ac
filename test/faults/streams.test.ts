import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { DAY_MS } from '../../src/domain/time.ts';
import { send } from '../../src/http/send.ts';
import { streamedJson } from '../../src/http/streamed-json.ts';
import { watchQueries } from '../support/asked-queries.ts';
import { testDatabase } from '../support/gateway.ts';
import { botVisit, makeOwner, makeSite, record } from '../support/makers.ts';
import { PATIENTLY } from '../support/patience.ts';
import { type Served, ignore, readDecoded, readWhole, serve } from './http.ts';
import { startProxy } from './proxy.ts';

// Sixty years of hours, some 40 MB, in pages of sixty days: far more than any socket buffer holds.
const FROM_MS = Date.parse('2000-01-01T00:00:00Z');
const DAYS = 21_915;
const PAGES = DAYS / 60;

const direct = testDatabase();
const proxy = await startProxy(inject('database'));
const { accountId, key } = await makeOwner(direct);
const [busy, empty] = [await makeSite(direct, accountId), await makeSite(direct, accountId)];
await record(
  direct,
  busy,
  Array.from({ length: PAGES }, (_, page) => botVisit(new Date(FROM_MS + page * 60 * DAY_MS).toISOString())),
);
const LONG = `/api/v1/sites/${busy.id}/timeseries?start=2000-01-01&end=2059-12-31&granularity=hour`;
const ENDLESS = `/api/v1/sites/${empty.id}/timeseries?start=0001-01-01&end=9999-12-31&granularity=hour`;

const PLAIN = { headers: {}, coding: undefined };

beforeEach(() => proxy.up());

describe('a long answer', () => {
  it('is cut short when the database fails in its middle, never ended as if it were whole', async () => {
    const { server, pages } = await start();
    const response = await server.open(LONG, { key });
    await standstill(server, pages);

    await proxy.down();
    const { status, text, whole } = await readWhole(response);

    expect({ status, whole }).toEqual({ status: 200, whole: false });
    expect(text.startsWith('{"granularity":"hour","data":[{"datetime":"2000-01-01 00:00",')).toBe(true);
    const failures = server.logged().filter(({ msg }) => msg === 'request failed');
    expect(failures.map(({ requestId }) => requestId)).toEqual([response.headers['x-request-id']]);
    await proxy.up();
    await vi.waitFor(async () => {
      expect((await readWhole(await server.open('/health/ready'))).status).toBe(200);
    }, PATIENTLY);
  });

  it('is a 500 when the database fails before its first byte', async () => {
    const { server } = await start();
    proxy.cutNextQuestion('count_by_bucket', 2);

    const response = await server.open(LONG, { key });

    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(await readWhole(response)).toEqual({
      status: 500,
      text: '{"error":"Unexpected server failure. Retry with exponential backoff.","code":"SERVER_ERROR"}',
      whole: true,
    });
  });

  it('waits for a slow reader, and is whole when he has read it', async () => {
    const { server, pages } = await start();
    const response = await server.open(LONG, { key });
    await standstill(server, pages);
    const asked = pages();

    const { text, whole } = await readWhole(response);

    // two questions a page: what it holds, and where the next one begins
    expect(asked).toBeLessThan(PAGES);
    expect(pages()).toBeGreaterThan(PAGES * 1.9);
    expect(whole).toBe(true);
    const { data } = JSON.parse(text) as { data: { datetime: string; bot_visits: number }[] };
    expect(data.length).toBe(DAYS * 24);
    expect(data.reduce((sum, point) => sum + point.bot_visits, 0)).toBe(Math.floor(PAGES));
    expect(data.at(-1)?.datetime).toBe('2059-12-31 23:00');
  });

  it.each(['gzip', 'br'])('as %s is the same', async (coding) => {
    const { server } = await start();
    const plain = await readWhole(await server.open(LONG, { key }));

    const response = await server.open(LONG, { key, headers: { 'accept-encoding': coding } });

    expect(response.headers).toMatchObject({ 'content-encoding': coding, vary: 'Accept-Encoding' });
    expect(await readDecoded(response)).toBe(plain.text);
  });

  it('ends when the caller disconnects', async () => {
    const { server, pages } = await start();
    const response = await server.open(LONG, { key });
    let readBytes = 0;
    response.on('data', (chunk: Buffer) => (readBytes += chunk.length));
    response.on('error', ignore);
    await vi.waitUntil(() => readBytes > 1_000_000, PATIENTLY);

    response.destroy();
    await standstill(server, pages);

    expect(pages()).toBeLessThan(PAGES);
    expect(server.logged().filter(({ msg }) => msg === 'request failed')).toEqual([]);
  });

  it('is not made for HEAD', async () => {
    const { server, pages } = await start();

    const response = await server.open(ENDLESS, { key, method: 'HEAD' });

    expect(await readWhole(response)).toEqual({ status: 200, text: '', whole: true });
    expect(response.headers['x-ratelimit-remaining']).toBe('599');
    expect(pages()).toBe(0);
  });

  it('of 87 million points leaves room for others while it runs', async () => {
    const { server } = await start();
    const response = await server.open(ENDLESS, { key });
    let readBytes = 0;
    response.on('data', (chunk: Buffer) => (readBytes += chunk.length));
    response.on('error', ignore);

    let answered = 0;
    for (; readBytes < 100_000_000; answered++) await server.live();

    // one for each megabyte, whatever the machine's speed; without turns for others, one for each six
    expect(answered).toBeGreaterThan(40);
    expect(response.readableEnded).toBe(false);
    response.destroy();
  });
});

describe('a generated answer', () => {
  it('lets go of its generator when the reader leaves, wherever it stands', async () => {
    const made = { chunks: 0, ended: false };
    const response = await serveChunks(function* () {
      try {
        for (;;) {
          made.chunks++;
          yield 'x'.repeat(10_000);
        }
      } finally {
        made.ended = true;
      }
    });
    await vi.waitUntil(() => made.chunks > 10, PATIENTLY);

    response.destroy();

    await vi.waitUntil(() => made.ended, PATIENTLY);
  });

  it('makes little more than the caller reads', async () => {
    let made = 0;
    const { body } = await streamedJson(
      inTime(
        (function* () {
          for (;;) {
            made++;
            yield 'x'.repeat(100_000);
          }
        })(),
      ),
      PLAIN,
      { onFailure: ignore, cut: undefined },
    );
    const reader = body?.getReader();

    for (let read = 0; read < 5; read++) await reader?.read();
    for (let turn = 0; turn < 20; turn++) await setImmediate();

    // five, those it began with, and what the buffers of two streams take
    expect(made).toBeLessThanOrEqual(10);
    await reader?.cancel();
  });

  it('fails with the cause where there is no connection to break', async () => {
    const told: unknown[] = [];
    const cause = new Error('gone');
    const answer = await streamedJson(
      inTime(
        (function* () {
          yield 'first,';
          yield 'second,';
          throw cause;
        })(),
      ),
      PLAIN,
      { onFailure: (error) => told.push(error), cut: undefined },
    );

    await expect(answer.text()).rejects.toThrow('gone');
    expect(told).toEqual([cause]);
  });

  it('of one chunk has a Content-Length', async () => {
    const answer = await streamedJson(inTime(['{"é":1}']), PLAIN, { onFailure: ignore, cut: undefined });

    expect(answer.headers.get('content-length')).toBe('8');
  });
});

type Streaming = {
  readonly server: Served;
  /** Questions for rollup rows so far. */
  readonly pages: () => number;
};

async function start(): Promise<Streaming> {
  const watched = watchQueries({ connection: proxy.connection });
  const server = await serve(watched.db);
  // the upkeep of the server asks which sites have events, which are of "placed_sites"
  const isPage = ({ text }: { readonly text: string }) =>
    text.includes('"site_buckets"') && !text.includes('"placed_sites"');
  return { server, pages: () => watched.asked.filter(isPage).length };
}

/** Resolves when no question was asked during twenty requests to the same server. */
async function standstill(server: Served, pages: () => number): Promise<void> {
  for (let before = -1; before !== pages();) {
    before = pages();
    for (let asked = 0; asked < 20; asked++) await server.live();
  }
}

/** Serves one generator as the server does, and asks for it. */
async function serveChunks(chunks: () => Iterable<string>): Promise<IncomingMessage> {
  const answer = async (_: unknown, response: ServerResponse) =>
    send(await streamedJson(inTime(chunks()), PLAIN, { onFailure: ignore, cut: undefined }), response);
  const server = createServer((request, response) => void answer(request, response));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const [response] = (await once(get({ port, agent: false }), 'response')) as [IncomingMessage];
  return response.on('error', ignore);
}

async function* inTime(chunks: Iterable<string>): AsyncGenerator<string, void> {
  for (const chunk of chunks) {
    await Promise.resolve();
    yield chunk;
  }
}
