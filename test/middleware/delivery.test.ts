import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { type TrafficProblem, siteTraffic } from '../../src/middleware/site-traffic.ts';
import { KEY, makeOptions, startCollector } from './collector.ts';

it('sends a batch again with the same idempotency key after the collector failed', async () => {
  const collector = await startCollector({
    status: 500,
    body: { error: 'A sentence.', code: 'SERVER_ERROR' },
  });
  expect(await deliver(collector.url)).toEqual([
    { code: 'DELAYED', message: 'the collector answered 500 SERVER_ERROR (A sentence.); retrying', lost: 0 },
  ]);
  const [first, second] = collector.batches;
  expect(collector.batches.length).toBe(2);
  expect(first).toMatchObject({ authorization: `Bearer ${KEY}`, lines: [{ target: '/guide' }] });
  expect(second).toEqual(first);
});

it('sends the key to no other host', async () => {
  const elsewhere = await startCollector();
  const collector = await startCollector({ status: 307, headers: { location: elsewhere.url } });
  expect(await deliver(collector.url)).toEqual([
    { code: 'REFUSED', message: 'the collector answered 307 without a code', lost: 1 },
  ]);
  expect(elsewhere.batches).toEqual([]);
});

it('reports why the collector cannot be reached and, on close, how many requests were lost', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close(); // nothing listens there any more
  await once(server, 'close');
  expect(await deliver(`http://127.0.0.1:${port}`, { closeWithinMs: 50 })).toEqual([
    { code: 'DELAYED', message: 'the collector did not respond (ECONNREFUSED); retrying', lost: 0 },
    { code: 'CLOSED', message: 'closed before the collector answered', lost: 1 },
  ]);
});

/** Brings one request to the collector, through the real fetch, and closes; what the host was told. */
async function deliver(url: string, options = {}): Promise<readonly TrafficProblem[]> {
  const problems: TrafficProblem[] = [];
  const traffic = siteTraffic({ ...makeOptions(url, problems), closeWithinMs: 300_000, ...options });
  const response = Object.assign(new EventEmitter(), { statusCode: 200, headersSent: true });
  traffic.express(
    { method: 'GET', url: '/guide', headers: {}, socket: { bytesWritten: 0 } },
    response,
    () => undefined,
  );
  response.emit('close');
  await traffic.close();
  return problems;
}
