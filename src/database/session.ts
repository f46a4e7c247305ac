import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type pg from 'pg';
import { isUnusableAfter } from './lost-connection.ts';

/** A query on its way to the database; a name means that it is prepared. */
export type SentQuery = {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly name?: string;
};

/** Called with every query before it is sent; what it throws fails the query. */
export type OnQuery = (query: SentQuery) => void;

/** One connection of the pool, for as long as Kysely or a long read holds it. It is taken with the first query. */
export class Session implements DatabaseConnection {
  readonly #pool: pg.Pool;
  readonly #onQuery: OnQuery;
  #client: pg.PoolClient | undefined;
  #usable = true;

  constructor(pool: pg.Pool, onQuery: OnQuery) {
    this.#pool = pool;
    this.#onQuery = onQuery;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { command, rowCount, rows } = await this.send({ text: sql, values: [...parameters] });
    return {
      rows: rows as Row[],
      ...(command !== 'SELECT' && { numAffectedRows: BigInt(rowCount ?? 0) }),
    };
  }

  streamQuery(): never {
    throw new Error('a query is not streamed: read pages');
  }

  /** Sends a query without waiting for those before it. */
  async send(query: pg.QueryConfig & SentQuery): Promise<pg.QueryResult> {
    this.#onQuery(query);
    const client = (this.#client ??= await this.#pool.connect());
    try {
      return await client.query(query);
    } catch (error) {
      this.#usable &&= !isUnusableAfter(error);
      throw error;
    }
  }

  /** Gives the connection back, or closes it if it can no longer be used. */
  release(): void {
    this.#client?.release(!this.#usable);
    this.#client = undefined;
    this.#usable = true;
  }
}
