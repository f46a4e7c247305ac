import { describe, expect, it } from 'vitest';
import { createLogReader } from '../../../src/recording/log-reader.ts';
import { readAs, recordOf, without } from './readings.ts';

const PROXY = {
  timestamp: 1793265617123,
  method: 'GET',
  host: 'site.example',
  path: '/guide?a=b',
  userAgent: ['Mozilla/5.0 (X)'],
  referer: 'https://chatgpt.com/',
  region: 'sfo1',
  statusCode: 200,
  responseByteSize: 7967,
  clientIp: '192.0.2.7',
  scheme: 'https',
  vercelCache: 'MISS',
};
const ENTRY = {
  id: '1573817250283254651097202070',
  deploymentId: 'dpl_233NRGRjVZX1caZrXWtz5g1TAksD',
  source: 'lambda',
  host: 'my-app-abc123.vercel.app',
  timestamp: 1793265618000,
  projectId: 'gdufoJxB6b9b1fEqr1jUtFkyavUU',
  level: 'info',
  message: 'API request processed',
  requestId: '643af4e3-975a-4cc7-9e7a-1eda11539d90',
  statusCode: 500,
  proxy: PROXY,
};
const RECORD = recordOf({
  bytes: 7967,
  timeMs: 1793265617123,
  host: 'site.example',
  target: '/guide?a=b',
  referrer: 'https://chatgpt.com/',
  userAgent: 'Mozilla/5.0 (X)',
  requestId: ENTRY.requestId,
});
const seen = (parts: Partial<(typeof RECORD)['record']> = {}) => ({
  passedOver: 'seen-request',
  of: { ...RECORD.record, ...parts },
});

const read = (...entries: readonly object[]) =>
  readAs('vercel', ...entries.map((entry) => JSON.stringify(entry)));
const record = (parts: Partial<(typeof RECORD)['record']>) => [{ record: { ...RECORD.record, ...parts } }];
const request = (n: number) => JSON.stringify({ ...ENTRY, requestId: `request-${n}` });
const requests = (count: number) => Array.from({ length: count }, (_, n) => request(n));

describe("Vercel's log drain", () => {
  it('tells every field of a request', () => {
    expect(read(ENTRY)).toEqual([RECORD]);
  });

  it('tells a request once, however many records it has, on one line or on several', () => {
    const edge = { ...ENTRY, id: '1', source: 'edge', type: 'middleware' };
    const printed = { ...ENTRY, id: '2', message: 'Adding customer to database...' };
    const other = { ...ENTRY, requestId: 'other' };
    const readings = [RECORD, seen(), ...record({ requestId: 'other' }), seen()];
    expect(read(edge, ENTRY, other, printed)).toEqual(readings);
    expect(read([edge, ENTRY, other, printed])).toEqual(readings);
  });

  it('tells each record without an identifier', () => {
    const nameless = without(ENTRY, 'requestId');
    const reading = record({ requestId: undefined });
    expect(read(nameless, nameless)).toEqual([...reading, ...reading]);
  });

  it('passes over messages of builds and functions', () => {
    const message = without(ENTRY, 'proxy');
    const build = { ...message, source: 'build', type: 'stdout', buildId: 'bld_cotnkcr76' };
    const passedOver = 'no-request';
    expect(read(message, build, ENTRY)).toEqual([{ passedOver }, { passedOver }, RECORD]);
  });

  it('passes over the rendering of a page in the background, and tells the request that led to it', () => {
    const revalidation = { ...ENTRY, proxy: { ...PROXY, statusCode: -1 } };
    expect(read(revalidation, ENTRY)).toEqual([
      { passedOver: 'inner-request', of: { ...RECORD.record, status: undefined } },
      RECORD,
    ]);
  });

  it('is read as its dashboard exports it', () => {
    const entry = {
      TimeUTC: '2026-10-29 09:20:17',
      timestampInMs: 1793265617123,
      requestPath: 'site.example/guide',
      requestMethod: 'GET',
      requestQueryString: 'a=b',
      responseStatusCode: 200,
      requestId: 'v7854-1793265617083-79b32985946f',
      requestUserAgent: 'Mozilla/5.0 (X)',
      host: 'my-app-abc123.vercel.app',
      deploymentId: 'dpl_233NRGRjVZX1caZrXWtz5g1TAksD',
      message: '',
    };
    const printed = { ...entry, responseStatusCode: -1, message: 'Adding customer to database...' };
    const older = { ...without(entry, 'requestQueryString'), requestId: 'older' };
    const told = { address: '-', bytes: undefined, referrer: undefined };
    expect(read([printed, entry, entry, older])).toEqual([
      { passedOver: 'no-request' },
      ...record({ ...told, requestId: entry.requestId }),
      seen({ ...told, requestId: entry.requestId }),
      ...record({ ...told, requestId: 'older', target: '/guide' }),
    ]);
    expect(read({ ...entry, timestampInMs: 'now' })).toEqual([{ passedOver: 'bad-time' }]);
  });

  it('is read with fewer fields, and with the user agent as a text', () => {
    const fewer = without(PROXY, 'statusCode', 'clientIp', 'referer');
    expect(read({ ...ENTRY, proxy: { ...fewer, userAgent: 'GPTBot/1.2' } })).toEqual(
      record({ address: '-', status: 500, referrer: undefined, userAgent: 'GPTBot/1.2' }),
    );
    expect(read({ ...ENTRY, proxy: { ...PROXY, userAgent: [] } })).toEqual(record({ userAgent: undefined }));
  });

  it.each([
    ['bad-time', JSON.stringify({ ...ENTRY, proxy: { ...PROXY, timestamp: 'now' } })],
    ['cut-off', JSON.stringify(ENTRY).slice(0, 100)],
    ['not-a-log-line', '{"proxy":{}}'],
    ['not-a-log-line', '[1,null,"x"]'],
  ])('passes over as %s: %s', (passedOver, line) => {
    expect(readAs('vercel', line)).toEqual([{ passedOver }]);
  });

  it('knows a request again behind 999 others', () => {
    expect(readAs('vercel', ...requests(1000), request(0)).at(-1)).toEqual(seen({ requestId: 'request-0' }));
  });

  it('remembers no more than 1,000 requests', () => {
    const reader = createLogReader({ format: 'vercel' });
    for (const line of requests(1000)) reader.read(line);
    const { length } = reader.state() ?? '';
    for (const line of requests(3000)) reader.read(line);
    expect(reader.state()).toHaveLength(length);
    expect(reader.read(request(1999))).toEqual(record({ requestId: 'request-1999' }));
  });
});
