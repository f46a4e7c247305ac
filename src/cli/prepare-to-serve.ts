import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import { requireMigratedOrNewer } from './connect.ts';

type Preparing = { readonly db: Database; readonly stop: AbortSignal; readonly log: Logger };

/** Checks the schema of a database that others migrate. Warns if a newer release has done so. */
export async function prepareToServe(config: Config, { db, stop, log }: Preparing): Promise<void> {
  const migration = await requireMigratedOrNewer(config, db);
  stop.throwIfAborted();
  if (migration === undefined) return;
  log.warn({ migration }, 'a newer release has migrated the database; install that release here too');
}
