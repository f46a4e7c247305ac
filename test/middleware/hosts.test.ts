import { once } from 'node:events';
import {
  Agent,
  type OutgoingHttpHeaders,
  type RequestListener,
  type ServerResponse,
  createServer,
  request as send,
} from 'node:http';
import { connect } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import express from 'express';
import { describe, expect, it } from 'vitest';
import { type TrafficRequest, siteTraffic } from '../../src/middleware/site-traffic.ts';
import { atEnd } from '../support/at-end.ts';
import { KEY, NOW, listen, makeOptions, startCollector } from './collector.ts';
import { HOSTS } from './hosts.ts';

/** Without the requests to the collector, which is a server of this process too. */
const OF_HOST = {
  filter: ({ target }: TrafficRequest) => !target.startsWith('/collect/'),
  closeWithinMs: 300_000,
};

type Asked = { readonly method?: string; readonly path: string; readonly headers?: OutgoingHttpHeaders };

const CRAWL: Asked = {
  path: '/guide?utm_source=chatgpt.com',
  headers: { host: 'example.com', 'user-agent': 'GPTBot/1.2', referer: 'https://chatgpt.com/' },
};
const ASKED: readonly Asked[] = [
  CRAWL,
  { method: 'HEAD', path: '/guide' },
  { method: 'OPTIONS', path: '/guide' },
  { method: 'POST', path: '/guide?from=form' },
  { path: '/missing' },
  { path: '/broken' },
  { path: '/stream' },
];

const SIGNED = {
  signature: `sig1=:${'A'.repeat(3_000)}:`,
  'signature-input': 'sig1=("@authority")',
  'signature-agent': '"https://agent.example"',
};

describe.each(HOSTS)('on %s', (_, makeHost) => {
  it('records each request once, with its method, target and status', async () => {
    const { url, collector, traffic } = await startHost();
    await askAll(url, ASKED);
    await traffic.close();

    const told = (asked: Asked, status: number) => ({
      type: 'request',
      method: asked.method ?? 'GET',
      target: asked.path,
      status,
      host: new URL(url).host,
      address: '127.0.0.1',
      user_agent: '',
      created_at: NOW,
    });
    expect(collector.requests()).toEqual([
      {
        ...told(CRAWL, 200),
        host: 'example.com',
        user_agent: 'GPTBot/1.2',
        referrer: 'https://chatgpt.com/',
      },
      ...[200, 200, 200, 404, 500, 200].map((status, i) => told(ASKED[i + 1] ?? CRAWL, status)),
    ]);
    expect(collector.batches).toMatchObject([
      {
        path: '/collect/sites/site_abc/events',
        authorization: `Bearer ${KEY}`,
        contentType: 'application/x-ndjson',
        idempotencyKey: expect.stringMatching(/^[\da-f-]{36}$/),
      },
    ]);
  });

  it('counts what was sent of each response on a connection', async () => {
    const sizes: number[] = [];
    const filter = ({ bytes = NaN }: TrafficRequest) => sizes.push(bytes) < 0;
    const traffic = siteTraffic({ ...makeOptions('http://127.0.0.1:9'), ...OF_HOST, filter });
    atEnd(traffic.close);
    const url = await listen(await makeHost(traffic, () => undefined));
    const received = await receiveTwo(new URL(url));
    await expect.poll(() => sizes.length).toBe(2);
    expect(sizes.reduce((sum, size) => sum + size)).toBe(received);
  });

  it('shows the headers of a signature as they were sent, and whole', async () => {
    const seen: TrafficRequest[] = [];
    const filter = (request: TrafficRequest) => seen.push(request) < 0;
    const traffic = siteTraffic({ ...makeOptions('http://127.0.0.1:9'), ...OF_HOST, filter });
    atEnd(traffic.close);
    const url = await listen(await makeHost(traffic, () => undefined));
    await askAll(url, [{ path: '/guide', headers: SIGNED }]);
    await expect.poll(() => seen.length).toBe(1);
    const [signature, signatureInput, signatureAgent] = Object.values(SIGNED);
    expect(seen[0]).toMatchObject({ signature, signatureInput, signatureAgent });
  });

  it('responds as it does without the middleware', async () => {
    const { url } = await startHost();
    const plain = await listen(await makeHost(undefined, () => undefined));
    expect(await askAll(url, ASKED)).toEqual(await askAll(plain, ASKED));
  });

  it('records 499 for a client that disconnects before the response begins', async () => {
    expect(await statusesAfterLeaving('/silent')).toEqual([499]);
  });

  it('records the status that was sent to a client that disconnects during the response', async () => {
    expect(await statusesAfterLeaving('/partial')).toEqual([200]);
  });

  it('responds as usual when the request is unreadable and the collector is down', async () => {
    const traffic = siteTraffic({
      ...makeOptions('http://127.0.0.1:9'),
      closeWithinMs: 1,
      filter: () => {
        throw new Error('broken filter');
      },
      onError: () => {
        throw new Error('broken listener');
      },
    });
    const url = await listen(await makeHost(traffic, () => undefined));
    expect(await askAll(url, [{ path: '/guide' }])).toMatchObject([{ status: 200, body: 'guide' }]);
    await traffic.close();
  });

  async function startHost(onHanging: (response: ServerResponse) => void = () => undefined) {
    const collector = await startCollector();
    const traffic = siteTraffic({ ...makeOptions(collector.url), ...OF_HOST });
    atEnd(traffic.close);
    return { url: await listen(await makeHost(traffic, onHanging)), collector, traffic };
  }

  /** Leaves once the host has come to the page, and an answer that began has come here. */
  async function statusesAfterLeaving(path: string): Promise<unknown> {
    let onHanging: (response: ServerResponse) => void = () => undefined;
    const hanging = new Promise<ServerResponse>((resolve) => (onHanging = resolve));
    const { url, collector, traffic } = await startHost(onHanging);
    const asking = send(`${url}${path}`);
    asking.on('error', () => undefined); // it hangs up itself
    asking.end();
    if (path === '/partial') await once(asking, 'response');
    const left = once(await hanging, 'close');
    asking.destroy();
    await left;
    await traffic.close();
    return collector.requests().map((request) => (request as { status: number }).status);
  }
});

it('counts a request once if several hooks see it', async () => {
  const collector = await startCollector();
  const traffic = siteTraffic({ ...makeOptions(collector.url), ...OF_HOST });
  traffic.everyServer();
  const app = express().use(traffic.express);
  const url = await listen(createServer(traffic.node(app as RequestListener)));
  await askAll(url, [{ path: '/missing' }]);
  await traffic.close();
  expect(collector.requests()).toMatchObject([{ target: '/missing', status: 404 }]);
});

/** One after the other over one connection. What differs from server to server is left out. */
async function askAll(url: string, asked: readonly Asked[]) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const answers = [];
  for (const { path, ...options } of asked) {
    const asking = send(`${url}${path}`, { ...options, agent }).end();
    const [response] = await once(asking, 'response');
    const headers = { ...response.headers, date: undefined };
    answers.push({ status: response.statusCode, headers, body: await text(response) });
  }
  agent.destroy();
  return answers;
}

/** The bytes of two responses on one connection, the second of which is asked for once the first arrives. */
async function receiveTwo({ hostname, port }: URL): Promise<number> {
  const socket = connect(Number(port), hostname);
  socket.write('GET /guide HTTP/1.1\r\nHost: example.com\r\n\r\n');
  socket.once('data', () => {
    socket.write('GET /missing HTTP/1.1\r\nHost: example.com\r\nConnection: close\r\n\r\n');
  });
  return (await buffer(socket)).length;
}
