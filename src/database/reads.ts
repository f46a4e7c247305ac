import pLimit from 'p-limit';
import type pg from 'pg';
import type { Connections, PoolLoad } from './connections.ts';
import type { Lanes } from './lanes.ts';
import { isLost, isWorkerFault } from './lost-connection.ts';
import { answerWithin } from './no-answer.ts';
import { type QueryHooks, Session } from './session.ts';
import type { PreparedQuery } from './statement.ts';

/**
 * Where reads go that are no part of a transaction. Each is retried once if its connection breaks, or if a Citus worker
 * was away, and time is left.
 */
export type Reads = {
  /** On a connection shared with other short reads; on one of its own while those are held up. */
  short(query: PreparedQuery): Promise<pg.QueryResult>;
  /** On a connection shared with its like, and with no read of what a site recorded. */
  access(query: PreparedQuery): Promise<pg.QueryResult>;
  /** On a connection of its own, so that it holds up no other read. */
  long(query: PreparedQuery): Promise<pg.QueryResult>;
  /** How busy the connections are now. */
  load(): DatabaseLoad;
};

export type DatabaseLoad = {
  readonly pool: PoolLoad;
  /** Reads under way on the shared connections, by what they are for. */
  readonly lanes: { readonly short: number; readonly access: number };
};

type ReadParts = {
  readonly connections: Connections;
  readonly lanes: Lanes;
  readonly accessLane: Lanes;
  readonly hooks: QueryHooks;
  /** How long a long read may take, with its retry; `lanes` limit the short ones. */
  readonly withinMs: number;
  /** How many short reads may have connections of their own at a time. */
  readonly mostBeside: number;
};

export function createReads(parts: ReadParts): Reads {
  const { connections, lanes, accessLane, hooks, withinMs } = parts;
  const beside = pLimit(parts.mostBeside);

  async function readAlone(query: PreparedQuery): Promise<pg.QueryResult> {
    const session = new Session(connections, hooks);
    try {
      return await session.send(query);
    } finally {
      session.release();
    }
  }

  function readTwice(query: PreparedQuery): Promise<pg.QueryResult> {
    return readAlone(query).catch((error: unknown) => {
      if (isLost(error) || isWorkerFault(error)) return readAlone(query);
      throw error;
    });
  }

  return {
    async short(query) {
      if (lanes.areHeldUp()) return answerWithin(withinMs, beside(readTwice, query));
      hooks.onQuery(query);
      return hooks.aroundQuery(query, () => lanes.read(query));
    },
    async access(query) {
      hooks.onQuery(query);
      return hooks.aroundQuery(query, () => accessLane.read(query));
    },
    long: (query) => answerWithin(withinMs, readTwice(query)),
    load: () => ({
      pool: connections.load(),
      lanes: { short: lanes.underway(), access: accessLane.underway() },
    }),
  };
}
