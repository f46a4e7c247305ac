import { once } from 'node:events';
import { Agent } from 'node:http';
import { type Socket, connect } from 'node:net';
import { describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { DAY_MS } from '../../src/domain/time.ts';
import { watchQueries } from '../support/asked-queries.ts';
import { openPool } from '../support/fresh-database.ts';
import { testDatabase } from '../support/gateway.ts';
import { botVisit, makeOwner, makeSite, record } from '../support/makers.ts';
import { PATIENTLY } from '../support/patience.ts';
import { type Served, ignore, readWhole, serve } from './http.ts';

// longer than a test may take: what the deadline ends instead of the server fails the test
const NEVER_MS = 3_600_000;

const db = testDatabase();
const { accountId, key } = await makeOwner(db);
const site = await makeSite(db, accountId);
const firstMs = Date.parse('2000-01-01T00:00:00Z');
await record(
  db,
  site,
  Array.from({ length: 100 }, (_, page) => botVisit(new Date(firstMs + page * 90 * DAY_MS).toISOString())),
);
const STATS = `/api/v1/sites/${site.id}/stats`;
/** Some 17 MB. */
const LONG = `/api/v1/sites/${site.id}/timeseries?start=2000-01-01&end=2024-12-31&granularity=hour`;

describe('a server that stops', () => {
  it('finishes the answer under way, refuses newcomers meanwhile, and then has stopped', async () => {
    const server = await startServing(NEVER_MS);
    const response = await server.open(LONG, { key });

    const stopping = server.stop();

    expect(await connectTo(server)).toBe('ECONNREFUSED');
    const { status, text, whole } = await readWhole(response);
    expect({ status, whole }).toEqual({ status: 200, whole: true });
    expect((JSON.parse(text) as { data: unknown[] }).data).toHaveLength(9132 * 24);
    await stopping;
  });

  it('finishes a request whose query is still running, and says that the connection ends with it', async () => {
    const { db: watched } = watchQueries({
      poolSize: 2,
      onQuery: (text) => {
        if (text.includes('api_keys')) void server.stop();
      },
    });
    const server = await serve(watched, { stopWithinMs: NEVER_MS });

    const response = await server.open(STATS, { key });

    expect(response.headers.connection).toBe('close');
    expect((await readWhole(response)).status).toBe(200);
    await server.stop();
  });

  it('is not held up by a connection that is kept open for later', async () => {
    const server = await startServing(NEVER_MS);
    const agent = keepAlive();
    expect((await readWhole(await server.open(STATS, { key, agent }))).status).toBe(200);

    await server.stop();

    expect(await connectTo(server)).toBe('ECONNREFUSED');
  });

  it('is not held up by a kept connection that was still busy', async () => {
    const server = await startServing(NEVER_MS);
    const response = await server.open(LONG, { key, agent: keepAlive() });

    const stopping = server.stop();

    expect((await readWhole(response)).whole).toBe(true);
    // Node alone would wait for the next request, longer than a test may take
    await stopping;
  });

  it('does not wait for a connection without a request', async () => {
    const server = await startServing(NEVER_MS);
    const silent = rawConnection(server);
    await once(silent, 'connect');
    await server.live();

    await server.stop();
  });

  it('at its deadline disconnects a caller who does not read', async () => {
    const server = await startServing(200);
    const response = await server.open(LONG, { key });

    await server.stop();

    expect((await readWhole(response)).whole).toBe(false);
  });

  it('at its deadline disconnects a caller who does not finish the request', async () => {
    const server = await startServing(200);
    const slow = rawConnection(server);
    slow.write(
      'POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n',
    );
    slow.write(`Authorization: Bearer ${key}\r\n\r\n{`);
    await vi.waitUntil(() => slow.bytesWritten > 100, PATIENTLY);
    await server.live();
    const closed = once(slow, 'close');

    await server.stop();

    await closed;
  });
});

async function startServing(stopWithinMs: number): Promise<Served> {
  return serve(openPool(inject('database'), 2), { stopWithinMs });
}

function keepAlive(): Agent {
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  return agent;
}

function rawConnection({ url }: Served): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).on('error', ignore);
  socket.resume();
  onTestFinished(() => {
    socket.destroy();
  });
  return socket;
}

/** Why a new connection fails; undefined when it does not. */
async function connectTo(server: Served): Promise<string | undefined> {
  const socket = rawConnection(server);
  try {
    await once(socket, 'connect');
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}
