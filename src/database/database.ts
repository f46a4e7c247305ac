import { randomInt } from 'node:crypto';
import { type Dialect, Kysely } from 'kysely';
import pg from 'pg';
import { createFairLimit } from '../limits/fair-limit.ts';
import type { ClientConfig } from './client.ts';
import { createConnections } from './connections.ts';
import { serverConfig } from './server-config.ts';
import { createDialect } from './dialect.ts';
import { createLanes } from './lanes.ts';
import { NoAnswer } from './no-answer.ts';
import { type LongReader, type Reads, createReads } from './reads.ts';
import {
  LONG_READ_SETTINGS,
  SETTINGS_IF_POSSIBLE,
  type SessionSettings,
  sessionSettings,
} from './session-settings.ts';
import { ALONE, type AroundQuery, type OnQuery } from './held-connection.ts';
import { shareOut } from './share-out.ts';
import type { Tables } from './tables.ts';

/**
 * Kysely for transactions and writes, and beside it the reads that `read` and `readLong` send. A transaction is none:
 * it has no reads.
 */
export type Database = Kysely<Tables> & {
  readonly reads: Reads;
  /** Whether it runs one statement at a time, as the embedded database does: a long one keeps all others waiting. */
  readonly isOneSession: boolean;
};

export type DatabaseOptions = {
  /** A PostgreSQL address, or the socket folder of the embedded database. */
  readonly connection: { readonly url: string } | { readonly socketFolder: string };
  /** Connections for transactions and writes, and for long reads (`shareOut`); other reads have LANES and one more. */
  readonly poolSize: number;
  /** Longest time a statement may run on a server; the embedded database has no such limit. */
  readonly statementTimeoutMs: number;
  /** Called when an idle connection breaks; the pool replaces it. */
  readonly onConnectionLost?: (error: Error) => void;
  readonly onQuery?: OnQuery;
  readonly aroundQuery?: AroundQuery | undefined;
};

const CONNECT_TIMEOUT_MS = 5_000;
/** The embedded database answers nobody while it runs a statement, which may take long on a slow machine. */
const EMBEDDED_CONNECT_TIMEOUT_MS = 60_000;

/** How long after its own limit the server may still answer; then the connection counts as silent, and is closed. */
const ANSWER_WITHIN_MS = 1_000;

/** How long a connection may be idle before it is checked; Node.js gives it ten seconds more to answer. */
const KEEP_ALIVE_AFTER_MS = 5_000;

/** The embedded database knows by it that a connection leaves the session as it found it. */
const APPLICATION = 'site-traffic';

/** Two, so that a read that takes too long holds up at most half of the others. */
const LANES = 2;

/**
 * Opens the connections. Only this function knows how a PostgreSQL server and the embedded database differ: the embedded
 * one is a single session, where a session option set by one caller would apply to all.
 */
export function openDatabase(options: DatabaseOptions): Database {
  const onLost = (error: Error) => {
    if (error instanceof NoAnswer) for (const each of [connections, longConnections]) each.distrust();
    options.onConnectionLost?.(error);
  };
  const config = {
    ...connectionOptions(options),
    connectionTimeoutMillis: 'url' in options.connection ? CONNECT_TIMEOUT_MS : EMBEDDED_CONNECT_TIMEOUT_MS,
    types: { getTypeParser },
  };
  const onServer = 'url' in options.connection;
  const withinMs = config.answerWithinMs ?? Infinity;
  const { writing, reading, ...rules } = shareOut(options, onServer);
  const open = (max: number, settings: SessionSettings = {}) => {
    const sessionSettings = config.sessionSettings && { ...config.sessionSettings, ...settings };
    return createConnections({ ...config, sessionSettings, max }, { onServer, onLost });
  };
  const connections = open(writing);
  const longConnections = reading === 0 ? connections : open(reading, LONG_READ_SETTINGS);
  const fairly = createFairLimit<LongReader>(rules);
  const laneParts = { config: { ...config, ...(onServer && laneSettings(options)) }, withinMs, onLost };
  const lanes = createLanes(LANES, laneParts);
  const accessLane = createLanes(1, laneParts);
  const { onQuery = () => undefined, aroundQuery = ALONE } = options;
  const hooks = { onQuery, aroundQuery };
  // recorders keep the other half
  const mostBeside = Math.ceil(writing / 2);
  const kinds = { connections, longConnections, lanes, accessLane };
  const reads = createReads({ ...kinds, fairly, hooks, withinMs, mostBeside });
  const close = async () => {
    await Promise.all([...new Set(Object.values(kinds))].map((each) => each.end()));
  };
  return createDatabase(createDialect(connections, hooks), reads, close, !onServer);
}

/** A database from its parts; `close` closes the connections of both. */
export function createDatabase(
  dialect: Dialect,
  reads: Reads,
  close: () => Promise<void>,
  isOneSession = false,
): Database {
  return new KyselyWithReads(dialect, reads, close, isOneSession);
}

class KyselyWithReads extends Kysely<Tables> {
  readonly reads: Reads;
  readonly isOneSession: boolean;
  readonly #close: () => Promise<void>;
  #closed: Promise<void> | undefined;

  constructor(dialect: Dialect, reads: Reads, close: () => Promise<void>, isOneSession: boolean) {
    super({ dialect });
    this.reads = reads;
    this.isOneSession = isOneSession;
    this.#close = close;
  }

  /** May be called twice, like Kysely's own. */
  override async destroy(): Promise<void> {
    await super.destroy();
    await (this.#closed ??= this.#close());
  }
}

/** How many rows a key of the rollups may have, so that processes that write to one site do not queue for it. */
export const SLOTS = 8;

/** Any slot, for a process that leases none. */
export function chooseSlot(): number {
  return randomInt(SLOTS);
}

/** The slot of the next attempt: an earlier one may have left its locks behind. */
export function nextSlot(slot: number, attempt: number): number {
  return (slot + attempt - 1) % SLOTS;
}

function connectionOptions({ connection, statementTimeoutMs }: DatabaseOptions): ClientConfig {
  if ('socketFolder' in connection) {
    return {
      // all of it, so that no variable of libpq (PGPORT, PGSSLMODE) leads elsewhere
      ...{ host: connection.socketFolder, port: 5432, ssl: false },
      ...{ user: 'postgres', database: 'postgres', password: '' },
      application_name: APPLICATION,
    };
  }
  return {
    ...serverConfig(connection.url),
    sessionSettings: sessionSettings(statementTimeoutMs),
    settingsIfPossible: SETTINGS_IF_POSSIBLE,
    answerWithinMs: statementTimeoutMs + ANSWER_WITHIN_MS,
    application_name: APPLICATION,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
  };
}

/** A lane that does not answer within half of the time is silent: a statement that takes so long is cut before. */
function laneSettings({ statementTimeoutMs }: DatabaseOptions): Pick<ClientConfig, 'sessionSettings'> {
  return { sessionSettings: sessionSettings(Math.ceil(statementTimeoutMs / 2)) };
}

const { INT8, NUMERIC, DATE } = pg.types.builtins;

/** Reads counts and sums as numbers and dates as text, on these connections only: not a setting of the pg module. */
export function getTypeParser(oid: typeof INT8, format?: 'text' | 'binary'): (text: string) => unknown {
  if (oid === INT8 || oid === NUMERIC) return Number;
  if (oid === DATE) return String;
  return pg.types.getTypeParser(oid, format) as (text: string) => unknown;
}
