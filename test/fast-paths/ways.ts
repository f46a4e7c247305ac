import { once } from 'node:events';
import { Agent, type IncomingMessage, type ServerResponse, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Request } from '@whatwg-node/fetch';
import type { Gateway } from '../../src/gateway.ts';
import { incomingOf } from '../../src/http/incoming.ts';
import { send } from '../../src/http/send.ts';
import { atEnd } from '../support/at-end.ts';
import type { Wire } from './wire.ts';

/** An answer as its caller gets it, with the headers of its door. */
export type Got = {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly bytes: Buffer;
};

/** How requests reach a gateway. */
export type Way = (gateway: Gateway) => (wire: Wire) => Promise<Got>;

const CONNECTION = { client: () => '192.0.2.1', cut: () => undefined };

/** As `Request` and `Response`, within the process. */
export const inProcess: Way =
  (gateway) =>
  async ({ method, target, headers, body }) => {
    const url = `http://site-traffic.test${target}`;
    const sent = new Request(url, { method, headers: { ...headers }, body: body ?? null });
    const response = await gateway.fetch(sent, CONNECTION);
    const bytes = Buffer.from(await response.arrayBuffer());
    return { status: response.status, headers: [...response.headers], bytes };
  };

/** Those of the connection, which Node adds. */
const OF_NODE = ['date', 'connection', 'keep-alive', 'transfer-encoding'];

/** As Node reads and writes them, over a port. */
export const overPort: Way = (gateway) => {
  const server = createServer((message, response) => void answer(gateway, message, response));
  const agent = new Agent({ keepAlive: true });
  server.listen(0, '127.0.0.1');
  atEnd(async () => {
    agent.destroy();
    server.close();
    await once(server, 'close');
  });
  return async ({ method, target, headers, body }) => {
    if (!server.listening) await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const sent = request({ port, agent, method, path: target, headers });
    sent.end(body);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const { statusCode: status = 0, rawHeaders } = response;
    const pairs = rawHeaders.flatMap((name, index) =>
      index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ''] as const] : [],
    );
    const own = pairs.filter(([name]) => !OF_NODE.includes(name.toLowerCase()));
    return { status, headers: own, bytes: await buffer(response) };
  };
};

async function answer(gateway: Gateway, message: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = new Uint8Array(await buffer(message));
  await send(await gateway.fetch(incomingOf(message, response, { body }), CONNECTION), response);
}
