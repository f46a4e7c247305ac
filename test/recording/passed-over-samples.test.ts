import { expect, it } from 'vitest';
import { scanBatch } from '../../src/drain/scan-batch.ts';
import { scanLines } from '../../src/logs/scan-lines.ts';
import { createLogReader } from '../../src/recording/log-reader.ts';

const INNER = JSON.stringify({
  EdgeStartTimestamp: '2026-10-29T09:20:17Z',
  ClientRequestMethod: 'GET',
  ClientRequestHost: 'site.example',
  ClientRequestURI: '/guide?token=1234',
  ClientRequestSource: 'edgeWorkerFetch',
});
const SAMPLE = 'GET site.example/guide';

// what is passed over by its format is not classified
const classify = () => ({ events: [] });

it('a request of the CDN itself is shown by its method, host and path where it comes from a file', () => {
  const { tally } = scanLines(
    { text: Buffer.from(INNER), readerState: null },
    { format: 'cloudflare', classify },
  );

  expect([...tally.samples]).toEqual([['inner-request', SAMPLE]]);
});

it('and where it comes from a sender', async () => {
  async function* blocks() {
    yield await Promise.resolve(Buffer.from(INNER));
  }
  const { signal } = new AbortController();
  const parts = { reader: createLogReader(), classify, signal };
  const { value } = await scanBatch(blocks(), parts).next();

  expect(value?.skipped).toEqual(new Map([['inner-request', { count: 1, sample: SAMPLE }]]));
});
