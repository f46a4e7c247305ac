import { once } from 'node:events';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The pages of a test site without a sender, which another one stands in front of. */
export async function startPlainSite(): Promise<{ readonly address: string; readonly close: () => void }> {
  const server: Server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function answer({ url = '', headers }: IncomingMessage, response: ServerResponse): void {
  const { pathname } = new URL(url, 'http://site.test');
  response.setHeader('content-type', 'text/plain');
  if (headers['authorization']) response.writeHead(400).end('the site was sent a key');
  else if (pathname === '/guide') response.end('guide');
  else if (/^\/p\/\d+$/.test(pathname)) response.end('page');
  else if (pathname === '/wait') setTimeout(() => response.end('page'), 10);
  else if (pathname === '/broken') response.writeHead(500).end('broken');
  else if (pathname === '/stream') {
    response.write('one, ');
    setImmediate(() => response.end('two'));
  } else response.writeHead(404).end('not found');
}
