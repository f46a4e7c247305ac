import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Served, ignore, readWhole, serve } from '../faults/http.ts';
import { countStored } from '../queries/support.ts';
import { watchQueries } from '../support/asked-queries.ts';
import { startGateway } from '../support/gateway.ts';
import { PATIENTLY } from '../support/patience.ts';
import { VISIT, makeBackend, pathOf } from './support.ts';

const gateway = startGateway();
const { db } = gateway;
const MIB = 1_048_576;
const TOO_LARGE = {
  status: 413,
  text: JSON.stringify({
    error: 'A request to the collector holds at most 1,000 events and 1,048,576 bytes (1 MiB). Send several.',
    code: 'BATCH_TOO_LARGE',
  }),
  whole: true,
};

type Sending = { readonly key: string; readonly siteId: string; readonly headers?: OutgoingHttpHeaders };

/** A POST whose headers are sent; its body is the test's. */
function open({ url }: Served, { key, siteId, headers }: Sending): ClientRequest {
  const asked = request(url + pathOf(siteId), {
    method: 'POST',
    agent: false,
    headers: { authorization: `Bearer ${key}`, ...headers },
  });
  asked.on('error', ignore).flushHeaders();
  onTestFinished(() => {
    asked.destroy();
  });
  return asked;
}

async function answerTo(asked: ClientRequest) {
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  return { answer: await readWhole(response), connection: response.headers.connection };
}

describe('a server', () => {
  it('records a body that arrives in pieces, up to the maximum size', async () => {
    const { key, site } = await makeBackend(gateway);
    const asked = open(await serve(db), { key, siteId: site.id });
    const body = Buffer.from(JSON.stringify(VISIT).padEnd(MIB));
    for (let at = 0; at < MIB; at += 100_000) asked.write(body.subarray(at, at + 100_000));
    asked.end();

    expect((await answerTo(asked)).answer).toEqual({
      status: 200,
      text: '{"recorded":1,"passed_over":0}',
      whole: true,
    });
  });

  it('refuses a body that is announced as too large before it arrives', async () => {
    const { key, site } = await makeBackend(gateway);
    const asked = open(await serve(db), {
      key,
      siteId: site.id,
      headers: { 'content-length': MIB + 1 },
    });

    expect(await answerTo(asked)).toEqual({ answer: TOO_LARGE, connection: 'close' });
  });

  it('stops reading an endless body at the maximum size', async () => {
    const { key, site } = await makeBackend(gateway);
    const asked = open(await serve(db), { key, siteId: site.id });
    const answered = answerTo(asked);
    asked.write(Buffer.alloc(MIB, ' '));
    asked.write('[');

    expect(await answered).toEqual({ answer: TOO_LARGE, connection: 'close' });
  });

  it('answers 401 once the body has arrived, whatever it is', async () => {
    const { site } = await makeBackend(gateway);
    const asked = open(await serve(db), {
      key: 'nonsense',
      siteId: site.id,
      headers: { 'content-length': 100 },
    });
    asked.end(Buffer.alloc(100, '{'));

    expect((await answerTo(asked)).answer).toMatchObject({ status: 401, whole: true });
  });

  it.each([
    ['of an announced length', { 'content-length': 100 }],
    ['in chunks', {}],
  ])('records nothing and logs no failure when a caller breaks off a body %s', async (_, headers) => {
    const { key, site } = await makeBackend(gateway);
    const server = await serve(db);
    const asked = open(server, { key, siteId: site.id, headers });
    await new Promise((resolve) => asked.write(JSON.stringify(VISIT), resolve));
    await server.live();
    asked.destroy();
    await server.stop();

    expect(requestsLogged(server, site.id)).toEqual([]);
    expect(server.logged().filter(({ msg }) => msg === 'request failed')).toEqual([]);
    expect(await countStored(db, site.id)).toMatchObject({ events: 0 });
  });

  it('that is stopped records and answers the requests that have arrived', async () => {
    const watched = watchQueries({ poolSize: 2 });
    const { key, site } = await makeBackend(gateway);
    const server = await serve(watched.db, { stopWithinMs: 120_000 });
    const bodies = Array.from({ length: 5 }, () => open(server, { key, siteId: site.id }));
    const answered = Promise.all(bodies.map(answerTo));
    for (const asked of bodies) asked.end(JSON.stringify(VISIT));
    await vi.waitUntil(() => watched.asked.some(({ text }) => text.includes('insert into usage')), PATIENTLY);

    const stopping = server.stop();

    const statuses = (await answered).map(({ answer }) => answer.status);
    await stopping;
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
    expect(await countStored(db, site.id)).toEqual({ events: 5, inDays: 5, inBuckets: 5 });
  });
});

function requestsLogged(server: Served, siteId: string) {
  return server.logged().filter(({ path }) => path === pathOf(siteId));
}
