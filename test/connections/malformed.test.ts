import { once } from 'node:events';
import { Agent } from 'node:http';
import { type AddressInfo, type Socket, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createHttpServer } from '../../src/http/http-server.ts';
import { testDatabase } from '../support/gateway.ts';
import { makeOwner, makeSite } from '../support/makers.ts';
import { ignore, readWhole, serve } from '../faults/http.ts';

const db = testDatabase();
const BODY = '{"error":"The request is not valid HTTP, or its headers are too large.","code":"BAD_REQUEST"}';

it.each([
  ['what is no HTTP', 'garbage\r\n\r\n', '400 Bad Request'],
  ['headers of more than 64 kB', request(`X: ${'x'.repeat(70_000)}`), '431 Request Header Fields Too Large'],
])('answers %s with the error object, and ends the connection', async (_, sent, status) => {
  const [head, body] = await exchange(sent);
  expect(head).toMatch(`HTTP/1.1 ${status}\r\n`);
  expect(head).toMatch('Connection: close');
  expect(body).toBe(BODY);
});

it.each([
  ['has no Host', ['GET / HTTP/1.1'], '400 Bad Request', 'The request has no Host header.'],
  [
    'has two Hosts',
    ['GET / HTTP/1.1', 'Host: x', 'Host: x'],
    '400 Bad Request',
    'The request has more than one Host header.',
  ],
  [
    'has a path in its Host',
    ['GET / HTTP/1.1', 'Host: x/api/v1/sites?'],
    '400 Bad Request',
    'The Host header must be a host name and optionally a port.',
  ],
  [
    'names a URL without a host',
    ['GET http:///health/live HTTP/1.1', 'Host: x'],
    '400 Bad Request',
    'A URL as the request target must have a host name and optionally a port.',
  ],
  [
    'names a URL with a user',
    ['GET http://name:password@x/health/live HTTP/1.1', 'Host: x'],
    '400 Bad Request',
    'A URL as the request target must have a host name and optionally a port.',
  ],
  [
    'expects what nobody knows',
    ['GET / HTTP/1.1', 'Host: x', 'Expect: a miracle'],
    '417 Expectation Failed',
    'The Expect header must be "100-continue" or left out.',
  ],
  [
    'has 1,001 headers',
    ['GET / HTTP/1.1', 'Host: x', ...headers(1_000)],
    '431 Request Header Fields Too Large',
    'The request has more than 1000 headers.',
  ],
])('refuses a request that %s, and ends the connection', async (_, lines, status, error) => {
  const get = [...lines, '', ''].join('\r\n');
  const refusal = { error, code: 'BAD_REQUEST' };

  const [head, body] = await exchange(get);
  expect(head).toMatch(`HTTP/1.1 ${status}\r\n`);
  expect(head).toMatch('Connection: close');
  expect(JSON.parse(body ?? '')).toEqual(refusal);

  const [headOfHead, ...rest] = await exchange(get.replace('GET', 'HEAD'));
  expect(headOfHead).toMatch(`HTTP/1.1 ${status}\r\n`);
  expect(rest).toEqual(['']);
});

it('breaks the connection on garbage after a request whose response has begun', async () => {
  const { url } = await serve(db);
  const { accountId, key } = await makeOwner(db);
  const { id } = await makeSite(db, accountId);
  const socket = (await connectTo(url)).on('error', ignore);
  const years = `/api/v1/sites/${id}/timeseries?start=0001-01-01&end=9999-12-31&granularity=hour`;
  socket.write(request(`Authorization: Bearer ${key}`).replace('/api/v1/sites', years));
  await once(socket, 'data');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));

  socket.write('garbage\r\n\r\n');

  await once(socket, 'close');
  expect(Buffer.concat(chunks).includes('BAD_REQUEST')).toBe(false);
});

it('answers a HEAD that is no HTTP without a body', async () => {
  const [head, ...rest] = await exchange('HEAD / HTTP/1.1\r\nno header\r\n\r\n');
  expect(head).toMatch('HTTP/1.1 400 Bad Request\r\n');
  expect(rest).toEqual(['']);
});

it('reads the last of 1,000 headers', async () => {
  const [head, body] = await exchange(
    request(...headers(997), 'Connection: close', 'Authorization: Bearer wrong'),
  );
  expect(head).toMatch('HTTP/1.1 401 Unauthorized\r\n');
  expect(body).toMatch('"code":"INVALID_KEY"');
});

it('answers HTTP/1.0 without a Host', async () => {
  const [head, body] = await exchange('GET /health/live HTTP/1.0\r\n\r\n');
  expect(head).toMatch('HTTP/1.1 200 OK\r\n');
  expect(body).toBe('{"status":"live"}');
});

