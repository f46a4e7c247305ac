import { describe, expect, it } from 'vitest';
import { readAs, recordOf } from './readings.ts';

const TIME_MS = Date.UTC(2026, 9, 29, 9, 20, 17);
const PROXY =
  '[29/Oct/2026:02:20:17 -0700] - 200 200 - GET https site.example "/guide?a=b" [Client 192.0.2.7] [Length 14908] [Gzip 3.12] [Sent-to 198.51.100.4] "Mozilla/5.0 (X)" "https://chatgpt.com/"';
const RECORD = recordOf({
  bytes: 14908,
  timeMs: TIME_MS,
  host: 'site.example',
  target: '/guide?a=b',
  referrer: 'https://chatgpt.com/',
  userAgent: 'Mozilla/5.0 (X)',
});

describe("Nginx Proxy Manager's log", () => {
  it('tells every field of a line of its format "proxy"', () => {
    expect(readAs('nginx-proxy-manager', PROXY)).toEqual([RECORD]);
  });

  it('tells every field of a line of its format "standard"', () => {
    const standard =
      '[29/Oct/2026:09:20:17 +0000] 404 - HEAD http site.example "/x" [Client 2001:db8::1] [Length 0] [Gzip -] "GPTBot/1.2" "-"';
    expect(readAs('nginx-proxy-manager', standard)).toEqual([
      recordOf({
        timeMs: TIME_MS,
        address: '2001:db8::1',
        host: 'site.example',
        method: 'HEAD',
        target: '/x',
        status: 404,
        bytes: 0,
        userAgent: 'GPTBot/1.2',
      }),
    ]);
  });

  it('tells the last status where several upstreams were tried', () => {
    const line = PROXY.replace('- 200 200 -', 'MISS 502, 504 : 200 304 -');
    expect(readAs('nginx-proxy-manager', line)).toEqual([{ record: { ...RECORD.record, status: 304 } }]);
  });

  it('has no host where a request named none', () => {
    const line = PROXY.replace('site.example', '');
    expect(readAs('nginx-proxy-manager', line)).toEqual([{ record: { ...RECORD.record, host: undefined } }]);
  });

  it('has no method and target where the request line was none', () => {
    const line =
      '[29/Oct/2026:02:20:17 -0700] - - 400 - - http localhost-nginx-proxy-manager "-" [Client 192.0.2.7] [Length 154] [Gzip -] [Sent-to -] "-" "-"';
    expect(readAs('nginx-proxy-manager', line)).toEqual([
      recordOf({
        timeMs: TIME_MS,
        host: 'localhost-nginx-proxy-manager',
        method: undefined,
        target: undefined,
        status: 400,
        bytes: 154,
      }),
    ]);
  });

  it('undoes the escapes of quoted fields', () => {
    const line = PROXY.replace('/guide?a=b', String.raw`/\xC3\xA9`).replace('(X)', String.raw`\x22X\x5C`);
    expect(readAs('nginx-proxy-manager', line)).toEqual([
      { record: { ...RECORD.record, target: '/é', userAgent: 'Mozilla/5.0 "X\\' } },
    ]);
  });

  it('gives each whole record of fused lines', () => {
    expect(readAs('nginx-proxy-manager', `${PROXY}${PROXY}`)).toEqual([RECORD, RECORD]);
    expect(readAs('nginx-proxy-manager', `${PROXY.slice(0, 100)}${PROXY}`)).toEqual([
      { passedOver: 'cut-off' },
      RECORD,
    ]);
  });

  it.each([
    ['bad-time', PROXY.replace('29/Oct', '31/Feb')],
    ['cut-off', PROXY.slice(0, 90)],
    ['cut-off', PROXY.slice(0, -1)],
    ['not-a-log-line', PROXY.slice(0, 20)],
    ['not-a-log-line', '192.0.2.7 - - [29/Oct/2026:02:20:17 -0700] "GET / HTTP/1.1" 200 5 "-" "-"'],
  ])('passes over as %s: %s', (passedOver, line) => {
    expect(readAs('nginx-proxy-manager', line)).toEqual([{ passedOver }]);
  });
});
