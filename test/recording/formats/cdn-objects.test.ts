import { describe, expect, it } from 'vitest';
import { createLogReader } from '../../../src/recording/log-reader.ts';
import type { FormatName } from '../../../src/recording/log-formats.ts';
import { readAs, recordOf, without } from './readings.ts';

const TIME = '2026-10-29T09:20:17.123456Z';
const RECORD = recordOf({
  timeMs: Date.UTC(2026, 9, 29, 9, 20, 17, 123),
  address: '20.171.207.5',
  host: 'site.example',
  target: '/guide?a=b',
  bytes: 7967,
  referrer: 'https://chatgpt.com/',
  userAgent: 'Mozilla/5.0 (compatible; GPTBot/1.2)',
  requestId: 'a1b2c3',
});
const AGENT = 'Mozilla/5.0 (compatible; GPTBot/1.2)';

const AKAMAI = {
  version: '1',
  reqTimeSec: '1793265617.123',
  reqId: 'a1b2c3',
  cliIP: '20.171.207.5',
  reqMethod: 'GET',
  reqHost: 'site.example',
  reqPath: 'guide',
  queryStr: 'a=b',
  statusCode: '200',
  bytes: '7967',
  UA: 'Mozilla%2F5.0+(compatible%3B+GPTBot%2F1.2)',
  referer: 'https%3A%2F%2Fchatgpt.com%2F',
};
const NETLIFY = {
  timestamp: TIME,
  url: 'https://site.example/guide?a=b',
  method: 'GET',
  status_code: 200,
  response_size: 7967,
  referrer: 'https://chatgpt.com/',
  user_agent: AGENT,
  client_ip: '20.171.207.5',
  country: 'US',
  request_id: 'a1b2c3',
  log_type: 'traffic',
};
const GOOGLE = {
  insertId: 'a1b2c3',
  timestamp: TIME,
  receiveTimestamp: '2026-10-29T09:20:18Z',
  logName: 'projects/p/logs/requests',
  severity: 'INFO',
  httpRequest: {
    requestMethod: 'GET',
    requestUrl: 'https://site.example/guide?a=b',
    requestSize: '577',
    status: 200,
    responseSize: '7967',
    userAgent: AGENT,
    remoteIp: '20.171.207.5:9989',
    referer: 'https://chatgpt.com/',
  },
};
const AZURE = {
  category: 'FrontdoorAccessLog',
  time: '2026-10-29T09:20:17.1234567Z',
  properties: {
    httpMethod: 'GET',
    requestUri: 'https://site.example:443/guide?a=b',
    httpStatusCode: '200',
    responseBytes: '7967',
    userAgent: AGENT,
    referer: 'https://chatgpt.com/',
    clientIp: '20.171.207.5',
    isReceivedFromClient: true,
    trackingReference: 'a1b2c3',
  },
};
const FASTLY = {
  timestamp: TIME,
  id: 'a1b2c3',
  client_ip: '20.171.207.5',
  scheme: 'https',
  host: 'site.example',
  url: '/guide?a=b',
  request_method: 'GET',
  request_referer: 'https://chatgpt.com/',
  request_user_agent: AGENT,
  response_status: 200,
  response_body_size: 7967,
  fastly_is_edge: true,
};
const AZURE_RECORD = { record: { ...RECORD.record, host: 'site.example:443' } };

const ENTRIES: readonly (readonly [FormatName, object, object])[] = [
  ['akamai', AKAMAI, RECORD],
  ['netlify', NETLIFY, RECORD],
  ['google-cloud', GOOGLE, RECORD],
  ['azure-front-door', AZURE, AZURE_RECORD],
  ['fastly', FASTLY, RECORD],
];

describe.each(ENTRIES)('an entry of %s', (format, entry, record) => {
  const line = JSON.stringify(entry);

  it('is told by its keys, and tells every field, the id too', () => {
    const reader = createLogReader();
    expect(reader.read(line)).toEqual([record]);
    expect(reader.format).toBe(format);
  });

  it('may share its line with another, in an array or fused', () => {
    expect(readAs(format, `[${line},${line}]`)).toEqual([record, record]);
    expect(readAs(format, line + line)).toEqual([record, record]);
    expect(readAs(format, line.slice(0, -20) + line)).toEqual([{ passedOver: 'cut-off' }, record]);
  });

  it('is passed over where its time is none', () => {
    const bad = line.replace(/2026-10-29T09:20:17[^"]*|1793265617/g, 'x');
    expect(readAs(format, bad)).toEqual([{ passedOver: 'bad-time' }]);
  });
});

it('Azure delivers several entries as records', () => {
  const readings = createLogReader().read(
    JSON.stringify({ records: [AZURE, { category: 'FrontDoorHealthProbeLog' }] }),
  );
  expect(readings).toEqual([AZURE_RECORD, { passedOver: 'no-request' }]);
});

it.each([
  ['netlify', 'no-request', { log_type: 'functions', timestamp: TIME, message: 'hello' }],
  ['google-cloud', 'no-request', without(GOOGLE, 'httpRequest')],
] as const)('%s passes over as %s: %j', (format, passedOver, entry) => {
  expect(readAs(format, JSON.stringify(entry))).toEqual([{ passedOver }]);
});

it.each([
  ['fastly', { ...FASTLY, fastly_is_edge: false }, RECORD],
  [
    'azure-front-door',
    { ...AZURE, properties: { ...AZURE.properties, isReceivedFromClient: false } },
    AZURE_RECORD,
  ],
] as const)('%s passes over a request of the CDN itself, which is read', (format, entry, { record }) => {
  expect(readAs(format, JSON.stringify(entry))).toEqual([{ passedOver: 'inner-request', of: record }]);
});

it('Fastly writes "(null)" for what a request does not have', () => {
  const entry = JSON.stringify({ ...FASTLY, request_referer: '(null)', request_user_agent: '(null)' });
  const parts = { referrer: undefined, userAgent: undefined };
  expect(readAs('fastly', entry)).toEqual([{ record: { ...RECORD.record, ...parts } }]);
});

it('Netlify tells no user agents where it excludes personal data', () => {
  const entry = JSON.stringify(without(NETLIFY, 'user_agent', 'client_ip'));
  const parts = { address: '-', hasAgentField: false, userAgent: undefined };
  expect(readAs('netlify', entry)).toEqual([{ record: { ...RECORD.record, ...parts } }]);
});

it.each(['20.171.207.5', '2001:db8::1', '[2001:db8::1]:5'])('Google Cloud has the address %s', (remoteIp) => {
  const entry = { ...GOOGLE, httpRequest: { ...GOOGLE.httpRequest, remoteIp } };
  const address = remoteIp.startsWith('[') ? '2001:db8::1' : remoteIp;
  expect(readAs('google-cloud', JSON.stringify(entry))).toEqual([{ record: { ...RECORD.record, address } }]);
});

it.each([
  ['/a%2520b', undefined, '/a%20b'],
  ['%2Fa', '-', '/a'],
  ['/', 'q=%2525', '/?q=%25'],
])('Akamai has the path %s and the query %s', (reqPath, queryStr, target) => {
  const entry = JSON.stringify({ ...AKAMAI, reqPath, queryStr });
  expect(readAs('akamai', entry)).toEqual([{ record: { ...RECORD.record, target } }]);
});
