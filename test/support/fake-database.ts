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

export type RowsOf = (query: PreparedQuery, lane: Lane) => readonly unknown[] | Promise<readonly unknown[]>;

type Lane = Exclude<keyof Database['reads'], 'load'>;

/** A database that only reads, from memory: `rowsOf` returns the rows of each statement, by where it was sent. */
export function fakeDatabase(rowsOf: RowsOf): Database {
  const on = (lane: Lane) => async (query: PreparedQuery) =>
    ({ rows: await rowsOf(query, lane) }) as pg.QueryResult;
  const dialect: Dialect = {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
  return createDatabase(
    dialect,
    {
      ...{ short: on('short'), access: on('access'), long: on('long') },
      ...{ inOrder: on('inOrder'), hashed: on('hashed'), load: () => IDLE },
    },
    () => Promise.resolve(),
  );
}
