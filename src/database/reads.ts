import type pg from 'pg';
import type { Lanes } from './lanes.ts';
import { isLost } from './lost-connection.ts';
import { type OnQuery, Session } from './session.ts';
import type { PreparedQuery } from './statement.ts';

/** Where reads go that are no part of a transaction. Each is retried once if its connection breaks. */
export type Reads = {
  /** On a connection shared with other short reads. */
  short(query: PreparedQuery): Promise<pg.QueryResult>;
  /** On a connection of its own, so that it holds up no other read. */
  long(query: PreparedQuery): Promise<pg.QueryResult>;
};

export function createReads(pool: pg.Pool, lanes: Lanes, onQuery: OnQuery): Reads {
  async function readAlone(query: PreparedQuery): Promise<pg.QueryResult> {
    const session = new Session(pool, onQuery);
    try {
      return await session.send(query);
    } finally {
      session.release();
    }
  }

  return {
    async short(query) {
      onQuery(query);
      return lanes.read(query);
    },
    long: (query) =>
      readAlone(query).catch((error: unknown) => {
        if (isLost(error)) return readAlone(query);
        throw error;
      }),
  };
}
