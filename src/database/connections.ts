import pg from 'pg';
import { Client, type ClientConfig } from './client.ts';
import { createLeftoverSessions } from './leftover-sessions.ts';
import { isUnanswered } from './lost-connection.ts';

/** The connections for transactions, writes and long reads. */
export type Connections = {
  /** A connection for one caller alone. */
  take(): Promise<Client>;
  /** Takes it back. After a fault it is closed, and its session is ended on the server if it is still there. */
  giveBack(client: Client, fault: Error | undefined): void;
  end(): Promise<void>;
};

type PoolClient = Client & pg.PoolClient;

type PoolConfig = ClientConfig & { readonly max: number };

type ConnectionOptions = {
  /** Whether each connection has a session of its own; on the embedded database they share one. */
  readonly onServer: boolean;
  readonly onLost: (error: Error) => void;
};

/** Opens connections as they are needed. */
export function createConnections(config: PoolConfig, { onServer, onLost }: ConnectionOptions): Connections {
  // pipelined for the statements that a transaction sends together
  const pool = new pg.Pool({ ...config, Client, pipeline: true });
  const leftovers = createLeftoverSessions();
  const silencesBefore = new WeakMap<pg.PoolClient, number>();
  let silences = 0;

  pool.on('connect', (client) => {
    silencesBefore.set(client, silences);
    // Without a listener of its own, a connection that dies inside a transaction would end the process.
    client.on('error', onLost);
  });
  pool.on('error', onLost);

  /** When one connection has gone silent, those that are as old may have, too. */
  async function takeTrusted(): Promise<PoolClient> {
    for (;;) {
      const client: unknown = await pool.connect();
      if (silencesBefore.get(client as PoolClient) === silences) return client as PoolClient;
      close(client as PoolClient);
    }
  }

  return {
    async take() {
      const client = await takeTrusted();
      try {
        await leftovers.endThrough(client);
        return client;
      } catch (error) {
        close(client);
        throw error;
      }
    },
    giveBack(client, fault) {
      if (fault === undefined) {
        (client as PoolClient).release();
        return;
      }
      if (isUnanswered(fault)) silences++;
      if (onServer) leftovers.add(client);
      close(client as PoolClient);
    },
    end: () => pool.end(),
  };
}

/** Closes the socket at once: on a silent connection, a farewell would wait for an answer. */
function close(client: PoolClient): void {
  client.connection.stream.destroy();
  client.release(true);
}
