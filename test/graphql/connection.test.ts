import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServerAdapter } from '@whatwg-node/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openLoneDoor, read } from '../execution/lone-door.ts';

const door = openLoneDoor();
let answered: Promise<Response>;
const adapter = createServerAdapter((request) => (answered = door.fetch(request)));
const server = createServer((request, response) => void adapter(request, response));

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

const urlOf = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`;
const HEADERS = { 'content-type': 'application/json' };

/** POSTs a body in chunks, without announcing its length. */
function postChunks(
  pull: (controller: ReadableStreamDefaultController<Uint8Array>) => void,
): Promise<Response> {
  const init = { method: 'POST', headers: HEADERS, body: new ReadableStream({ pull }), duplex: 'half' };
  return fetch(urlOf(), init);
}

it('answers 413 to a body without end and ends its connection', async () => {
  let sent = 0;
  const response = await postChunks((controller) => {
    controller.enqueue(new Uint8Array(16_384).fill(32));
    sent += 16_384;
  });
  expect([response.status, response.headers.get('connection')]).toEqual([413, 'close']);
  expect(await response.text()).toContain('"code":"DOCUMENT_TOO_LARGE"');
  expect(sent).toBeLessThan(50_000_000);
});

it('answers a body in chunks', async () => {
  const chunks = ['{"query":', '"{ __typ', 'ename }"}'].map((text) => new TextEncoder().encode(text));
  const response = await postChunks((controller) => {
    const chunk = chunks.shift();
    if (chunk) controller.enqueue(chunk);
    else controller.close();
  });
  expect([response.status, (await read(response)).body]).toEqual([200, { data: { __typename: 'Query' } }]);
});

it.each([undefined, '100'])(
  'does not log a caller who leaves before the end of a body of length %s',
  async (length) => {
    const arrived = once(server, 'request');
    const request = httpRequest(urlOf(), {
      method: 'POST',
      headers: { ...HEADERS, ...(length !== undefined && { 'content-length': length }) },
    });
    request.on('error', () => undefined);
    request.write('{"query":');
    await arrived;
    request.destroy();
    expect((await answered).status).toBe(400);
    expect(door.logged()).toEqual([]);
  },
);
