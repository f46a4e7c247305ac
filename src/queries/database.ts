import { randomInt } from 'node:crypto';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;

export type DatabaseOptions = {
  /** A PostgreSQL address, or the socket folder of the embedded database. */
  readonly connection: { readonly url: string } | { readonly socketFolder: string };
  readonly poolSize: number;
  /** Longest time a statement may run on a server; the embedded database has no such limit. */
  readonly statementTimeoutMs: number;
  /** Told of a connection that broke while nobody used it; the pool replaces it. */
  readonly onConnectionLost?: (error: Error) => void;
};

const CONNECT_TIMEOUT_MS = 5_000;

/**
 * A pool of connections under Kysely. What differs between a PostgreSQL server and the embedded database is decided
 * here alone: the embedded one is a single session, where a session option of one caller would bind all of them.
 */
export function openDatabase(options: DatabaseOptions): Database {
  const onLost = options.onConnectionLost ?? (() => undefined);
  const pool = new pg.Pool({
    ...connectionOptions(options),
    max: options.poolSize,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    types: { getTypeParser },
  });
  // Without a listener of its own, a connection that dies inside a transaction would end the process.
  pool.on('connect', (client) => client.on('error', onLost));
  pool.on('error', onLost);
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

/** One of the eight rollup rows a writing process adds to, so that writers of a hot site do not queue. */
export function chooseSlot(): number {
  return randomInt(8);
}

function connectionOptions({ connection, statementTimeoutMs }: DatabaseOptions): pg.PoolConfig {
  if ('socketFolder' in connection) {
    return { host: connection.socketFolder, user: 'postgres', database: 'postgres', password: '' };
  }
  return {
    connectionString: connection.url,
    statement_timeout: statementTimeoutMs,
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
