import type { CompiledQuery } from 'kysely';
import { inject } from 'vitest';
import { type Database, openDatabase } from '../../src/database/database.ts';
import { atEnd } from './at-end.ts';
import type { Connection } from './fresh-database.ts';

export type WatchedDatabase = {
  readonly db: Database;
  /** Every query asked through `db` so far, in order, as it was sent; BEGIN and COMMIT are not among them. */
  readonly asked: readonly CompiledQuery[];
};

type WatchOptions = {
  readonly connection?: Connection;
  readonly poolSize?: number;
  /** What it throws fails the query. */
  readonly onQuery?: (sql: string) => void;
};

/** A database of the product's own, by default that of the project, and what is asked of it; closed like the rest. */
export function watchQueries(options: WatchOptions = {}): WatchedDatabase {
  const { connection = inject('database'), poolSize = 4, onQuery = () => undefined } = options;
  const asked: CompiledQuery[] = [];
  const db = openDatabase({
    connection,
    poolSize,
    statementTimeoutMs: 30_000,
    onQuery(query) {
      if (/^(begin|commit|rollback)$/.test(query.sql)) return;
      asked.push(query);
      onQuery(query.sql);
    },
  });
  atEnd(() => db.destroy());
  return { db, asked };
}
