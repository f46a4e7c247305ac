import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { serveConnection, type ClientConnection } from './connection.ts';
import type { Engine } from './engine.ts';
import { Turns, type TurnRules } from './turns.ts';

export type Multiplexer = {
  listen(socketPath: string): Promise<void>;
  /** Accepts no new clients, waits `graceMs` for the others to leave, then disconnects them and ends the last turn. */
  close(graceMs: number): Promise<void>;
};

/** Serves many PostgreSQL clients from one session. */
export function createMultiplexer(engine: Engine, rules: TurnRules): Multiplexer {
  const turns = new Turns(engine, rules);
  const connections = new Set<ClientConnection>();
  let opened = 0;
  // Half-open sockets, so that a client that has closed its side still gets its responses.
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const connection = serveConnection(socket, ++opened, turns);
    connections.add(connection);
    socket.once('close', () => connections.delete(connection));
  });
  return {
    listen: async (socketPath) => {
      server.listen(socketPath);
      await once(server, 'listening');
    },
    close: async (graceMs) => {
      const closed = once(server, 'close');
      server.close();
      const grace = new AbortController();
      await Promise.race([closed, sleep(graceMs, undefined, { signal: grace.signal })]);
      grace.abort();
      for (const connection of connections) connection.hangUp('57P01', 'the embedded database is stopping');
      await closed;
      await turns.settled();
    },
  };
}
