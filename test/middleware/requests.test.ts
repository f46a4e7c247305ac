import { EventEmitter } from 'node:events';
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import {
  type NodeRequest,
  type NodeResponse,
  type SiteTrafficOptions,
  type TrafficProblem,
  type TrafficRequest,
  siteTraffic,
} from '../../src/middleware/site-traffic.ts';
import { readArrival, toLine } from '../../src/middleware/request.ts';
import { linesOf, makeOptions, NOW, recordedAll } from './collector.ts';

const GET: NodeRequest = {
  method: 'GET',
  url: '/guide',
  headers: {},
  socket: { remoteAddress: '192.0.2.1', bytesWritten: 0 },
};

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['203.0.113.9, 198.51.100.7', '203.0.113.9'],
  ['203.0.113.9:4711', '203.0.113.9'],
  ['2001:db8::9, 198.51.100.7', '2001:db8::9'],
  ['[2001:db8::9]:4711', '2001:db8::9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['unknown', '192.0.2.1'],
  ['', '192.0.2.1'],
  ['2001:db8:0:1:2:3:4:5', '2001:db8:0:1:2:3:4:5'],
  ['::1', '::1'],
  [':::::::::', '192.0.2.1'],
  ['203.0.113.256', '192.0.2.1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['[fe80::1%eth0]:4711', 'fe80::1'],
  [undefined, '192.0.2.1'],
])('reads X-Forwarded-For %s as %s behind a proxy', async (forwarded, address) => {
  const request = { ...GET, headers: { 'x-forwarded-for': forwarded } };
  expect(await told([request], { trustProxy: true })).toMatchObject({ requests: [{ address }] });
});

it('ignores X-Forwarded-For unless trustProxy is set', async () => {
  const request = { ...GET, headers: { 'x-forwarded-for': '203.0.113.9' } };
  expect(await told([request])).toMatchObject({ requests: [{ address: '192.0.2.1' }] });
});

it('sends IPv4 addresses without prefix from a server that listens on IPv6', async () => {
  const request = { ...GET, socket: { remoteAddress: '::ffff:192.0.2.1', bytesWritten: 0 } };
  expect(await told([request])).toMatchObject({ requests: [{ address: '192.0.2.1' }] });
});

it('leaves out properties that a request does not have, but says that it has no user agent', async () => {
  const unusual = { ...GET, socket: { remoteAddress: 'unknown', bytesWritten: 0 } };
  const basics = { type: 'request', method: 'GET', target: '/guide', status: 200 };
  const plain = { ...basics, user_agent: '', created_at: NOW };
  expect(await told([{ ...GET, socket: { bytesWritten: 0 } }, unusual])).toEqual({
    requests: [plain, plain],
    problems: [],
  });
});

it('reads the host of an HTTP/2 request', async () => {
  const request = { ...GET, headers: { ':authority': 'example.com' } };
  expect(await told([request])).toMatchObject({ requests: [{ host: 'example.com' }] });
});

it('cuts long texts to 2,048 characters', async () => {
  const long = 'x'.repeat(3_000);
  const request = { ...GET, url: long, headers: { 'user-agent': long, referer: long, host: long } };
  const cut = long.slice(0, 2_048);
  expect(await told([request])).toMatchObject({
    requests: [{ target: cut, user_agent: cut, referrer: cut, host: cut }],
  });
});

it('sends the headers of a signature to a collector that has named them', () => {
  const signature = { signature: 'a', 'signature-input': 'b', 'signature-agent': 'c' };
  const lineOf = (headers: NodeRequest['headers'], trustProxy = false) => {
    const arrived = readArrival({ ...GET, headers }, trustProxy, 0);
    const fields = ['signature', 'signature_input', 'signature_agent', 'scheme'];
    return JSON.parse(toLine({ ...arrived, status: 200, bytes: undefined }, fields)) as object;
  };
  const sent = { signature: 'a', signature_input: 'b', signature_agent: 'c' };
  expect(lineOf(signature)).toEqual(sent);
  const forwarded = { ...signature, 'x-forwarded-proto': 'http, https' };
  expect(lineOf(forwarded)).toEqual(sent);
  expect(lineOf(forwarded, true)).toEqual({ ...sent, scheme: 'http' });
  expect(lineOf({ 'signature-agent': 'c' })).toEqual({});
  expect(lineOf({ ...signature, signature: 'x'.repeat(4_097) })).toEqual({
    signature_input: 'b',
    signature_agent: 'c',
  });
});

