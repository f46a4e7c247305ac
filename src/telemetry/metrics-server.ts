import { once } from 'node:events';
import { type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';

export type MetricsServer = {
  /** The address of the metrics, with the actual port. */
  readonly url: string;
  readonly close: () => Promise<void>;
};

type MetricsServerParts = {
  readonly host: string;
  readonly port: number;
  readonly log: Logger;
  /** The metrics as they are now. */
  readonly collect: () => Promise<Pick<Registry, 'metrics' | 'contentType'>>;
};

/** Serves `/metrics` on a port of its own. Rejects if it cannot listen. */
export async function openMetricsServer(parts: MetricsServerParts): Promise<MetricsServer> {
  const { host, port, log, collect } = parts;
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404).end('The metrics are at /metrics.\n');
      return;
    }
    write(response).catch((error: unknown) => {
      log.error({ err: error }, 'metrics not collected');
      response.writeHead(500).end('The metrics could not be collected; the log says why.\n');
    });
  });

  async function write(response: ServerResponse): Promise<void> {
    const registry = await collect();
    const text = await registry.metrics();
    response.writeHead(200, { 'Content-Type': registry.contentType }).end(text);
  }

  server.listen(port, host);
  await once(server, 'listening');
  // a program that could not start ends, although nobody closes this
  server.unref();
  const { address, family, port: actual } = server.address() as AddressInfo;
  const url = `http://${family === 'IPv6' ? `[${address}]` : address}:${actual}/metrics`;
  log.info({ url }, 'metrics');
  return {
    url,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
