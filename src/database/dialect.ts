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
import { type QueryHooks, HeldConnection } from './held-connection.ts';

/** Kysely's PostgreSQL over connections, which whoever opened them ends. */
export function createDialect(connections: Connections, hooks: QueryHooks): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => createDriver(connections, hooks),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

function createDriver(connections: Connections, hooks: QueryHooks): Driver {
  const run = (text: string) => (connection: DatabaseConnection) =>
    connection.executeQuery(CompiledQuery.raw(text)).then(() => undefined);
  return {
    init: () => Promise.resolve(),
    acquireConnection: () => Promise.resolve(new HeldConnection(connections, hooks)),
    beginTransaction: run('begin'),
    commitTransaction: run('commit'),
    rollbackTransaction: run('rollback'),
    releaseConnection(connection) {
      if (connection instanceof HeldConnection) connection.release();
      return Promise.resolve();
    },
    destroy: () => Promise.resolve(),
  };
}
