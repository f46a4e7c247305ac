import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { guardFromOverload } from '../../src/http/overload.ts';

/** A server whose work for these paths, all but its health by default, ends when the test says so. */
async function startStuck(isStuck = (path?: string) => path !== '/health/live') {
  const logged: Record<string, unknown>[] = [];
  const log = pino({}, { write: (line: string) => logged.push(JSON.parse(line)) });
  const guard = guardFromOverload({ log, findClient: () => '203.0.113.1', maxBodyBytes: () => 9 });
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  let begun = 0;
  const server = createServer((request, response) => {
    guard.serve(request, response, async () => {
      const isHeldUp = isStuck(request.url);
      if (isHeldUp) begun++;
      await guard.track(response, isHeldUp ? released.then(answer) : answer());
      response.end('done');
    });
  });
  return { url: await listen(server), release, begun: () => begun, logged };
}

const answer = () => Promise.resolve(new Response());

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it('refuses what waits too long with OVERLOADED and Retry-After, answers the rest, and is live all the time', async () => {
  const { url, release, begun, logged } = await startStuck();
  let refused = 0;
  const asking = Array.from({ length: 300 }, async () => {
    const response = await fetch(`${url}/api/v1/sites`);
    const body = await response.text();
    if (response.status === 503) refused++;
    return { status: response.status, body, retryAfter: response.headers.get('retry-after') };
  });

  await expect.poll(() => begun() + refused).toBe(300);
  const live = await fetch(`${url}/health/live`);
  release();
  const answers = await Promise.all(asking);

  const no = {
    status: 503,
    body: '{"error":"The service is overloaded. Retry after the time in the Retry-After header.","code":"OVERLOADED"}',
    retryAfter: '1',
  };
  const yes = { status: 200, body: 'done', retryAfter: null };
  expect(live.status).toBe(200);
  expect(answers.filter(({ status }) => status === 503)).toEqual(Array.from({ length: refused }, () => no));
  expect(answers.filter(({ status }) => status !== 503)).toEqual(Array.from({ length: begun() }, () => yes));
  // never more than 192 of those that read begin while none ends
  expect(refused).toBeGreaterThanOrEqual(108);
  expect(logged[0]).toMatchObject({ msg: 'overloaded: requests were refused' });
});

it.each(['POST', 'PUT'])('leaves those who read their share beside deliveries by %s', async (method) => {
  const { url, release, begun } = await startStuck((path) => path === '/drain');
  // three quarters of what a process works on at first
  const delivering = Array.from({ length: 12 }, () => fetch(`${url}/drain`, { method }));
  await expect.poll(begun).toBe(12);

  expect((await fetch(`${url}/api/v1/sites`)).status).toBe(200);

  release();
  await Promise.all(delivering);
});
