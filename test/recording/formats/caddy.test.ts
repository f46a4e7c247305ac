import { describe, expect, it } from 'vitest';
import { readAs, recordOf, without } from './readings.ts';

const HEADERS = {
  'User-Agent': ['Mozilla/5.0 (X)'],
  Referer: ['https://chatgpt.com/', 'https://other.example/'],
  Cookie: ['REDACTED'],
};
const REQUEST = {
  remote_ip: '198.51.100.4',
  remote_port: '41342',
  client_ip: '192.0.2.7',
  proto: 'HTTP/2.0',
  method: 'GET',
  host: 'site.example',
  uri: '/guide?a=b',
  headers: HEADERS,
  tls: { resumed: false, version: 772, cipher_suite: 4865, proto: 'h2', server_name: 'site.example' },
};
const ENTRY = {
  level: 'info',
  ts: 1793265617.1231928,
  logger: 'http.log.access.log0',
  msg: 'handled request',
  request: REQUEST,
  bytes_read: 0,
  user_id: '',
  duration: 0.000929675,
  size: 10900,
  status: 200,
  resp_headers: { Server: ['Caddy'], 'Content-Type': ['text/html; charset=utf-8'] },
};
const RECORD = recordOf({
  bytes: 10900,
  timeMs: Date.UTC(2026, 9, 29, 9, 20, 17, 123),
  host: 'site.example',
  target: '/guide?a=b',
  referrer: 'https://chatgpt.com/',
  userAgent: 'Mozilla/5.0 (X)',
});

const read = (entry: object) => readAs('caddy', JSON.stringify(entry));
const record = (parts: Partial<(typeof RECORD)['record']>) => [{ record: { ...RECORD.record, ...parts } }];

describe("Caddy's access log", () => {
  it('tells every field of an entry', () => {
    expect(read(ENTRY)).toEqual([RECORD]);
  });

  it.each([
    ['unix_milli_float', 1793265617123.9],
    ['unix_nano', 1793265617123000000],
    ['iso8601', '2026-10-29T10:20:17.123+0100'],
    ['rfc3339_nano', '2026-10-29T09:20:17.123999999Z'],
    ['wall_milli', '2026/10/29 09:20:17.123'],
  ])('has times in the format %s', (_, ts) => {
    expect(read({ ...ENTRY, ts })).toEqual([RECORD]);
  });

  it('tells the address that older releases know', () => {
    const withRemoteIp = without(REQUEST, 'client_ip');
    const withRemoteAddr = { ...without(withRemoteIp, 'remote_ip'), remote_addr: '[2001:db8::1]:41342' };
    expect(read({ ...ENTRY, request: withRemoteIp })).toEqual(record({ address: '198.51.100.4' }));
    expect(read({ ...ENTRY, request: withRemoteAddr })).toEqual(record({ address: '2001:db8::1' }));
  });

  it('tells a client without user agent from a log without headers', () => {
    const withoutHeaders = without(REQUEST, 'headers');
    const nothing = { referrer: undefined, userAgent: undefined };
    expect(read({ ...ENTRY, request: { ...REQUEST, headers: {} } })).toEqual(record(nothing));
    expect(read({ ...ENTRY, request: withoutHeaders })).toEqual(record({ ...nothing, hasAgentField: false }));
  });

  it('has no status where the connection was closed before an answer, or where HTTP has no such status', () => {
    for (const status of [0, 99, 600, 999, 200.5])
      expect(read({ ...ENTRY, status })).toEqual(record({ status: undefined }));
    for (const status of [100, 599]) expect(read({ ...ENTRY, status })).toEqual(record({ status }));
  });

  it('counts a request once, though its error and its way through a proxy are told too', () => {
    const error = { ...ENTRY, level: 'error', logger: 'http.log.error.log0', msg: 'connection refused' };
    const proxied = { ...ENTRY, logger: 'http.handlers.reverse_proxy', msg: 'upstream roundtrip' };
    const started = { level: 'info', ts: 1793265617.1, msg: 'serving initial configuration' };
    const lines = [error, proxied, ENTRY, started].map((entry) => JSON.stringify(entry));
    const message = { passedOver: 'no-request' };
    expect(readAs('caddy', ...lines)).toEqual([message, message, RECORD, message]);
  });

  it('needs no name of a logger', () => {
    const unnamed = without(ENTRY, 'logger');
    expect(read(unnamed)).toEqual([RECORD]);
    expect(read({ ...unnamed, msg: 'connection refused' })).toEqual([{ passedOver: 'no-request' }]);
  });

  it.each([
    ['bad-time', JSON.stringify({ ...ENTRY, ts: 'yesterday' })],
    ['bad-time', JSON.stringify({ request: REQUEST })],
    ['cut-off', JSON.stringify(ENTRY).slice(0, 100)],
    ['not-a-log-line', '{}'],
    ['not-a-log-line', '[]]'],
    ['not-a-log-line', 'null'],
    ['not-a-log-line', '{"status":200}'],
  ])('passes over as %s: %s', (passedOver, line) => {
    expect(readAs('caddy', line)).toEqual([{ passedOver }]);
  });
});

describe('fused lines of JSON', () => {
  const line = JSON.stringify(ENTRY);
  const CUT_OFF = { passedOver: 'cut-off' };

  it('give each whole record', () => {
    expect(readAs('caddy', `${line}${line}${line}`)).toEqual([RECORD, RECORD, RECORD]);
  });

  it.each([20, 60, 120, 250, 400, line.length - 1])(
    'give the record behind one that breaks off after %d characters, or behind what is left of one',
    (length) => {
      expect(readAs('caddy', `${line.slice(0, length)}${line}`)).toEqual([CUT_OFF, RECORD]);
      expect(readAs('caddy', `${line.slice(length)}${line}`)).toEqual([CUT_OFF, RECORD]);
      expect(readAs('caddy', `${line}${line.slice(0, length)}`)).toEqual([RECORD, CUT_OFF]);
    },
  );

  it('are not made by a client that sends a record as its user agent', () => {
    const headers = { ...HEADERS, 'User-Agent': [`x"${line}`] };
    expect(read({ ...ENTRY, request: { ...REQUEST, headers } })).toEqual(record({ userAgent: `x"${line}` }));
  });
});
