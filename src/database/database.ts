import { randomInt } from 'node:crypto';
import { type Compilable, type CompiledQuery, Kysely, type QueryId, type QueryResult } from 'kysely';
import pg from 'pg';
import { type OnQuery, createDialect } from './dialect.ts';
import { type Lanes, createLanes } from './lanes.ts';
import { isShortRead } from './statement.ts';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;

export type DatabaseOptions = {
  /** A PostgreSQL address, or the socket folder of the embedded database. */
  readonly connection: { readonly url: string } | { readonly socketFolder: string };
  /** Connections for transactions, writes and long reads; short reads have LANES of their own. */
  readonly poolSize: number;
  /** Longest time a statement may run on a server; the embedded database has no such limit. */
  readonly statementTimeoutMs: number;
  /** Told of a connection that broke while nobody used it; the pool replaces it. */
  readonly onConnectionLost?: (error: Error) => void;
  readonly onQuery?: OnQuery;
};

const CONNECT_TIMEOUT_MS = 5_000;

/** How much later than its own limit the server may answer before its connection is given up. */
const ANSWER_WITHIN_MS = 5_000;

/** Two, so that a read which takes longer than it should holds up half of the others at most. */
const LANES = 2;

/**
 * Connections under Kysely. What differs between a PostgreSQL server and the embedded database is decided here alone:
 * the embedded one is a single session, where a session option of one caller would bind all of them.
 */
export function openDatabase(options: DatabaseOptions): Database {
  const onLost = options.onConnectionLost ?? (() => undefined);
  const config = {
    ...connectionOptions(options),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    types: { getTypeParser },
  };
  // pipelined for the statements that a transaction sends together
  const pool = new pg.Pool({ ...config, pipeline: true, max: options.poolSize });
  // Without a listener of its own, a connection that dies inside a transaction would end the process.
  pool.on('connect', (client) => client.on('error', onLost));
  pool.on('error', onLost);
  return new LanedDatabase(pool, createLanes(LANES, config, onLost), options.onQuery ?? (() => undefined));
}

/**
 * Kysely, but a short read shares a connection with others. All else has one of the pool to itself: a transaction with
 * its reads, a write, a long read.
 */
class LanedDatabase extends Kysely<Tables> {
  readonly #lanes: Lanes;
  readonly #onQuery: OnQuery;

  constructor(pool: pg.Pool, lanes: Lanes, onQuery: OnQuery) {
    super({ dialect: createDialect(pool, onQuery) });
    this.#lanes = lanes;
    this.#onQuery = onQuery;
  }

  override async executeQuery<Row>(
    query: CompiledQuery<Row> | Compilable<Row>,
    queryId?: QueryId,
  ): Promise<QueryResult<Row>> {
    if (!isShortRead(query)) return super.executeQuery(query, queryId);
    this.#onQuery(query);
    return this.#lanes.ask({ name: query.name, text: query.sql, values: [...query.parameters] });
  }

  override async destroy(): Promise<void> {
    await Promise.all([super.destroy(), this.#lanes.end()]);
  }
}

/** One of the eight rollup rows a writing process adds to, so that writers of a hot site do not queue. */
export function chooseSlot(): number {
  return randomInt(8);
}

function connectionOptions({ connection, statementTimeoutMs }: DatabaseOptions): pg.ClientConfig {
  if ('socketFolder' in connection) {
    return { host: connection.socketFolder, user: 'postgres', database: 'postgres', password: '' };
  }
  return {
    connectionString: connection.url,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + ANSWER_WITHIN_MS,
    application_name: 'site-traffic',
    keepAlive: true,
  };
}

const { INT8, NUMERIC, DATE } = pg.types.builtins;

/** Counts and sums as numbers, dates as text: of these connections, not of the pg module. */
export function getTypeParser(oid: typeof INT8, format?: 'text' | 'binary'): (text: string) => unknown {
  if (oid === INT8 || oid === NUMERIC) return Number;
  if (oid === DATE) return String;
  return pg.types.getTypeParser(oid, format) as (text: string) => unknown;
}
