import pLimit from 'p-limit';
import type pg from 'pg';
import type { FairLimit } from '../limits/fair-limit.ts';
import type { Connections, PoolLoad } from './connections.ts';
import type { Lanes } from './lanes.ts';
import { isLost, isWorkerFault } from './lost-connection.ts';
import { answerWithin } from './no-answer.ts';
import { type QueryHooks, HeldConnection } from './held-connection.ts';
import type { PreparedQuery } from './statement.ts';

/** The reader that a long read counts for: the id of an account, or the service itself. */
export type LongReader = number | 'service';

/**
 * Where reads go that are no part of a transaction. Each is retried once if its connection breaks, or if a Citus worker
 * was away, and time is left.
 */
export type Reads = {
  /** On a connection shared with other short reads; on one of its own while those are held up. */
  short(query: PreparedQuery): Promise<pg.QueryResult>;
  /** On a connection shared with its like, and with no read of what a site recorded. */
  access(query: PreparedQuery): Promise<pg.QueryResult>;
  /**
   * On a connection of its own, so that it holds up no other read and nothing that writes. Accounts take turns. Throws
   * OVERLOADED if too many wait, or if it waits too long.
   */
  long(query: PreparedQuery, reader: LongReader): Promise<pg.QueryResult>;
  /** As `long`, by an index that has the rows in their order, if there is one, and never by sorting more of them. */
  inOrder(query: PreparedQuery, reader: LongReader): Promise<pg.QueryResult>;
  /** As `long`, and what it joins is looked up in hash tables, and not sorted. */
  hashed(query: PreparedQuery, reader: LongReader): Promise<pg.QueryResult>;
  /** How busy the connections are now. */
  load(): DatabaseLoad;
};

export type DatabaseLoad = {
  readonly pool: PoolLoad;
  /** Reads under way on the shared connections, by what they are for. */
  readonly lanes: { readonly short: number; readonly access: number };
};

type ReadParts = {
  /** Of transactions and writes. */
  readonly connections: Connections;
  /** Of long reads; the same, if there is only one connection for all. */
  readonly longConnections: Connections;
  readonly fairly: FairLimit<LongReader>;
  readonly lanes: Lanes;
  readonly accessLane: Lanes;
  readonly hooks: QueryHooks;
  /** How long a long read may take once it has its turn, with its retry; `lanes` limit the short ones. */
  readonly withinMs: number;
  /** How many short reads may have connections of their own at a time. */
  readonly mostBeside: number;
};

export function createReads(parts: ReadParts): Reads {
  const { connections, longConnections, fairly, lanes, accessLane, hooks, withinMs } = parts;
  const beside = pLimit(parts.mostBeside);

  async function readAlone(on: Connections, query: PreparedQuery, send: Send): Promise<pg.QueryResult> {
    const held = new HeldConnection(on, hooks);
    try {
      return await send(held, query);
    } finally {
      held.release();
    }
  }

  function readTwice(on: Connections, query: PreparedQuery, send = sendAlone): Promise<pg.QueryResult> {
    return readAlone(on, query, send).catch((error: unknown) => {
      if (isLost(error) || isWorkerFault(error)) return readAlone(on, query, send);
      throw error;
    });
  }

  function readFairly(query: PreparedQuery, reader: LongReader, send: Send): Promise<pg.QueryResult> {
    return fairly.run(reader, () => answerWithin(withinMs, readTwice(longConnections, query, send)));
  }

  function poolLoad(): PoolLoad {
    const own = connections.load();
    const { open, idle, waiting } = longConnections === connections ? NONE : longConnections.load();
    const all = own.waiting + waiting + fairly.waiting();
    return { open: own.open + open, idle: own.idle + idle, waiting: all };
  }

  return {
    async short(query) {
      if (lanes.areHeldUp()) return answerWithin(withinMs, beside(readTwice, connections, query));
      hooks.onQuery(query);
      return hooks.aroundQuery(query, () => lanes.read(query));
    },
    async access(query) {
      hooks.onQuery(query);
      return hooks.aroundQuery(query, () => accessLane.read(query));
    },
    long: (query, reader) => readFairly(query, reader, sendAlone),
    inOrder: (query, reader) => readFairly(query, reader, sendInOrder),
    hashed: (query, reader) => readFairly(query, reader, sendHashed),
    load: () => ({
      pool: poolLoad(),
      lanes: { short: lanes.underway(), access: accessLane.underway() },
    }),
  };
}

type Send = (held: HeldConnection, query: PreparedQuery) => Promise<pg.QueryResult>;

const sendAlone: Send = (held, query) => held.send(query);

/** Sends it in a transaction of its own, with settings that end with it. */
function sendWith(settings: Readonly<Record<string, string>>): Send {
  const changes = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', true)`);
  const set = `select ${changes.join(', ')}`;
  return async (held, query) => {
    await held.send(BEGIN);
    const done = held.send({ text: set, values: [] });
    const answer = held.send(query);
    await Promise.allSettled([done, answer, held.send(COMMIT)]);
    return answer;
  };
}

const BEGIN = { text: 'begin', values: [] };
const COMMIT = { text: 'commit', values: [] };

/**
 * The planner multiplies what it knows of each condition. Where one follows from another, it expects no rows, and to sort
 * these costs as little as to take them from an index in order.
 */
const sendInOrder = sendWith({ enable_sort: 'off', enable_bitmapscan: 'off' });

/**
 * The planner knows nothing of what is in arrays, and would sort two lists of pages rather than look up one in the other. What
 * a bot read of a large site fits in this memory.
 */
const sendHashed = sendWith({ enable_mergejoin: 'off', work_mem: '16MB' });

const NONE: PoolLoad = { open: 0, idle: 0, waiting: 0 };
