import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { serveConnection, type Connection } from './connection.ts';
import { Turns, type Engine, type TurnRules } from './turns.ts';

export type Multiplexer = {
  listen(socketPath: string): Promise<void>;
  /** Takes no new client, waits `graceMs` for the others to leave, hangs up on who is left; then no turn runs. */
  close(graceMs: number): Promise<void>;
};

/** Serves many PostgreSQL clients from one session, as if each had its own but for session settings. */
export function createMultiplexer(engine: Engine, rules: TurnRules): Multiplexer {
  const turns = new Turns(engine, rules);
  const connections = new Set<Connection>();
  let opened = 0;
  // Half-open sockets: a client that has sent all it wants to send is still answered.
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
