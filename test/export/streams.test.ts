import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { contentCoding, encodedChunks } from '../../src/http/content-coding.ts';
import { streamedBody } from '../../src/http/streamed-body.ts';
import { type Served, ignore, readDecoded, readWhole, serve } from '../faults/http.ts';
import { startProxy } from '../faults/proxy.ts';
import { watchQueries } from '../support/asked-queries.ts';
import { testDatabase } from '../support/gateway.ts';
import { botVisit, makeOwner, makeSite, record } from '../support/makers.ts';
import { PATIENTLY } from '../support/patience.ts';

// Some 36 MB in pages of 2 MB, which gzip makes no smaller than 26 MB: far more than any socket buffer holds.
const PAGES = 18;

const direct = testDatabase();
const proxy = await startProxy(inject('database'));
const { accountId, key } = await makeOwner(direct);
const site = await makeSite(direct, accountId);
for (let page = 0; page < PAGES; page++) {
  const paths = Array.from({ length: 1_000 }, () => `/${randomBytes(1_500).toString('base64url')}`);
  await record(
    direct,
    site,
    paths.map((pagePath) => botVisit('2000-01-01T00:00:00Z', { pagePath })),
  );
}
const PATH = `/export/sites/${site.id}/events`;
const DAYS = 'start=2000-01-01&end=2000-01-01';
const GZIP = { 'accept-encoding': 'gzip' };

beforeEach(() => proxy.up());

describe.each([
  ['plain', {}],
  ['gzip', GZIP],
  ['br', { 'accept-encoding': 'br' }],
])('an export as %s', (_, headers) => {
  it('waits for a slow reader, and is whole when they have read it', async () => {
    const { server, pages } = await start();
    const response = await server.open(`${PATH}.ndjson?${DAYS}`, { key, headers });
    await standstill(server, pages);
    const asked = pages();

    const text = await readDecoded(response);

    expect(asked).toBeLessThan(PAGES);
    expect(pages()).toBe(PAGES + 1);
    expect(response.complete).toBe(true);
    expect(text.split('\n')).toHaveLength(PAGES * 1_000 + 1);
    await expectFree(server);
  });

  it('is cut when the database fails in its middle, never ended as if it were whole', async () => {
    const { server, pages } = await start();
    const response = await server.open(`${PATH}.csv?${DAYS}`, { key, headers });
    await standstill(server, pages);

    await proxy.down();
    const { status, whole } = await readWhole(response);

    expect({ status, whole }).toEqual({ status: 200, whole: false });
    const failures = server.logged().filter(({ msg }) => msg === 'request failed');
    expect(failures.map(({ requestId }) => requestId)).toEqual([response.headers['x-request-id']]);
    await proxy.up();
    await vi.waitFor(() => expectFree(server), PATIENTLY);
  });

  it('is a 500 when the database fails before its first byte', async () => {
    const { server } = await start();
    proxy.cutNextQuestion('first_events', 2);

    const response = await server.open(`${PATH}.csv?${DAYS}`, { key, headers });

    expect(await readWhole(response)).toEqual({
      status: 500,
      text: '{"error":"Unexpected server failure. Retry with exponential backoff.","code":"SERVER_ERROR"}',
      whole: true,
    });
    expect(response.headers['content-encoding']).toBeUndefined();
    await vi.waitFor(() => expectFree(server), PATIENTLY);
  });

  it('ends when the reader disconnects, and another may begin', async () => {
    const { server, pages } = await start();
    const response = await server.open(`${PATH}.csv?${DAYS}`, { key, headers });
    let readBytes = 0;
    response.on('data', (chunk: Buffer) => (readBytes += chunk.length));
    response.on('error', ignore);
    await vi.waitUntil(() => readBytes > 1_000_000, PATIENTLY);
    expect(await statusOf(server)).toBe(429);

    response.destroy();

    await vi.waitFor(() => expectFree(server), PATIENTLY);
    expect(pages()).toBeLessThan(PAGES + 1);
    expect(server.logged().filter(({ level }) => Number(level) > 30)).toEqual([]);
  });

  it('is cut when the reader takes nothing, and another may begin', async () => {
    const { server, pages } = await start({ takeWithinMs: 100 });
    const response = await server.open(`${PATH}.csv?${DAYS}`, { key, headers });

    await vi.waitFor(() => expectFree(server), PATIENTLY);
    const { whole } = await readWhole(response);

    expect(whole).toBe(false);
    expect(pages()).toBeLessThan(PAGES + 1);
    const warned = server.logged().filter(({ level }) => Number(level) > 30);
    expect(warned.map(({ msg, requestId }) => [msg, requestId])).toEqual([
      ['export cut short: its reader stopped reading', response.headers['x-request-id']],
    ]);
  });
});

