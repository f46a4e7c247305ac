import {
  type Dialect,
  DummyDriver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import type pg from 'pg';
import { type Database, createDatabase } from '../../src/database/database.ts';
import type { PreparedQuery } from '../../src/database/statement.ts';

/** The load of a database without connections. */
export const IDLE = { pool: { open: 0, idle: 0, waiting: 0 }, lanes: { short: 0, access: 0 } };

export type RowsOf = (query: PreparedQuery) => readonly unknown[] | Promise<readonly unknown[]>;

/** A database that only reads, from memory: `rowsOf` returns the rows of each statement. */
export function fakeDatabase(rowsOf: RowsOf): Database {
  const read = async (query: PreparedQuery) => ({ rows: await rowsOf(query) }) as pg.QueryResult;
  const dialect: Dialect = {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
  return createDatabase(
    dialect,
    { short: read, access: read, long: read, inOrder: read, hashed: read, load: () => IDLE },
    () => Promise.resolve(),
  );
}
