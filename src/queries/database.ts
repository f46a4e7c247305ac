import { randomInt } from 'node:crypto';
import { type CompiledQuery, Kysely } from 'kysely';
import pg from 'pg';
import { createDialect } from './dialect.ts';
import { createLanes } from './lanes.ts';
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
  /** Told of every query before it is asked; what it throws fails the query. */
  readonly onQuery?: (query: CompiledQuery) => void;
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
  const pool = new pg.Pool({ ...config, max: options.poolSize });
  // Without a listener of its own, a connection that dies inside a transaction would end the process.
  pool.on('connect', (client) => client.on('error', onLost));
  pool.on('error', onLost);
  const lanes = createLanes(LANES, config, onLost);
  return new Kysely<Tables>({ dialect: createDialect({ pool, lanes, onQuery: options.onQuery }) });
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

/** Counts and sums as numbers, dates as text: of this pool, not of the pg module. */
function getTypeParser(oid: typeof INT8, format?: 'text' | 'binary'): (text: string) => unknown {
  if (oid === INT8 || oid === NUMERIC) return Number;
  if (oid === DATE) return String;
  return pg.types.getTypeParser(oid, format) as (text: string) => unknown;
}
