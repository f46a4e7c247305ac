import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type pg from 'pg';
import type { DatabaseClient } from './client.ts';
import type { Connections } from './connections.ts';
import { isUnusableAfter } from './lost-connection.ts';

/** A query on its way to the database; a name means that it is prepared. */
export type SentQuery = {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly name?: string;
};

/** Called with every query before it is sent; what it throws fails the query. */
export type OnQuery = (query: SentQuery) => void;

/** Runs around every query that is sent. */
export type AroundQuery = <Result>(query: SentQuery, send: () => Promise<Result>) => Promise<Result>;

/** Sends it, and nothing else. */
export const ALONE: AroundQuery = (_, send) => send();

/** What happens before queries and around them. */
export type QueryHooks = { readonly onQuery: OnQuery; readonly aroundQuery: AroundQuery };

/** One connection, for as long as Kysely or a long read holds it. It is taken with the first query. */
export class HeldConnection implements DatabaseConnection {
  readonly #connections: Connections;
  readonly #hooks: QueryHooks;
  #client: DatabaseClient | undefined;
  /** After it, the connection can no longer be used. */
  #fault: Error | undefined;

  constructor(connections: Connections, hooks: QueryHooks) {
    this.#connections = connections;
    this.#hooks = hooks;
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

  /** Sends a query without waiting for those before it. After a fault, every query fails with that fault. */
  async send(query: pg.QueryConfig & SentQuery): Promise<pg.QueryResult> {
    this.#hooks.onQuery(query);
    if (this.#fault) throw this.#fault;
    const client = (this.#client ??= await this.#connections.take());
    try {
      return await this.#hooks.aroundQuery(query, () => client.ask(query));
    } catch (error) {
      if (isUnusableAfter(error)) this.#fault ??= error as Error;
      throw error;
    }
  }

  /** Gives the connection back, if one was taken. */
  release(): void {
    if (this.#client) this.#connections.giveBack(this.#client, this.#fault);
    this.#client = undefined;
    this.#fault = undefined;
  }
}
