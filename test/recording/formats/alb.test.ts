import { describe, expect, it } from 'vitest';
import { readAs, recordOf } from './readings.ts';

const HTTPS =
  'https 2026-10-29T09:20:18.186641Z app/my-balancer/50dc6c495c0c9188 192.0.2.7:2817 198.51.100.1:80 0.086 0.048 0.037 200 200 0 57 "GET https://site.example:443/guide?a=b HTTP/1.1" "Mozilla/5.0 (X)" ECDHE-RSA-AES128-GCM-SHA256 TLSv1.2 arn:aws:elasticloadbalancing:us-east-2:123456789012:targetgroup/my-targets/73e2d6bc24d8a067 "Root=1-58337281-1d84f3d73c47ec4e58577259" "site.example" "arn:aws:acm:us-east-2:123456789012:certificate/12345678-1234-1234-1234-123456789012" 1 2026-10-29T09:20:17.999999Z "forward" "-" "-" "198.51.100.1:80" "200" "-" "-"';
const RECORD = recordOf({
  bytes: 57,
  timeMs: Date.UTC(2026, 9, 29, 9, 20, 17, 999),
  host: 'site.example:443',
  target: '/guide?a=b',
  userAgent: 'Mozilla/5.0 (X)',
});

describe('the log of an AWS Application Load Balancer', () => {
  it('tells every field of a line, and the time at which the request came', () => {
    expect(readAs('alb', HTTPS)).toEqual([RECORD]);
  });

  it.each(['http', 'h2', 'grpcs', 'ws', 'wss'])('has entries of the type %s', (type) => {
    expect(readAs('alb', HTTPS.replace(/^https/, type))).toEqual([RECORD]);
  });

  it('tells the time of the answer in an entry that ends behind the user agent', () => {
    const old = HTTPS.slice(0, HTTPS.indexOf(' ECDHE'));
    const timeMs = Date.UTC(2026, 9, 29, 9, 20, 18, 186);
    expect(readAs('alb', old)).toEqual([{ record: { ...RECORD.record, timeMs } }]);
  });

  it.each([
    ['[2001:db8::1]:2817', '2001:db8::1'],
    ['2001:db8::1:2817', '2001:db8::1'],
  ])('tells the address of the client %s without its port', (client, address) => {
    expect(readAs('alb', HTTPS.replace('192.0.2.7:2817', client))).toEqual([
      { record: { ...RECORD.record, address } },
    ]);
  });

  it('has neither method nor target for a malformed request', () => {
    const line =
      'http 2026-10-29T09:20:17.186641Z app/my-balancer/50dc6c495c0c9188 192.0.2.7:2817 - -1 -1 -1 400 - 0 272 "- http://site.example:80- -" "-" - - - "-" "-" "-" - 2026-10-29T09:20:17.185000Z "-" "-" "-" "-" "-" "-" "-"';
    expect(readAs('alb', line)).toEqual([
      recordOf({
        timeMs: Date.UTC(2026, 9, 29, 9, 20, 17, 185),
        method: undefined,
        target: undefined,
        status: 400,
        bytes: 272,
      }),
    ]);
  });

  it('has spaces and escaped quotes in a request, and requests without an answer', () => {
    const line = HTTPS.replace('/guide?a=b', String.raw`/x?a=wget+ b;\x22`).replace('200 200', '- -');
    expect(readAs('alb', line)).toEqual([
      { record: { ...RECORD.record, target: '/x?a=wget+ b;"', status: undefined } },
    ]);
  });

  it('gives each whole record of fused lines', () => {
    expect(readAs('alb', `${HTTPS}${HTTPS}`)).toEqual([RECORD, RECORD]);
    const broken = HTTPS.slice(0, HTTPS.indexOf('5.0 (X)'));
    expect(readAs('alb', `${broken}${HTTPS}`)).toEqual([{ passedOver: 'cut-off' }, RECORD]);
  });

  it.each([
    ['bad-time', HTTPS.replaceAll('2026-10-29', '2026-02-30')],
    ['cut-off', HTTPS.slice(0, HTTPS.indexOf('5.0 (X)'))],
    ['not-a-log-line', HTTPS.slice(0, 10)],
    ['not-a-log-line', `tcp ${HTTPS.slice('https '.length)}`],
  ])('passes over as %s: %s', (passedOver, line) => {
    expect(readAs('alb', line)).toEqual([{ passedOver }]);
  });
});
