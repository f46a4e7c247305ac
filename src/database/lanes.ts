import pg from 'pg';

/** Connections for short reads, each shared by many at once. */
export type Lanes = {
  /** Asks where the fewest reads are under way. A read that was lost with its connection is asked once more. */
  ask(query: pg.QueryConfig): Promise<pg.QueryResult>;
  /** Ends the connections once the reads under way are answered. */
  end(): Promise<void>;
};

type Lane = Lanes & { readonly underway: number };

export function createLanes(count: number, config: pg.ClientConfig, onLost: (error: Error) => void): Lanes {
  const lanes = Array.from({ length: count }, () => createLane(config, onLost));
  return {
    ask: (query) => lanes.reduce((least, lane) => (lane.underway < least.underway ? lane : least)).ask(query),
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
    // a request whose caller has left may still ask while the server stops
    if (ended) return Promise.reject(new Error('the database was closed'));
    const client = new pg.Client({ ...config, pipeline: true });
    client.on('error', onLost);
    const connecting = client.connect();
    const replace = () => {
      if (current === connecting) current = undefined;
    };
    client.once('end', replace);
    connecting.catch(replace);
    return connecting;
  }

  async function askAgain(lost: Promise<pg.Client>, query: pg.QueryConfig): Promise<pg.QueryResult> {
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
    async ask(query) {
      underway++;
      const asked = (current ??= connect());
      try {
        return await send(await asked, query);
      } catch (error) {
        if (!isLost(error)) throw error;
        return await askAgain(asked, query);
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

/** What is asked in one turn of the event loop is sent together: a system call costs as much as an answer. */
function send(client: pg.Client, query: pg.QueryConfig): Promise<pg.QueryResult> {
  const { stream } = client.connection;
  if (stream.writableCorked === 0) {
    stream.cork();
    setImmediate(() => {
      stream.uncork();
    });
  }
  return client.query(query);
}

/** Connection failures, a server that stops, and statements that a pooler or a migration (0A000) took away. */
const LOST_CODES = /^(08...|57P0[1235]|26000|0A000|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/;
const LOST_MESSAGES = /Connection terminated|not queryable/;

/** Whether the server did not answer in time: what is asked next on its connection would wait as well. */
export function isTimedOut(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
}

/** Whether the connection, or what it had prepared, is gone, so that a read may succeed on another. */
export function isLost(error: unknown): boolean {
  const { code = '', message = '' } = error as { readonly code?: string; readonly message?: string };
  return LOST_CODES.test(code) || LOST_MESSAGES.test(message);
}