describe('a URL as the target of a request', () => {
  it.each([
    ['of a path', 'http://x/health/live', '{"status":"live"}'],
    ['in capitals, behind a proxy with TLS', 'HTTPS://X:8443/health/live', '{"status":"live"}'],
    ['of a host that the Host header does not name', 'http://[::1]/health/live', '{"status":"live"}'],
    ['without a path', 'http://x?a=b', undefined],
  ])('%s is answered as that path', async (_, target, answer) => {
    const [head, body] = await exchange(close(`GET ${target} HTTP/1.1`, 'Host: y'));
    expect(head).toMatch('HTTP/1.1 200 OK\r\n');
    expect(body).toEqual(answer ?? expect.stringMatching(/^<!doctype html>/i));
  });

  it.each([
    ['/collect/..\\graphql', 400],
    ['http://x/collect/..\\graphql', 400],
    ['http://x/collect/../health/live', 400],
    ['/collect/%2e%2e/health/live', 400],
    ['/health/liv\te', 400],
    ['/health/live#/collect/', 404],
    ['/health/live?/..\\x', 200],
  ])('or a path is read by its own characters: %s', async (target, status) => {
    const [head] = await exchange(close(`GET ${target} HTTP/1.1`, 'Host: y'));
    expect(head).toMatch(`HTTP/1.1 ${status} `);
  });

  it('is logged by its path, without its query', async () => {
    const { url, logged } = await serve(db);
    const socket = await connectTo(url);
    socket.write(close('GET http://x/api/v1/sites?key=st_secret HTTP/1.1', 'Host: x'));

    expect(await text(socket)).toMatch('"code":"MISSING_KEY"');

    const lines = logged().filter(({ msg }) => msg === 'request');
    expect(lines.map(({ path, status }) => [path, status])).toEqual([['/api/v1/sites', 401]]);
    expect(JSON.stringify(logged())).not.toContain('st_secret');
  });

  it('gives the Host', async () => {
    const hosts: unknown[] = [];
    const { server } = createHttpServer(({ headers, url: path }, response) => {
      hosts.push([headers.host, path]);
      response.end();
    });
    onTestFinished(() => {
      server.close();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    for (const target of ['http://one:81/a?b#c', 'http://two', '/three']) {
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
      socket.write(close(`GET ${target} HTTP/1.1`, 'Host: sent'));
      await text(socket);
    }
    expect(hosts).toEqual([
      ['one:81', '/a?b#c'],
      ['two', '/'],
      ['sent', '/three'],
    ]);
  });
});

it('closes the connection of a caller who takes it for a proxy', async () => {
  expect(await exchange('CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n')).toEqual(['']);
});

it('answers a key of 17,000 characters with INVALID_KEY', async () => {
  const [head, body] = await exchange(
    request(`Authorization: Bearer ${'x'.repeat(17_000)}`, 'Connection: close'),
  );
  expect(head).toMatch('HTTP/1.1 401 Unauthorized\r\n');
  expect(body).toMatch('"code":"INVALID_KEY"');
});

it('refuses a wrong key without parsing the document', async () => {
  const [head, body] = await exchange(`${post(1).replace('KEY', 'wrong')}{`, (socket) =>
    once(socket, 'data').then(() => socket.end()),
  );
  expect(head).toMatch('HTTP/1.1 401 Unauthorized\r\n');
  expect(body).toMatch('"code":"INVALID_KEY"');
});

describe('the deadline of a request', () => {
  const DEADLINES = { arrivalMs: 2_000, idleMs: 120_000 };
  const LATE = '{"error":"The request did not arrive in time.","code":"BAD_REQUEST"}';

  it.each([
    ['headers do', 'GET / HTTP/1.1\r\nHost: x\r\n'],
    ['body does', `${post(9)}{`],
  ])('ends a request whose %s not arrive', async (_, sent) => {
    const { url } = await serve(db, { deadlines: DEADLINES });
    const socket = await connectTo(url);
    socket.write(sent.replace('KEY', (await makeOwner(db)).key));

    const [head, body] = (await text(socket)).split('\r\n\r\n');

    expect(head).toMatch('HTTP/1.1 408 Request Timeout\r\n');
    expect(body).toBe(LATE);
  });

  it('does not count the time that a connection is idle', async () => {
    const { url, open } = await serve(db, { deadlines: DEADLINES });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => {
      agent.destroy();
    });
    const first = await open('/health/live', { agent });
    expect((await readWhole(first)).status).toBe(200);

    const late = await connectTo(url);
    late.write('GET / HTTP/1.1\r\n');
    expect(await text(late)).toContain(LATE);

    const again = await open('/health/live', { agent });
    expect((await readWhole(again)).status).toBe(200);
    expect(again.socket).toBe(first.socket);
  });

  it('is longer for an idle connection than proxies keep one', async () => {
    const { open } = await serve(db);
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => {
      agent.destroy();
    });
    expect((await open('/health/live', { agent })).headers['keep-alive']).toBe('timeout=125');
  });
});

/** A request after which the server ends the connection. */
function close(...lines: readonly string[]): string {
  return [...lines, 'Connection: close', '', ''].join('\r\n');
}

function headers(count: number): readonly string[] {
  return Array.from({ length: count }, (_, number) => `X-${number}: x`);
}

function post(length: number): string {
  return request(
    'Authorization: Bearer KEY',
    'Content-Type: application/json',
    `Content-Length: ${length}`,
  ).replace('GET /api/v1/sites', 'POST /graphql');
}

function request(...headers: readonly string[]): string {
  return ['GET /api/v1/sites HTTP/1.1', 'Host: x', ...headers, '', ''].join('\r\n');
}

/** Head and body of what a server of its own answers to these bytes. */
async function exchange(
  sent: string,
  onSent: (socket: Socket) => unknown = () => undefined,
): Promise<readonly string[]> {
  const { url } = await serve(db);
  const socket = await connectTo(url);
  socket.write(sent);
  onSent(socket);
  return (await text(socket)).split('\r\n\r\n');
}

async function connectTo(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}
