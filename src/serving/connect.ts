import { resolve } from 'node:path';
import { counted } from '../domain/counted.ts';
import type { Config } from '../settings/config.ts';
import { openEmbeddedDatabase } from '../embedded/embedded-database.ts';
import { type Database, openDatabase } from '../database/database.ts';
import type { AroundQuery } from '../database/held-connection.ts';
import { WrongNode, requireCoordinator } from '../database/cluster.ts';
import { copyBegun } from '../database/copy-mark.ts';
import { NewerDatabase, findSchemaDifference, pendingMigrations } from '../database/migrator.ts';
import { requireKeptStatements } from '../database/pooler.ts';
import { databaseProblem } from './database-problem.ts';
import { Unusable } from './unusable.ts';

export type Connected = {
  readonly db: Database;
  /** Closes the connections, then the embedded database if this process owns it. */
  readonly close: () => Promise<void>;
};

type ConnectOptions = {
  /** True for a server: it must own the embedded database, and fails with FolderInUse if another process does. */
  readonly own: boolean;
  /** The time limit for a statement, if it is longer than that of the settings. */
  readonly longestStatementMs?: number;
  readonly aroundQuery?: AroundQuery | undefined;
  /** Called for faults that the connection recovers from. */
  readonly onFault?: (cause: unknown, what: string) => void;
};

/** How long a command waits for the process that owns the embedded database, while that starts or stops. */
const OWNER_WAIT_MS = 20_000;

/** Connects to the server of DATABASE_URL, or else to the embedded database, as its owner or as a guest of its owner. */
export async function connect(
  config: Config,
  { own, longestStatementMs = 0, aroundQuery, onFault }: ConnectOptions,
): Promise<Connected> {
  const { poolSize, statementTimeoutMs, databaseUrl, dataDir } = config;
  const onConnectionLost = (error: Error) => onFault?.(error, 'database connection lost');
  const options = {
    poolSize,
    statementTimeoutMs: Math.max(statementTimeoutMs, longestStatementMs),
    onConnectionLost,
    aroundQuery,
  };
  if (databaseUrl !== undefined) {
    const db = openDatabase({ ...options, connection: { url: databaseUrl } });
    return { db, close: () => db.destroy() };
  }
  const embedded = await openEmbeddedDatabase(dataDir, {
    waitMs: own ? 0 : OWNER_WAIT_MS,
    onRestart: (cause) => onFault?.(cause, 'embedded database restarted'),
  });
  const db = openDatabase({ ...options, connection: { socketFolder: embedded.host } });
  return {
    db,
    async close() {
      await db.destroy().finally(() => embedded.close());
    },
  };
}

/** Checks that the database is reachable, that it works, and that it has exactly the migrations of this program. */
export async function requireMigrated(config: Config, db: Database): Promise<void> {
  const pending = await orUnusable(config, async () => {
    await requireCoordinator(db);
    return pendingMigrations(db);
  });
  requireNone(config, pending);
  await requireWhole(config, db);
}

/**
 * The same for a server, which also runs while a newer release is rolled out: that may have added to the schema. Returns
 * its last migration.
 */
export async function requireMigratedOrNewer(config: Config, db: Database): Promise<string | undefined> {
  const { pending, newer } = await orUnusable(config, async () => {
    await requireCoordinator(db);
    return findSchemaDifference(db);
  });
  requireNone(config, pending);
  await requireWhole(config, db);
  return newer;
}

/** Checks that the database is not the target of a copy that has not ended. */
export async function requireWhole({ databaseUrl }: Config, db: Database): Promise<void> {
  if (databaseUrl === undefined || (await copyBegun(db)) === undefined) return;
  throw new Unusable(
    'the database has a part of another one, whose copy has not ended; end it with: site-traffic database copy (the same DATA_DIR and target), or use another database',
  );
}

function requireNone({ databaseUrl, dataDir }: Config, pending: readonly string[]): void {
  if (pending.length === 0) return;
  const place = databaseUrl === undefined ? ` in ${resolve(dataDir)} (DATA_DIR)` : '';
  throw new Unusable(
    `the database${place} lacks ${counted(pending.length, 'migration')}; run: site-traffic migrate`,
  );
}

/** Runs the first query. Reports its failure, or that of the pooler before it, as a database that cannot be used. */
export async function orUnusable<Result>(
  { databaseUrl }: Config,
  query: () => Promise<Result>,
): Promise<Result> {
  try {
    if (databaseUrl !== undefined) await requireKeptStatements(databaseUrl);
    return await query();
  } catch (cause) {
    if (cause instanceof NewerDatabase || cause instanceof WrongNode) throw cause;
    throw new Unusable(`the database cannot be used: ${databaseProblem(cause)}`, { cause });
  }
}
