import { existsSync } from 'node:fs';
import type { Config } from '../config.ts';
import { openEmbeddedDatabase } from '../embedded/embedded-database.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { pendingMigrations } from '../database/migrator.ts';
import { CommandFailure, reasonOf } from './failures.ts';
import { counted } from './output.ts';

export type Connected = {
  readonly db: Database;
  /** Ends the connections, then the embedded database where this process owns it. */
  readonly close: () => Promise<void>;
};

type ConnectOptions = {
  /** True for a server: it owns the embedded database, or is refused with FolderInUse. */
  readonly own: boolean;
  /** Where it is more than the settings allow a statement. */
  readonly longestStatementMs?: number;
  /** Told of faults that mend themselves. */
  readonly onFault?: (cause: unknown, what: string) => void;
};

/** How long a command waits for the owner of the embedded database, which may be starting or stopping. */
const OWNER_WAIT_MS = 20_000;

/** A recount or migration of a large database takes longer than any request may. */
export const COMMAND_STATEMENT_MS = 3_600_000;

/** Runs the work on the migrated database of the settings, and closes what it opened, always. */
export async function withDatabase<Result>(
  config: Config,
  work: (db: Database) => Promise<Result>,
  { longestStatementMs = COMMAND_STATEMENT_MS }: { readonly longestStatementMs?: number } = {},
): Promise<Result> {
  requireDataFolder(config);
  const { db, close } = await connect(config, { own: false, longestStatementMs });
  try {
    await requireMigrated(db);
    return await work(db);
  } finally {
    await close();
  }
}

/** A mistyped folder is told, not filled with a new database. */
function requireDataFolder({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl !== undefined || existsSync(dataDir)) return;
  throw new CommandFailure(`there is no database in ${dataDir}; run: site-traffic migrate`);
}

/** Opens the server that DATABASE_URL names, or else the embedded database, as its owner or its owner's guest. */
export async function connect(
  config: Config,
  { own, longestStatementMs = 0, onFault }: ConnectOptions,
): Promise<Connected> {
  const { poolSize, statementTimeoutMs, databaseUrl, dataDir } = config;
  const onConnectionLost = (error: Error) => onFault?.(error, 'database connection lost');
  const options = {
    poolSize,
    statementTimeoutMs: Math.max(statementTimeoutMs, longestStatementMs),
    onConnectionLost,
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

/** The first question to the database: it must answer, and have every migration this program knows. */
export async function requireMigrated(db: Database): Promise<void> {
  const pending = await orUnreachable(pendingMigrations(db));
  if (pending.length === 0) return;
  throw new CommandFailure(
    `the database lacks ${counted(pending.length, 'migration')}; run: site-traffic migrate`,
  );
}

/** A failure of the first question is told as one of reaching the database. */
export async function orUnreachable<Result>(question: Promise<Result>): Promise<Result> {
  try {
    return await question;
  } catch (cause) {
    throw new CommandFailure(`the database cannot be used: ${reasonOf(cause)}`, { cause });
  }
}
