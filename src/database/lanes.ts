import type pg from 'pg';
import { DatabaseClient, type ClientConfig } from './client.ts';
import { isUnusableAfter, isWorkerFault } from './lost-connection.ts';
import { answerWithin } from './no-answer.ts';
import type { PreparedQuery } from './statement.ts';

/** Connections for short reads, each shared by many at once. */
export type Lanes = {
  /**
   * Reads on the connection with the fewest reads under way. Once more if it breaks or is silent, or if a Citus worker was
   * away, and time is left.
   */
  read(query: PreparedQuery): Promise<pg.QueryResult>;
  /** Whether every connection waits for a read that should have been answered long ago: others would wait behind it. */
  areHeldUp(): boolean;
  /** The number of reads under way. */
  underway(): number;
  /** Ends the connections once the reads under way are answered. */
  end(): Promise<void>;
};

/** A read under way. They are answered in the order in which they are asked. */
type Underway = { readonly askedMs: number };

type Lane = {
  /** The oldest is the one for which all others wait. */
  readonly underway: ReadonlySet<Underway>;
  read(query: PreparedQuery): Promise<pg.QueryResult>;
  end(): Promise<void>;
};

/** A short read takes a fraction of a millisecond, and a hundred of them wait for each other. */
const HELD_UP_AFTER_MS = 250;

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
      lanes.reduce((least, lane) => (lane.underway.size < least.underway.size ? lane : least)).read(query),
    areHeldUp: () => lanes.every((lane) => ageOf(lane.underway) > HELD_UP_AFTER_MS),
    underway: () => lanes.reduce((sum, lane) => sum + lane.underway.size, 0),
    async end() {
      await Promise.all(lanes.map((lane) => lane.end()));
    },
  };
}

function ageOf([oldest]: Iterable<Underway>): number {
  return oldest === undefined ? 0 : performance.now() - oldest.askedMs;
}

/** One pipelined connection: reads are sent while others are still being answered. A broken one is replaced. */
function createLane({ config, withinMs, onLost }: LaneParts): Lane {
  let current: Promise<DatabaseClient> | undefined;
  const underway = new Set<Underway>();
  let ended = false;

  function connect(): Promise<DatabaseClient> {
    // a request whose caller has left may still read while the server stops
    if (ended) return Promise.reject(new Error('the database was closed'));
    const client = new DatabaseClient({ ...config, pipeline: true });
    client.on('error', onLost);
    const connecting = client.connect().then(() => client);
    const forget = () => {
      if (current === connecting) current = undefined;
    };
    client.once('end', forget);
    connecting.catch(forget);
    return connecting;
  }

  function replace(lost: Promise<DatabaseClient>): void {
    if (current !== lost) return;
    current = undefined;
    void lost.then((client) => client.end()).catch(onLost);
  }

  async function ask(query: PreparedQuery): Promise<pg.QueryResult> {
    return send(await (current ??= connect()), query);
  }

  return {
    underway,
    async read(query) {
      const read = { askedMs: performance.now() };
      underway.add(read);
      const connecting = (current ??= connect());
      try {
        return await ask(query);
      } catch (error) {
        const leftMs = withinMs - ageOf([read]);
        if (leftMs <= 0 || !(isUnusableAfter(error) || isWorkerFault(error))) throw error;
        if (!isWorkerFault(error)) replace(connecting);
        return await answerWithin(leftMs, ask(query));
      } finally {
        underway.delete(read);
      }
    },
    async end() {
      ended = true;
      await (await current?.catch(() => undefined))?.end();
    },
  };
}

/** Sends the reads of one turn of the event loop together: a system call costs as much as an answer. */
function send(client: DatabaseClient, query: PreparedQuery): Promise<pg.QueryResult> {
  const { stream } = client.connection;
  if (stream.writableCorked === 0) {
    stream.cork();
    setImmediate(() => {
      stream.uncork();
    });
  }
  return client.ask(query);
}