it('sends only requests that the filter accepts, and shows it the finished request', async () => {
  const seen: TrafficRequest[] = [];
  const filter = (request: TrafficRequest) => {
    seen.push(request);
    return request.userAgent !== undefined;
  };
  const crawl = { ...GET, headers: { 'user-agent': 'GPTBot/1.2' } };
  expect(await told([GET, crawl], { filter })).toMatchObject({
    requests: [{ user_agent: 'GPTBot/1.2' }],
    problems: [],
  });
  const request = {
    method: 'GET',
    target: '/guide',
    status: 200,
    bytes: undefined,
    userAgent: undefined,
    referrer: undefined,
    host: undefined,
    address: '192.0.2.1',
    createdAt: NOW,
  };
  expect(seen).toEqual([request, { ...request, userAgent: 'GPTBot/1.2' }]);
});

it.each([
  ['throws', () => { throw new Error('broken'); }], // prettier-ignore
  // as a caller in JavaScript may
  ['rejects', () => Promise.reject(new Error('broken')) as unknown as boolean],
])('sends a request whose filter %s, and reports it', async (_, filter) => {
  expect(await told([GET], { filter })).toMatchObject({
    requests: [{ target: '/guide' }],
    problems: [{ code: 'FILTER_FAILED', message: 'filter threw; the request is sent', lost: 0 }],
  });
});

it.each([
  ['nothing', undefined],
  ['no headers', { ...GET, headers: undefined }],
  ['no method', { ...GET, method: undefined }],
  ['no target', { ...GET, url: undefined }],
  ['no socket', { ...GET, socket: undefined }],
  ['a trap', Object.defineProperty({ ...GET }, 'url', { get: () => { throw new Error('trap'); } })], // prettier-ignore
])('counts a request that is %s as lost and continues', async (_, odd) => {
  expect(await told([odd as NodeRequest, GET])).toMatchObject({
    requests: [{ target: '/guide' }],
    problems: [{ code: 'UNREADABLE', message: 'a request could not be read', lost: 1 }],
  });
});

it('reports Hono requests as unreadable if node:http does not serve them', async () => {
  const problems: TrafficProblem[] = [];
  const traffic = siteTraffic(makeOptions('https://traffic.example', problems));
  const app = new Hono().use(traffic.hono).get('/guide', (context) => context.text('guide'));
  expect(await (await app.request('/guide')).text()).toBe('guide');
  expect(problems).toEqual([{ code: 'UNREADABLE', message: 'a request could not be read', lost: 1 }]);
  await traffic.close();
});

it('calls a handler with its own this', () => {
  const traffic = siteTraffic(makeOptions('https://traffic.example'));
  const handler = traffic.node<NodeRequest, NodeResponse>(function (this: unknown) {
    return this;
  });
  const server = {};
  expect(handler.call(server, GET, answered())).toBe(server);
  void traffic.close();
});

/** What the collector is sent of these answered requests, and the host told. */
async function told(requests: readonly NodeRequest[], options: Partial<SiteTrafficOptions> = {}) {
  const problems: TrafficProblem[] = [];
  const lines: unknown[] = [];
  const fetch = (_: unknown, { body }: RequestInit = {}) => {
    lines.push(...linesOf(body as string));
    return Promise.resolve(Response.json(recordedAll(lines.length)));
  };
  const traffic = siteTraffic({ ...makeOptions('https://traffic.example', problems), fetch, ...options });
  let goneOn = 0;
  for (const request of requests) {
    const response = answered();
    traffic.express(request, response, () => (goneOn += 1));
    response.emit('close');
  }
  expect(goneOn).toBe(requests.length);
  await traffic.close();
  return { requests: lines, problems };
}

function answered() {
  return Object.assign(new EventEmitter(), { statusCode: 200, headersSent: true });
}
