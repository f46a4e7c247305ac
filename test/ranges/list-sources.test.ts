import { once } from 'node:events';
import { type RequestListener, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, vi } from 'vitest';
import { httpsSource } from '../../src/ranges/list-sources.ts';
import { atEnd } from '../support/at-end.ts';

const ORIGIN = 'https://lists.example';

/** A server for https://lists.example, and a `fetch` that reaches it there without TLS. */
async function serveLists(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => {
    server.closeAllConnections();
    server.close();
    return Promise.resolve();
  });
  const { port } = server.address() as AddressInfo;
  return vi.fn<typeof fetch>((url, init) =>
    fetch((url as string).replace(ORIGIN, `http://127.0.0.1:${port}`), init),
  );
}

it('fetches a list, and follows redirects', async () => {
  const fetchLocally = await serveLists(({ url, headers }, response) => {
    if (url === '/old.json') response.writeHead(302, { location: '/new.json' }).end();
    else response.end(`${url ?? ''} ${headers.accept ?? ''} ${headers['user-agent'] ?? ''}`);
  });

  const text = await httpsSource({ fetch: fetchLocally })(`${ORIGIN}/old.json`);

  expect(text).toBe('/new.json application/json, text/html site-traffic');
  expect(fetchLocally.mock.calls.map(([url]) => url)).toEqual([`${ORIGIN}/old.json`, `${ORIGIN}/new.json`]);
});

it('leaves HTTPS for no redirect, and follows no circle', async () => {
  const fetchLocally = await serveLists(({ url }, response) => {
    const location = url === '/plain.json' ? 'http://lists.example/new.json' : '/circle.json';
    response.writeHead(301, { location }).end();
  });
  const source = httpsSource({ fetch: fetchLocally });

  await expect(source(`${ORIGIN}/plain.json`)).rejects.toThrow(
    'a redirect leads to http://lists.example/new.json, which is not HTTPS',
  );
  expect(fetchLocally).toHaveBeenCalledOnce();
  await expect(source(`${ORIGIN}/circle.json`)).rejects.toThrow('more than 5 redirects');
  expect(fetchLocally).toHaveBeenCalledTimes(1 + 6);
});

it('refuses other statuses than success, and responses that are too large', async () => {
  const fetchLocally = await serveLists(({ url }, response) => {
    if (url === '/long.json') response.end('x'.repeat(1001));
    else response.writeHead(url === '/none.json' ? 404 : 304).end();
  });
  const source = httpsSource({ fetch: fetchLocally, maxBytes: 1000 });

  await expect(source(`${ORIGIN}/none.json`)).rejects.toThrow('the response has the status 404');
  await expect(source(`${ORIGIN}/same.json`)).rejects.toThrow('the response has the status 304');
  await expect(source(`${ORIGIN}/long.json`)).rejects.toThrow('the response has more than 1000 bytes');
});

it('gives up a server that does not finish its response, or that cannot be reached', async () => {
  const fetchLocally = await serveLists((_, response) => response.write('{'));

  await expect(httpsSource({ fetch: fetchLocally, withinMs: 20 })(`${ORIGIN}/x.json`)).rejects.toThrow(
    'no response within 0.02 seconds',
  );
  const unreachable = httpsSource({ fetch: () => fetch('http://127.0.0.1:1/') });
  await expect(unreachable(`${ORIGIN}/x.json`)).rejects.toThrow(/^fetch failed: /);
});
