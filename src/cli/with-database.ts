import { resolve } from 'node:path';
import type { Database } from '../database/database.ts';
import { mayHoldDatabase } from '../embedded/embedded-database.ts';
import { connect, requireMigrated } from '../serving/connect.ts';
import type { Config } from '../settings/config.ts';
import { CommandFailure } from './failures.ts';

/** The time limit for a statement of a command: to recount or migrate a large database takes long. */
export const COMMAND_STATEMENT_MS = 3_600_000;

/** Recorders keep to the settings: their statements are short, and one that hangs should fail soon. */
export const RECORDING = { longestStatementMs: 0 };

/** Runs the work on the database of the settings, and closes the database afterwards. Fails if migrations are missing. */
export async function withDatabase<Result>(
  config: Config,
  work: (db: Database) => Promise<Result>,
  { longestStatementMs = COMMAND_STATEMENT_MS }: { readonly longestStatementMs?: number } = {},
): Promise<Result> {
  requireDataFolder(config);
  const { db, close } = await connect(config, { own: false, longestStatementMs });
  try {
    await requireMigrated(config, db);
    return await work(db);
  } finally {
    await close();
  }
}

/**
 * A folder without a database is probably the wrong one, such as that of DATA_DIR's default in another working folder:
 * report it, and do not make a new database there.
 */
export function requireDataFolder({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl !== undefined || mayHoldDatabase(dataDir)) return;
  throw new CommandFailure(
    `there is no database in ${resolve(dataDir)} (DATA_DIR); if the server uses another folder, set DATA_DIR to it; to create a new database there, run: site-traffic migrate`,
  );
}
