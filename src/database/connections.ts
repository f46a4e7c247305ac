import pg from 'pg';
import { DatabaseClient, type ClientConfig } from './client.ts';
import { createLeftoverSessions } from './leftover-sessions.ts';

/** How many connections are open, how many of these are idle, and how many callers wait for one. */
export type PoolLoad = { readonly open: number; readonly idle: number; readonly waiting: number };

/** The connections for transactions, writes and long reads. */
export type Connections = {
  /** A connection for one caller alone. */
  take(): Promise<DatabaseClient>;
  /** Takes it back. After a fault it is closed, and its session is ended on the server if it is still there. */
  giveBack(client: DatabaseClient, fault: Error | undefined): void;
  /** Replaces the connections that are open now before their next use: one as old as they are has gone silent. */
  distrust(): void;
  load(): PoolLoad;
  end(): Promise<void>;
};

type PoolClient = DatabaseClient & pg.PoolClient;

type PoolConfig = ClientConfig & { readonly max: number };

type ConnectionOptions = {
  /** Whether each connection has a session of its own; on the embedded database they share one. */
  readonly onServer: boolean;
  readonly onLost: (error: Error) => void;
};

/** Opens connections as they are needed. */
export function createConnections(config: PoolConfig, { onServer, onLost }: ConnectionOptions): Connections {
  // pipelined for the statements that a transaction sends together
  const pool = new pg.Pool({ ...config, Client: DatabaseClient, pipeline: true });
  const leftovers = createLeftoverSessions();
  let trusted = new WeakSet<pg.PoolClient>();

  pool.on('connect', (client) => {
    trusted.add(client);
    // Without a listener of its own, a connection that dies inside a transaction would end the process.
    client.on('error', onLost);
  });
  pool.on('error', onLost);

  async function takeTrusted(): Promise<PoolClient> {
    for (;;) {
      const client: unknown = await pool.connect();
      if (trusted.has(client as PoolClient)) return client as PoolClient;
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
      if (onServer) leftovers.add(client);
      close(client as PoolClient);
    },
    distrust() {
      trusted = new WeakSet();
    },
    load: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    end: () => pool.end(),
  };
}

/** Closes the socket at once: on a silent connection, a farewell would wait for an answer. */
function close(client: PoolClient): void {
  client.connection.stream.destroy();
  client.release(true);
}
