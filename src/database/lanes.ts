import type pg from 'pg';
import { Client } from './client.ts';
import { isLost } from './lost-connection.ts';
import type { PreparedQuery } from './statement.ts';

/** Connections for short reads, each shared by many at once. */
export type Lanes = {
  /** Reads on the connection with the fewest reads under way; once more if that connection breaks. */
  read(query: PreparedQuery): Promise<pg.QueryResult>;
  /** Ends the connections once the reads under way are answered. */
  end(): Promise<void>;
};

type Lane = Lanes & { readonly underway: number };

export function createLanes(count: number, config: pg.ClientConfig, onLost: (error: Error) => void): Lanes {
  const lanes = Array.from({ length: count }, () => createLane(config, onLost));
  return {
    read: (query) =>
      lanes.reduce((least, lane) => (lane.underway < least.underway ? lane : least)).read(query),
    async end() {
      await Promise.all(lanes.map((lane) => lane.end()));
    },
  };
}

/** One pipelined connection: reads are sent while others are still being answered. A broken one is replaced. */
function createLane(config: pg.ClientConfig, onLost: (error: Error) => void): Lane {
  let current: Promise<pg.Client> | undefined;
  let underway = 0;
  let ended = false;

  function connect(): Promise<pg.Client> {
    // a request whose caller has left may still read while the server stops
    if (ended) return Promise.reject(new Error('the database was closed'));
    const client = new Client({ ...config, pipeline: true });
    client.on('error', onLost);
    const connecting = client.connect();
    const replace = () => {
      if (current === connecting) current = undefined;
    };
    client.once('end', replace);
    connecting.catch(replace);
    return connecting;
  }

  async function retry(lost: Promise<pg.Client>, query: PreparedQuery): Promise<pg.QueryResult> {
    if (current === lost) {
      current = undefined;
      void lost.then((client) => client.end()).catch(onLost);
    }
    return send(await (current ??= connect()), query);
  }

  return {
    get underway() {
      return underway;
    },
    async read(query) {
      underway++;
      const connecting = (current ??= connect());
      try {
        return await send(await connecting, query);
      } catch (error) {
        if (!isLost(error)) throw error;
        return await retry(connecting, query);
      } finally {
        underway--;
      }
    },
    async end() {
      ended = true;
      await (await current?.catch(() => undefined))?.end();
    },
  };
}

/** Sends the reads of one turn of the event loop together: a system call costs as much as an answer. */
function send(client: pg.Client, query: PreparedQuery): Promise<pg.QueryResult> {
  const { stream } = client.connection;
  if (stream.writableCorked === 0) {
    stream.cork();
    setImmediate(() => {
      stream.uncork();
    });
  }
  return client.query(query);
}
