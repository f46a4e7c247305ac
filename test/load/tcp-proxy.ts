import { once } from 'node:events';
import { type Socket, connect, createServer } from 'node:net';

/** Stands between the processes and PostgreSQL. */
export type TcpProxy = {
  readonly port: number;
  /**
   * Passes nothing more, on open connections and on new ones, until `speak`: then all that was held back arrives late, as
   * after a network that was down.
   */
  readonly silence: () => void;
  readonly speak: () => void;
  readonly close: () => Promise<void>;
};

type Link = readonly [Socket, Socket];

/** A proxy to a port of this machine. */
export async function startTcpProxy(port: number): Promise<TcpProxy> {
  const links = new Set<Link>();
  let isSilent = false;

  const server = createServer({ pauseOnConnect: true }, (client) => {
    const upstream = connect(port, '127.0.0.1');
    const link = [client, upstream] as const;
    links.add(link);
    if (!isSilent) pass(link);
    for (const [one, other] of [link, link.toReversed() as unknown as Link]) {
      one.on('error', () => undefined);
      one.on('close', () => {
        links.delete(link);
        // what the other side sent before may still be on its way
        if (!isSilent) other.destroy();
        else orphans.push(other);
      });
    }
  });
  const orphans: Socket[] = [];
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();

  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    silence() {
      isSilent = true;
      for (const [client, upstream] of links) {
        client.unpipe(upstream).pause();
        upstream.unpipe(client).pause();
      }
    },
    speak() {
      isSilent = false;
      for (const link of links) pass(link);
      for (const socket of orphans.splice(0)) socket.destroy();
    },
    async close() {
      server.close();
      for (const link of links) for (const socket of link) socket.destroy();
      await once(server, 'close');
    },
  };
}

function pass([client, upstream]: Link): void {
  client.pipe(upstream);
  upstream.pipe(client);
}
