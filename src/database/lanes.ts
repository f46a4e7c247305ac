import type pg from 'pg';
import { Client, type ClientConfig } from './client.ts';
import { isUnusableAfter } from './lost-connection.ts';
import { answerWithin } from './no-answer.ts';
import type { PreparedQuery } from './statement.ts';

/** Connections for short reads, each shared by many at once. */
export type Lanes = {
  /** Reads on the connection with the fewest reads under way; once more if it breaks or is silent, and time is left. */
  read(query: PreparedQuery): Promise<pg.QueryResult>;
  /** Ends the connections once the reads under way are answered. */
  end(): Promise<void>;
};

type Lane = Lanes & { readonly underway: number };

type LaneParts = {
  readonly config: ClientConfig;
  /** How long a read may take, with its retry: a connection is silent if it does not answer in half of it. */
  readonly withinMs: number;
  readonly onLost: (error: Error) => void;
};

export function createLanes(count: number, { config, withinMs, onLost }: LaneParts): Lanes {
  const halfMs = withinMs / 2;
  const limits = {
    ...(withinMs < Infinity && { answerWithinMs: halfMs }),
    connectionTimeoutMillis: Math.min(config.connectionTimeoutMillis ?? Infinity, halfMs),
  };
  const parts = { config: { ...config, ...limits }, withinMs, onLost };
  const lanes = Array.from({ length: count }, () => createLane(parts));
  return {
    read: (query) =>
      lanes.reduce((least, lane) => (lane.underway < least.underway ? lane : least)).read(query),
    async end() {
      await Promise.all(lanes.map((lane) => lane.end()));
    },
  };
}

/** One pipelined connection: reads are sent while others are still being answered. A broken one is replaced. */
function createLane({ config, withinMs, onLost }: LaneParts): Lane {
  let current: Promise<Client> | undefined;
  let underway = 0;
  let ended = false;

  function connect(): Promise<Client> {
    // a request whose caller has left may still read while the server stops
    if (ended) return Promise.reject(new Error('the database was closed'));
    const client = new Client({ ...config, pipeline: true });
    client.on('error', onLost);
    const connecting = client.connect().then(() => client);
    const replace = () => {
      if (current === connecting) current = undefined;
    };
    client.once('end', replace);
    connecting.catch(replace);
    return connecting;
  }

  async function retry(lost: Promise<Client>, query: PreparedQuery): Promise<pg.QueryResult> {
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
      const startedMs = performance.now();
      const connecting = (current ??= connect());
      try {
        return await send(await connecting, query);
      } catch (error) {
        const leftMs = withinMs - (performance.now() - startedMs);
        if (!isUnusableAfter(error) || leftMs <= 0) throw error;
        return await answerWithin(leftMs, retry(connecting, query));
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
function send(client: Client, query: PreparedQuery): Promise<pg.QueryResult> {
  const { stream } = client.connection;
  if (stream.writableCorked === 0) {
    stream.cork();
    setImmediate(() => {
      stream.uncork();
    });
  }
  return client.ask(query);
}
