import { describe, expect, it } from 'vitest';
import { readAs, recordOf, without } from './readings.ts';

const ENTRY = {
  ClientAddr: '10.0.0.7:48658',
  ClientHost: '20.171.207.5',
  ClientPort: '48658',
  DownstreamContentSize: 7967,
  DownstreamStatus: 200,
  Duration: 40356,
  RequestAddr: 'site.example:443',
  RequestCount: 7,
  RequestHost: 'site.example',
  RequestMethod: 'GET',
  RequestPath: '/guide?a=b',
  RequestProtocol: 'HTTP/2.0',
  RequestScheme: 'https',
  RouterName: 'web@docker',
  StartLocal: '2026-10-29T10:20:17.123456789+01:00',
  StartUTC: '2026-10-29T09:20:17.123456789Z',
  level: 'info',
  msg: '',
  'request_User-Agent': 'Mozilla/5.0 (X)',
  request_Referer: 'https://chatgpt.com/',
  time: '2026-10-29T09:20:17Z',
};
const RECORD = recordOf({
  timeMs: Date.UTC(2026, 9, 29, 9, 20, 17, 123),
  address: '20.171.207.5',
  host: 'site.example',
  target: '/guide?a=b',
  bytes: 7967,
  referrer: 'https://chatgpt.com/',
  userAgent: 'Mozilla/5.0 (X)',
});

const read = (entry: object) => readAs('traefik', JSON.stringify(entry));

describe('the JSON log of Traefik', () => {
  it('tells every field of an entry', () => {
    expect(read(ENTRY)).toEqual([RECORD]);
  });

  it('has local times, and clients whose address alone is kept', () => {
    const parts = { ClientAddr: '[2001:db8::1]:5', StartUTC: undefined, ClientHost: undefined };
    expect(read({ ...ENTRY, ...parts })).toEqual([{ record: { ...RECORD.record, address: '2001:db8::1' } }]);
  });

  it('has the client behind the proxies that Traefik trusts', () => {
    const entry = { ...ENTRY, ClientHost: '192.0.2.99, 20.171.207.5, 10.1.2.3' };
    expect(read(entry)).toEqual([RECORD]);
  });

  it('tells that it has no user agents unless they are kept', () => {
    expect(read(without(ENTRY, 'request_User-Agent', 'request_Referer'))).toEqual([
      { record: { ...RECORD.record, hasAgentField: false, userAgent: undefined, referrer: undefined } },
    ]);
  });

  it('gives each of two records on a line', () => {
    const line = JSON.stringify(ENTRY);
    expect(readAs('traefik', line + line)).toEqual([RECORD, RECORD]);
    expect(readAs('traefik', line.slice(0, 300) + line)).toEqual([{ passedOver: 'cut-off' }, RECORD]);
  });

  it.each([
    ['bad-time', { ...ENTRY, StartUTC: 'soon' }],
    ['not-a-log-line', { level: 'info', msg: 'Starting', time: '2026-10-29T09:20:17Z' }],
  ])('passes over as %s: %j', (passedOver, entry) => {
    expect(read(entry)).toEqual([{ passedOver }]);
  });
});
