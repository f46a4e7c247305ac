import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { testDatabase } from '../support/gateway.ts';
import { makeKey, makeOwner, makeSite } from '../support/makers.ts';
import { type Served, ignore, readWhole, serve } from '../faults/http.ts';

const db = testDatabase();

const PATIENTLY = { timeout: 30_000 };
const OVERLOADED =
  '{"error":"The service is overloaded. Retry after the time in the Retry-After header.","code":"OVERLOADED"}';

/** A connection from one of the addresses of this machine, and everything that comes on it. */
function open({ url }: Served, localAddress: string) {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), localAddress }).on('error', ignore);
  let came = '';
  socket.on('data', (chunk: Buffer) => (came += chunk.toString()));
  onTestFinished(() => {
    socket.destroy();
  });
  return { socket, came: () => came };
}

/** Heads that announce nine bytes of a body, each with the first of them, on connections of their own. */
async function withhold(server: Served, count: number, localAddress = '127.0.0.2') {
  const opened = Array.from({ length: count }, () => open(server, localAddress));
  for (const { socket } of opened) socket.write(`${head('/session', 'Content-Length: 9')}{`);
  await Promise.all(opened.map(({ socket }) => sent(socket)));
  return opened;
}

async function sent(socket: Socket): Promise<void> {
  if (socket.connecting) await once(socket, 'connect');
}

function head(path: string, ...headers: readonly string[]): string {
  const lines = [`POST ${path} HTTP/1.1`, 'Host: x', 'Content-Type: application/json', ...headers];
  return [...lines, '', ''].join('\r\n');
}

async function makeReader() {
  const { key, accountId } = await makeOwner(db);
  const { id } = await makeSite(db, accountId);
  return { key, siteId: id, collectKey: (await makeKey(db, accountId, id)).key };
}

it('keep nobody out: a request counts against what the process works on when its body has arrived', async () => {
  const server = await serve(db);
  const { key } = await makeReader();
  // more than a process works on, slow requests included
  const withheld = await withhold(server, 400);

  const statuses = [];
  for (let times = 0; times < 5; times++)
    statuses.push((await readWhole(await server.open('/api/v1/sites', { key }))).status);

  expect(statuses).toEqual([200, 200, 200, 200, 200]);
  expect(withheld.map(({ came }) => came())).toEqual(withheld.map(() => ''));
});

it('are at most 512 of one client, and 503 OVERLOADED from then on; another client has its own', async () => {
  const server = await serve(db);
  const withheld = await withhold(server, 520);
  const refused = () => withheld.filter(({ came }) => came() !== '');
  await vi.waitUntil(() => refused().length === 8, PATIENTLY);
  await vi.waitUntil(() => refused().every(({ socket }) => socket.destroyed || socket.closed), PATIENTLY);

  const [answerHead, body] = refused()[0]?.came().split('\r\n\r\n') ?? [];
  expect(answerHead).toMatch('HTTP/1.1 503 Service Unavailable\r\n');
  expect(answerHead).toMatch('Retry-After: 1');
  expect(answerHead).toMatch('Connection: close');
  expect(body).toBe(OVERLOADED);

  const other = open(server, '127.0.0.3');
  other.socket.write(`${head('/session', 'Content-Length: 2')}{}`);
  await vi.waitUntil(() => other.came() !== '', PATIENTLY);
  expect(other.came()).toMatch('HTTP/1.1 403');
});

it('are counted by the client that a trusted proxy names', async () => {
  const server = await serve(db, { env: { TRUSTED_PROXIES: '127.0.0.0/8' } });
  const opened = Array.from({ length: 520 }, () => open(server, '127.0.0.2'));
  opened.forEach(({ socket }, n) =>
    socket.write(`${head('/session', 'Content-Length: 9', `X-Forwarded-For: 2001:db8:0:${n % 2}::1`)}{`),
  );
  await vi.waitUntil(() => opened.filter(({ came }) => came() !== '').length === 8, PATIENTLY);

  const other = open(server, '127.0.0.2');
  other.socket.write(`${head('/session', 'Content-Length: 2', 'X-Forwarded-For: 2001:db8:1::1')}{}`);
  await vi.waitUntil(() => other.came() !== '', PATIENTLY);
  expect(other.came()).toMatch('HTTP/1.1 403');
});

it('hold up neither routes that read none, nor bodies that are announced as too large', async () => {
  const server = await serve(db);
  const { key, siteId, collectKey } = await makeReader();
  const answers = [
    ['/nowhere', 'Content-Length: 9'],
    ['/api/v1/sites', 'Content-Length: 9', `Authorization: Bearer ${key}`],
    [`/collect/sites/${siteId}/events`, 'Content-Length: 1048577', `Authorization: Bearer ${collectKey}`],
  ].map(([path = '', ...headers]) => {
    const { socket, came } = open(server, '127.0.0.2');
    socket.write(head(path, ...headers));
    return vi.waitUntil(() => /^HTTP\/1.1 (\d+)/.exec(came())?.[1], PATIENTLY);
  });
  expect(await Promise.all(answers)).toEqual(['404', '405', '413']);
});

it('that arrive in many pieces are whole: plain, in chunks, and after Expect: 100-continue', async () => {
  const server = await serve(db);
  const { siteId, collectKey } = await makeReader();
  const events = JSON.stringify([
    { type: 'conversion', page_path: '/', country: 'XX', event_name: 'signup' },
  ]);
  const chunks = events.match(/.{1,7}/gs) ?? [];
  const common = ['Connection: close', `Authorization: Bearer ${collectKey}`];
  const path = `/collect/sites/${siteId}/events`;
  const length = `Content-Length: ${events.length}`;

  for (const [headers, pieces] of [
    [[length], chunks],
    [[length, 'Expect: 100-continue'], chunks],
    [
      ['Transfer-Encoding: chunked'],
      [...chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`), '0\r\n\r\n'],
    ],
  ] as const) {
    const { socket, came } = open(server, '127.0.0.2');
    socket.setNoDelay(true);
    socket.write(head(path, ...common, ...headers));
    for (const piece of pieces) await new Promise((resolve) => socket.write(piece, resolve));
    await once(socket, 'close');
    expect(came()).toMatch(/HTTP\/1.1 200 OK\r\n.*\{"recorded":1,/s);
  }
});

it('in chunks without an end are refused as soon as they are too large', async () => {
  const server = await serve(db);
  const { siteId, collectKey } = await makeReader();
  const { socket, came } = open(server, '127.0.0.2');
  socket.write(
    head(
      `/collect/sites/${siteId}/events`,
      'Transfer-Encoding: chunked',
      `Authorization: Bearer ${collectKey}`,
    ),
  );
  const size = 65_536;
  for (let n = 0; n < 17; n++) socket.write(`${size.toString(16)}\r\n${' '.repeat(size)}\r\n`);
  await vi.waitUntil(() => came() !== '', PATIENTLY);
  expect(came()).toMatch(/HTTP\/1.1 413 .*"code":"BATCH_TOO_LARGE"/s);
});
