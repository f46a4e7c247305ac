import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readAs, recordOf, without } from './readings.ts';

const TIME_MS = Date.UTC(2026, 9, 29, 9, 20, 17);
const ENTRY = {
  time_iso8601: '2026-10-29T02:20:17-07:00',
  remote_addr: '192.0.2.7',
  host: 'site.example',
  request: 'GET /guide?a=b HTTP/2.0',
  status: '200',
  body_bytes_sent: '7967',
  http_referer: 'https://chatgpt.com/',
  http_user_agent: 'Mozilla/5.0 (X)',
  request_time: '0.003',
};
const RECORD = recordOf({
  bytes: 7967,
  timeMs: TIME_MS,
  host: 'site.example',
  target: '/guide?a=b',
  referrer: 'https://chatgpt.com/',
  userAgent: 'Mozilla/5.0 (X)',
});

const read = (entry: object) => readAs('nginx-json', JSON.stringify(entry));
const record = (parts: Partial<(typeof RECORD)['record']>) => [{ record: { ...RECORD.record, ...parts } }];

describe('a JSON log of nginx', () => {
  it('tells every field of an entry', () => {
    expect(read(ENTRY)).toEqual([RECORD]);
  });

  it.each([
    { msec: '1793265617.123' },
    { msec: 1793265617.123 },
    { '@timestamp': '2026-10-29T09:20:17.123+00:00' },
    { timestamp: 1793265617123 },
    { time: '2026-10-29 09:20:17.123' },
  ])('has the time %j', (time) => {
    expect(read({ ...without(ENTRY, 'time_iso8601'), ...time })).toEqual(record({ timeMs: TIME_MS + 123 }));
  });

  it('has the local time', () => {
    expect(read({ ...without(ENTRY, 'time_iso8601'), time_local: '29/Oct/2026:02:20:17 -0700' })).toEqual([
      RECORD,
    ]);
  });

  it('takes the method and the target apart from the request line too', () => {
    const requestless = without(ENTRY, 'request');
    const parts = { request_method: 'HEAD', request_uri: '/guide?a=b', uri: '/index.html', args: 'x=y' };
    expect(read({ ...requestless, ...parts })).toEqual(record({ method: 'HEAD' }));
    expect(read({ ...requestless, method: 'GET', uri: '/guide', args: 'a=b' })).toEqual([RECORD]);
    expect(read({ ...requestless, method: 'GET', path: '/guide', query: '?a=b' })).toEqual([RECORD]);
    expect(read({ ...requestless, method: 'GET', uri: '/guide', args: '' })).toEqual(
      record({ target: '/guide' }),
    );
  });

  it('knows other customary keys', () => {
    expect(
      read({
        timestamp: '2026-10-29T09:20:17Z',
        client_ip: '2001:db8::1',
        server_name: 'site.example',
        request: 'GET /guide?a=b HTTP/1.1',
        status_code: 404,
        bytes_sent: 8100,
        referrer: 'https://chatgpt.com/',
        agent: 'Mozilla/5.0 (X)',
      }),
    ).toEqual(record({ address: '2001:db8::1', status: 404, bytes: 8100 }));
  });

  it('leaves undefined what is empty, and has no host where the server is a catch-all', () => {
    const empty = {
      request: '',
      status: '',
      body_bytes_sent: '',
      http_referer: '',
      http_user_agent: '-',
      host: '_',
    };
    expect(read({ ...ENTRY, ...empty })).toEqual([
      recordOf({ timeMs: TIME_MS, method: undefined, target: undefined, status: undefined }),
    ]);
  });

  it('tells that it has no user agents', () => {
    expect(read(without(ENTRY, 'http_user_agent'))).toEqual(
      record({ hasAgentField: false, userAgent: undefined }),
    );
  });

  it('has no method and target for the start of a TLS handshake', () => {
    expect(read({ ...ENTRY, request: '\x16\x03\x01' })).toEqual(
      record({ method: undefined, target: undefined }),
    );
  });

  it('undoes the escapes of a log_format without escape=json', () => {
    const line = JSON.stringify(ENTRY).replace('(X)', String.raw`\x22\xC3\xA9\x22\x5C\x09`);
    expect(readAs('nginx-json', line)).toEqual(record({ userAgent: 'Mozilla/5.0 "é"\\\t' }));
  });

  it('is read as nginx and Apache write it by the documented formats, with the id that they make', () => {
    const nginx = String.raw`{"msec":"1793265617.092","request_id":"994b51824cddd4a34cf2387c12f05438","request_time":"0.003","remote_addr":"192.0.2.7","scheme":"https","host":"site.example","request_method":"GET","request_uri":"/guide?a=b","status":"200","bytes_sent":"7967","http_referer":"https://chatgpt.com/","http_user_agent":"Mozilla/5.0 (X)","signature":"sig1=:AA==:","signature_input":"sig1=(\"@authority\");tag=\"web-bot-auth\"","signature_agent":"\"https://bot.example\""}`;
    const apache = String.raw`{"time":"2026-10-29T02:20:17.092-0700","unique_id":"aQIb0X8AAAEAAAxyz@EAAAAB","duration_us":"3100","remote_addr":"192.0.2.7","host":"site.example","request":"GET /guide?a=b HTTP/1.1","status":"200","bytes_sent":"7967","http_referer":"https://chatgpt.com/","http_user_agent":"Mozilla/5.0 (X)","signature":"-","signature_input":"-","signature_agent":"\"https://bot.example\""}`;
    const signed = {
      signature: 'sig1=:AA==:',
      signatureInput: 'sig1=("@authority");tag="web-bot-auth"',
      signatureAgent: '"https://bot.example"',
      ...{ scheme: 'https', durationMs: 3 },
    };
    for (const [line, parts] of [
      [nginx, { requestId: '994b51824cddd4a34cf2387c12f05438', signed }],
      [apache, { requestId: 'aQIb0X8AAAEAAAxyz@EAAAAB' }],
    ] as const) {
      expect(readAs('nginx-json', line)).toEqual(record({ timeMs: TIME_MS + 92, ...parts }));
      const page = readFileSync('docs/access-logs.md', 'utf8');
      for (const key of Object.keys(JSON.parse(line) as object)) expect(page).toContain(key);
    }
  });

  it.each([
    ['bad-time', JSON.stringify({ ...ENTRY, time_iso8601: '2026-02-30T00:00:00Z' })],
    ['cut-off', JSON.stringify(ENTRY).slice(0, 100)],
    ['cut-off', String.raw`{"request":"\x22`],
    ['not-a-log-line', '{"type":"bot","created_at":"2026-10-29T09:20:17Z"}'],
    ['not-a-log-line', '{"request":"GET / HTTP/1.1"}'],
  ])('passes over as %s: %s', (passedOver, line) => {
    expect(readAs('nginx-json', line)).toEqual([{ passedOver }]);
  });
});
