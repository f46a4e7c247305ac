import { inject } from 'vitest';
import { type Database, openDatabase } from '../../src/database/database.ts';
import type { SentQuery } from '../../src/database/held-connection.ts';
import { atEnd } from './at-end.ts';
import type { Connection } from './fresh-database.ts';

export type WatchedDatabase = {
  readonly db: Database;
  /** Every query sent through `db` so far, in order, without BEGIN and COMMIT. */
  readonly asked: readonly SentQuery[];
};

type WatchOptions = {
  readonly connection?: Connection;
  readonly poolSize?: number;
  /** Called with each query, which fails with whatever this throws. */
  readonly onQuery?: (text: string) => void;
};

/** A pool on a database, by default the project's, that lists its queries. It is closed after the test or the file. */
export function watchQueries(options: WatchOptions = {}): WatchedDatabase {
  const { connection = inject('database'), poolSize = 4, onQuery = () => undefined } = options;
  const asked: SentQuery[] = [];
  const db = openDatabase({
    connection,
    poolSize,
    statementTimeoutMs: 30_000,
    onQuery(query) {
      if (/^(begin|commit|rollback)$/.test(query.text)) return;
      asked.push(query);
      onQuery(query.text);
    },
  });
  atEnd(() => db.destroy());
  return { db, asked };
}