describe('an export whose reader leaves before its first byte', () => {
  it('ends, and another may begin', async () => {
    const { server, pages } = await start();
    const leaving = new AbortController();
    const asking = fetch(`${server.url}${PATH}.csv?${DAYS}`, {
      headers: { authorization: `Bearer ${key}` },
      signal: leaving.signal,
    });
    asking.catch(ignore);
    await vi.waitUntil(() => pages() > 0, PATIENTLY);
    leaving.abort();

    await vi.waitFor(() => expectFree(server), PATIENTLY);
    expect(pages()).toBeLessThan(PAGES);
  });
});

describe('an encoded export', () => {
  it.each([
    ['gzip', createGunzip],
    ['br', createBrotliDecompress],
  ])('as %s can be decoded as far as it was made', async (name, open) => {
    const coding = contentCoding(new Headers({ 'accept-encoding': name }));
    if (coding === undefined) throw new Error(`${name} is no coding`);
    const gone = new AbortController();
    const chunks = (async function* () {
      yield 'a first row\n';
      await once(gone.signal, 'abort');
      yield 'a second row\n';
    })();
    const packed = encodedChunks(chunks, coding);
    const unpacked = open();
    const reading = once(unpacked, 'data');

    unpacked.write((await packed.next()).value);

    expect(String(await reading)).toBe('a first row\n');
    gone.abort();
    await packed.return();
  });
});

describe('a body', () => {
  const GENERATED = 'generated';

  function made(signal: AbortSignal, takeWithinMs = 5) {
    const seen = { ended: false, stalled: 0 };
    async function* chunks() {
      try {
        for (;;) yield await Promise.resolve(GENERATED);
      } finally {
        seen.ended = true;
      }
    }
    const generator = chunks();
    const onStall = () => (seen.stalled += 1);
    const failing = { onFailure: ignore, cut: undefined };
    const begun = generator.next();
    const body = begun.then(({ value }) =>
      streamedBody([value ?? ''], generator, failing, { signal, takeWithinMs, onStall }),
    );
    return { seen, body };
  }

  it('fails if there is no connection to break and its reader stops', async () => {
    const { seen, body } = made(new AbortController().signal);
    const reader = (await body).getReader();
    await reader.read();
    await vi.waitUntil(() => seen.ended, PATIENTLY);
    await expect(reader.read()).rejects.toThrow('the reader stopped reading');
    expect(seen.stalled).toBe(1);
  });

  it('ends its generator when the request is aborted, though nobody cancels it', async () => {
    const request = new AbortController();
    const { seen, body } = made(request.signal, 60_000);
    await (await body).getReader().read();
    request.abort();
    await vi.waitUntil(() => seen.ended, PATIENTLY);
    expect(seen.stalled).toBe(0);
  });

  it('ends its generator if the request was aborted before', async () => {
    const { seen, body } = made(AbortSignal.abort());
    await body;
    await vi.waitUntil(() => seen.ended, PATIENTLY);
    expect(seen.stalled).toBe(0);
  });
});

type Streaming = {
  readonly server: Served;
  /** Questions for pages of events of all days so far. */
  readonly pages: () => number;
};

async function start(options: { readonly takeWithinMs?: number } = {}): Promise<Streaming> {
  const watched = watchQueries({ connection: proxy.connection });
  const server = await serve(watched.db, options);
  const isPage = ({ text, values }: { text: string; values?: readonly unknown[] }) =>
    text.includes('from "events"') && (values ?? []).some((value) => String(value).startsWith('2000-01-01'));
  return { server, pages: () => watched.asked.filter(isPage).length };
}

/** Resolves when no question was asked during twenty requests to the same server. */
async function standstill(server: Served, pages: () => number): Promise<void> {
  for (let before = -1; before !== pages();) {
    before = pages();
    for (let asked = 0; asked < 20; asked++) await server.live();
  }
}

/** The status of another export of the account, on a day without events. */
async function statusOf(server: Served): Promise<number> {
  return (await readWhole(await server.open(`${PATH}.ndjson?start=2001-01-01&end=2001-01-01`, { key })))
    .status;
}

async function expectFree(server: Served): Promise<void> {
  expect(await statusOf(server)).toBe(200);
}
