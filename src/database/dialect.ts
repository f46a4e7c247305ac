import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import type pg from 'pg';
import { type OnQuery, Session } from './session.ts';

/** Kysely's PostgreSQL over a pool, which whoever opened it closes. */
export function createDialect(pool: pg.Pool, onQuery: OnQuery): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => createDriver(pool, onQuery),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

function createDriver(pool: pg.Pool, onQuery: OnQuery): Driver {
  const run = (text: string) => (connection: DatabaseConnection) =>
    connection.executeQuery(CompiledQuery.raw(text)).then(() => undefined);
  return {
    init: () => Promise.resolve(),
    acquireConnection: () => Promise.resolve(new Session(pool, onQuery)),
    beginTransaction: run('begin'),
    commitTransaction: run('commit'),
    rollbackTransaction: run('rollback'),
    releaseConnection(connection) {
      if (connection instanceof Session) connection.release();
      return Promise.resolve();
    },
    destroy: () => Promise.resolve(),
  };
}
