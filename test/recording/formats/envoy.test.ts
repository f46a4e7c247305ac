import { describe, expect, it } from 'vitest';
import { createLogReader } from '../../../src/recording/log-reader.ts';
import { readAs, recordOf, without } from './readings.ts';

const ENTRY = {
  authority: 'site.example',
  bytes_received: 0,
  bytes_sent: 7967,
  downstream_local_address: '10.0.0.2:8443',
  downstream_remote_address: '10.0.0.7:48658',
  duration: 5,
  method: 'GET',
  path: '/guide?a=b',
  protocol: 'HTTP/2',
  request_id: '785918d6-06b6-9312-bf77-6d9bd968dc21',
  response_code: 200,
  response_flags: '-',
  start_time: '2026-10-29T09:20:17.123Z',
  user_agent: 'Mozilla/5.0 (X)',
  x_forwarded_for: '1.2.3.4,20.171.207.5,10.0.0.7',
};
const RECORD = recordOf({
  timeMs: Date.UTC(2026, 9, 29, 9, 20, 17, 123),
  address: '20.171.207.5',
  host: 'site.example',
  target: '/guide?a=b',
  bytes: 7967,
  userAgent: 'Mozilla/5.0 (X)',
});
/** Of Envoy Gateway. */
const GATEWAY = {
  ...without(ENTRY, 'authority', 'path', 'user_agent', 'x_forwarded_for'),
  ':authority': 'site.example',
  'x-envoy-origin-path': '/guide?a=b',
  'user-agent': 'Mozilla/5.0 (X)',
  'x-forwarded-for': '20.171.207.5',
};

describe('the JSON log of Envoy', () => {
  it.each([ENTRY, GATEWAY])('tells every field of %j, whose id a client can set', (entry) => {
    expect(readAs('envoy', JSON.stringify(entry))).toEqual([RECORD]);
  });

  it('has the other end of the connection where nobody is forwarded for', () => {
    const parts = {
      x_forwarded_for: null,
      downstream_remote_address: '[2001:db8::1]:5',
      referer: 'https://a.example/',
    };
    const record = { ...RECORD.record, address: '2001:db8::1', referrer: 'https://a.example/' };
    expect(readAs('envoy', JSON.stringify({ ...ENTRY, ...parts }))).toEqual([{ record }]);
  });

  it('is told from that of nginx, whose keys it has', () => {
    const reader = createLogReader();
    reader.read(JSON.stringify({ ...ENTRY, '@timestamp': ENTRY.start_time, start_time: undefined }));
    expect(reader.format).toBe('envoy');
  });

  it.each([
    ['bad-time', { ...ENTRY, start_time: 'soon' }],
    ['not-a-log-line', without(ENTRY, 'response_code')],
  ])('passes over as %s: %j', (passedOver, entry) => {
    expect(readAs('envoy', JSON.stringify(entry))).toEqual([{ passedOver }]);
  });
});

const ISTIO =
  '[2026-10-29T09:20:17.123Z] "GET /guide?a=b HTTP/1.1" 200 - via_upstream - "-" 0 7967 3 3 "20.171.207.5" "Mozilla/5.0 (X)" "96bf54e0-6dac-9c1f-8090-b4acd6f779ef" "site.example" "10.0.1.7:9080" inbound|9080|| 127.0.0.6:41929 10.0.1.7:9080 10.128.0.64:0 outbound_.9080_._.web.default.svc.cluster.local default';
const PLAIN =
  '[2026-10-29T09:20:17.123Z] "GET /guide?a=b HTTP/1.1" 200 - 0 7967 3 - "20.171.207.5" "Mozilla/5.0 (X)" "x" "site.example" "-"';

describe('the text of Envoy and Istio', () => {
  it.each([ISTIO, PLAIN])('tells every field of %s', (line) => {
    expect(readAs('envoy-text', line)).toEqual([RECORD]);
  });

  it('has nothing that a client adds with quotes, which Envoy does not escape', () => {
    const agent = 'x" "id" "other.example" "-" a b c 192.0.2.99:1';
    for (const line of [ISTIO, PLAIN]) {
      expect(readAs('envoy-text', line.replace('Mozilla/5.0 (X)', agent))).toEqual([
        { passedOver: 'cut-off' },
      ]);
      expect(readAs('envoy-text', line.replace('/guide', `/"${line}`))).toEqual([
        { passedOver: 'not-a-log-line' },
      ]);
      expect(readAs('envoy-text', line + line)).toEqual([{ passedOver: 'cut-off' }]);
    }
  });

  it.each([
    ['bad-time', PLAIN.replace('10-29', '02-30')],
    ['cut-off', ISTIO.slice(0, 100)],
    ['not-a-log-line', '[2026-10-29 09:20:17] started'],
  ])('passes over as %s: %s', (passedOver, line) => {
    expect(readAs('envoy-text', line)).toEqual([{ passedOver }]);
  });
});
