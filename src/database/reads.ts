import type pg from 'pg';
import type { Connections } from './connections.ts';
import type { Lanes } from './lanes.ts';
import { isLost } from './lost-connection.ts';
import { answerWithin } from './no-answer.ts';
import { type OnQuery, Session } from './session.ts';
import type { PreparedQuery } from './statement.ts';

/** Where reads go that are no part of a transaction. Each is retried once if its connection breaks and time is left. */
export type Reads = {
  /** On a connection shared with other short reads. */
  short(query: PreparedQuery): Promise<pg.QueryResult>;
  /** On a connection of its own, so that it holds up no other read. */
  long(query: PreparedQuery): Promise<pg.QueryResult>;
};

type ReadParts = {
  readonly connections: Connections;
  readonly lanes: Lanes;
  readonly onQuery: OnQuery;
  /** How long a long read may take, with its retry; `lanes` limit the short ones. */
  readonly withinMs: number;
};

export function createReads({ connections, lanes, onQuery, withinMs }: ReadParts): Reads {
  async function readAlone(query: PreparedQuery): Promise<pg.QueryResult> {
    const session = new Session(connections, onQuery);
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
      answerWithin(
        withinMs,
        readAlone(query).catch((error: unknown) => {
          if (isLost(error)) return readAlone(query);
          throw error;
        }),
      ),
  };
}
