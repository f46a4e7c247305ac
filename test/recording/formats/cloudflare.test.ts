import { describe, expect, it } from 'vitest';
import { readAs, recordOf, without } from './readings.ts';

const ENTRY = {
  ClientIP: '192.0.2.7',
  ClientRequestHost: 'site.example',
  ClientRequestMethod: 'GET',
  ClientRequestPath: '/guide',
  ClientRequestProtocol: 'HTTP/2',
  ClientRequestReferer: 'https://chatgpt.com/',
  ClientRequestSource: 'eyeball',
  ClientRequestURI: '/guide?a=b',
  ClientRequestUserAgent: 'Mozilla/5.0 (X)',
  EdgeEndTimestamp: '2026-10-29T09:20:18Z',
  EdgeResponseBodyBytes: 7967,
  EdgeResponseBytes: 8312,
  EdgeResponseStatus: 200,
  EdgeStartTimestamp: '2026-10-29T09:20:17Z',
  ParentRayID: '00',
  RayID: '3a6050bcbe121a87',
};
const RECORD = recordOf({
  bytes: 7967,
  timeMs: Date.UTC(2026, 9, 29, 9, 20, 17),
  host: 'site.example',
  target: '/guide?a=b',
  referrer: 'https://chatgpt.com/',
  userAgent: 'Mozilla/5.0 (X)',
  requestId: '3a6050bcbe121a87',
});
const INNER = { passedOver: 'inner-request', of: RECORD.record };

const read = (entry: object) => readAs('cloudflare', JSON.stringify(entry));
const record = (parts: Partial<(typeof RECORD)['record']>) => [{ record: { ...RECORD.record, ...parts } }];

describe("Cloudflare Logpush's http_requests", () => {
  it('tell every field of a request', () => {
    expect(read(ENTRY)).toEqual([RECORD]);
  });

  it('have times in seconds and in nanoseconds', () => {
    expect(read({ ...ENTRY, EdgeStartTimestamp: 1793265617 })).toEqual([RECORD]);
    expect(read({ ...ENTRY, EdgeStartTimestamp: 1793265617000000000 })).toEqual([RECORD]);
  });

  it('are read with fewer fields', () => {
    const fewer = { EdgeEndTimestamp: 1793265617, ClientRequestURI: '/', ClientRequestUserAgent: '' };
    expect(read(fewer)).toEqual([
      recordOf({ timeMs: RECORD.record.timeMs, address: '-', method: undefined, status: undefined }),
    ]);
    expect(read(without(ENTRY, 'ClientRequestURI', 'ClientRequestUserAgent'))).toEqual(
      record({ target: '/guide', hasAgentField: false, userAgent: undefined }),
    );
  });

  it.each(['edgeWorkerFetch', 'edgeWorkerCacheAPI', 'purge'])(
    'pass over what Cloudflare asked itself: %s',
    (ClientRequestSource) => {
      expect(read({ ...ENTRY, ClientRequestSource })).toEqual([INNER]);
    },
  );

  it('pass over what a request of a visitor is the parent of, also without the source', () => {
    const parents = ['3a6050bcbe121a86', '00', '', null];
    const readings = parents.flatMap((ParentRayID) =>
      read(without({ ...ENTRY, ParentRayID }, 'ClientRequestSource')),
    );
    expect(readings).toEqual([INNER, RECORD, RECORD, RECORD]);
    expect(read({ ...ENTRY, ParentRayID: parents[0], ClientRequestSource: 'eyeball' })).toEqual([INNER]);
  });

  it('count a request of which the source is not known', () => {
    expect(read({ ...ENTRY, ClientRequestSource: 'unknown' })).toEqual([RECORD]);
    expect(read({ ...ENTRY, ClientRequestSource: '' })).toEqual([RECORD]);
  });

  it.each([
    ['bad-time', JSON.stringify({ ...ENTRY, EdgeStartTimestamp: 1e30 })],
    ['cut-off', JSON.stringify(ENTRY).slice(0, 100)],
    ['not-a-log-line', '{"ClientIP":"192.0.2.7"}'],
  ])('pass over as %s: %s', (passedOver, line) => {
    expect(readAs('cloudflare', line)).toEqual([{ passedOver }]);
  });
});
