import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import type { Connections } from './connections.ts';
import { type OnQuery, Session } from './session.ts';

/** Kysely's PostgreSQL over connections, which whoever opened them ends. */
export function createDialect(connections: Connections, onQuery: OnQuery): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => createDriver(connections, onQuery),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

function createDriver(connections: Connections, onQuery: OnQuery): Driver {
  const run = (text: string) => (connection: DatabaseConnection) =>
    connection.executeQuery(CompiledQuery.raw(text)).then(() => undefined);
  return {
    init: () => Promise.resolve(),
    acquireConnection: () => Promise.resolve(new Session(connections, onQuery)),
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
