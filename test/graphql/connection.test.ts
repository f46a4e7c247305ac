import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { expect, it } from 'vitest';
import { read } from '../execution/lone-door.ts';
import { type Served, ignore, serve } from '../faults/http.ts';
import { testDatabase } from '../support/gateway.ts';
import { makeOwner } from '../support/makers.ts';

const db = testDatabase();

async function start() {
  const [server, { key }] = await Promise.all([serve(db), makeOwner(db)]);
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
  return { server, headers, url: `${server.url}/graphql` };
}

type Started = Pick<Awaited<ReturnType<typeof start>>, 'url' | 'headers'>;

/** POSTs a body in chunks, without announcing its length. */
function postChunks(
  { url, headers }: Started,
  pull: (controller: ReadableStreamDefaultController<Uint8Array>) => void,
): Promise<Response> {
  const init = { method: 'POST', headers, body: new ReadableStream({ pull }), duplex: 'half' };
  return fetch(url, init);
}

it('answers 413 to a body without end and ends its connection', async () => {
  const started = await start();
  let sent = 0;
  const response = await postChunks(started, (controller) => {
    controller.enqueue(new Uint8Array(16_384).fill(32));
    sent += 16_384;
  });
  expect([response.status, response.headers.get('connection')]).toEqual([413, 'close']);
  expect(await response.text()).toContain('"code":"DOCUMENT_TOO_LARGE"');
  expect(sent).toBeLessThan(50_000_000);
});

it('answers a body in chunks', async () => {
  const chunks = ['{"query":', '"{ __typ', 'ename }"}'].map((text) => new TextEncoder().encode(text));
  const response = await postChunks(await start(), (controller) => {
    const chunk = chunks.shift();
    if (chunk) controller.enqueue(chunk);
    else controller.close();
  });
  expect([response.status, (await read(response)).body]).toEqual([200, { data: { __typename: 'Query' } }]);
});

it.each([undefined, '100'])(
  'does not log a caller who leaves before the end of a body of length %s',
  async (length) => {
    const { server, url, headers } = await start();
    const request = httpRequest(url, {
      method: 'POST',
      headers: {
        ...headers,
        // the server has the head when it asks for the body
        ...{ expect: '100-continue', ...(length !== undefined && { 'content-length': length }) },
      },
    });
    request.on('error', ignore);
    request.flushHeaders();
    await once(request, 'continue');
    request.write('{"query":');
    request.destroy();
    await server.stop();
    expect(complaints(server)).toEqual([]);
  },
);

function complaints(server: Served) {
  return server.logged().filter(({ level }) => Number(level) > 30);
}
