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
import { isLost, isTimedOut } from './lanes.ts';
import { isNamed, isSentTogether } from './statement.ts';

/** Told of every query before it is asked; what it throws fails the query. */
export type OnQuery = (query: CompiledQuery) => void;

/** Kysely's PostgreSQL over a pool, with statements under their names; a long read that was lost is asked once more. */
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
    destroy: () => pool.end(),
  };
}

/** What Kysely holds while it asks one query, or those of one transaction. */
class Session implements DatabaseConnection {
  readonly #pool: pg.Pool;
  readonly #onQuery: OnQuery;
  /** Its own connection, from the first query that needs one until it is released. */
  #client: pg.PoolClient | undefined;
  #usable = true;

  constructor(pool: pg.Pool, onQuery: OnQuery) {
    this.#pool = pool;
    this.#onQuery = onQuery;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (!isSentTogether(query)) return resultOf(await this.#ask(query));
    const results = await Promise.all(query.queries.map((one) => this.#ask(one)));
    return { rows: results.map((result) => resultOf(result)) as Row[] };
  }

  streamQuery(): never {
    throw new Error('a query is not streamed: read pages');
  }

  release(): void {
    this.#client?.release(!this.#usable);
    this.#client = undefined;
    this.#usable = true;
  }

  async #ask(query: CompiledQuery): Promise<pg.QueryResult> {
    this.#onQuery(query);
    const asked = { text: query.sql, values: [...query.parameters] };
    if (!isNamed(query)) return this.#askOwn(asked);
    const { name, read } = query;
    const alone = this.#client === undefined;
    return this.#askOwn({ ...asked, name }).catch((error: unknown) => {
      if (read === undefined || !alone || !isLost(error)) throw error;
      this.release();
      return this.#askOwn({ ...asked, name });
    });
  }

  async #askOwn(query: pg.QueryConfig): Promise<pg.QueryResult> {
    const client = (this.#client ??= await this.#pool.connect());
    try {
      return await client.query(query);
    } catch (error) {
      // One whose prepared statements are gone would fail ever after, and one that did not answer in time still might.
      this.#usable &&= !isLost(error) && !isTimedOut(error);
      throw error;
    }
  }
}

function resultOf<Row>({ command, rowCount, rows }: pg.QueryResult): QueryResult<Row> {
  return {
    rows: rows as Row[],
    ...(command !== 'SELECT' && { numAffectedRows: BigInt(rowCount ?? 0) }),
  };
}
