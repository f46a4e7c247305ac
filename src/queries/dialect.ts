import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import type pg from 'pg';
import { type Lanes, isLost } from './lanes.ts';
import { isNamed } from './statement.ts';

type Connections = {
  readonly pool: pg.Pool;
  readonly lanes: Lanes;
  /** Told of every query before it is asked; what it throws fails the query. */
  readonly onQuery?: ((query: CompiledQuery) => void) | undefined;
};

/**
 * Kysely's PostgreSQL over a pool, and lanes for the short reads: a transaction, a write and a long read have a
 * connection of the pool to themselves; a short read outside of a transaction shares one with others.
 */
export function createDialect(connections: Connections): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => createDriver(connections),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

function createDriver(connections: Connections): Driver {
  const run = (text: string) => (connection: DatabaseConnection) =>
    connection.executeQuery(CompiledQuery.raw(text)).then(() => undefined);
  return {
    init: () => Promise.resolve(),
    acquireConnection: () => Promise.resolve(new Session(connections)),
    beginTransaction: run('begin'),
    commitTransaction: run('commit'),
    rollbackTransaction: run('rollback'),
    releaseConnection(connection) {
      if (connection instanceof Session) connection.release();
      return Promise.resolve();
    },
    async destroy() {
      await Promise.all([connections.pool.end(), connections.lanes.end()]);
    },
  };
}

/** What Kysely holds while it asks one query, or those of one transaction. */
class Session implements DatabaseConnection {
  readonly #connections: Connections;
  /** Its own connection, from the first query that needs one until it is released. */
  #client: pg.PoolClient | undefined;
  #lost = false;

  constructor(connections: Connections) {
    this.#connections = connections;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { command, rowCount, rows } = await this.#ask(query);
    return {
      rows: rows as Row[],
      ...(command !== 'SELECT' && { numAffectedRows: BigInt(rowCount ?? 0) }),
    };
  }

  streamQuery(): never {
    throw new Error('a query is not streamed: read pages');
  }

  release(): void {
    this.#client?.release(this.#lost);
    this.#client = undefined;
    this.#lost = false;
  }

  async #ask(query: CompiledQuery): Promise<pg.QueryResult> {
    this.#connections.onQuery?.(query);
    const asked = { text: query.sql, values: [...query.parameters] };
    if (!isNamed(query)) return this.#askOwn(asked);
    const { name, read } = query;
    const alone = this.#client === undefined;
    if (read === 'short' && alone) return this.#connections.lanes.ask({ ...asked, name });
    return this.#askOwn({ ...asked, name }).catch((error: unknown) => {
      if (read === undefined || !alone || !this.#lost) throw error;
      this.release();
      return this.#askOwn({ ...asked, name });
    });
  }

  async #askOwn(query: pg.QueryConfig): Promise<pg.QueryResult> {
    const client = (this.#client ??= await this.#connections.pool.connect());
    try {
      return await client.query(query);
    } catch (error) {
      // a connection whose prepared statements are gone would fail ever after
      this.#lost ||= isLost(error);
      throw error;
    }
  }
}
