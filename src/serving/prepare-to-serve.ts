import type { Logger } from 'pino';
import type { Config } from '../settings/config.ts';
import type { Database } from '../database/database.ts';
import { countServers } from '../operations/recording/slot-lease.ts';
import { requireMigratedOrNewer } from './connect.ts';

type Preparing = { readonly db: Database; readonly stop: AbortSignal; readonly log: Logger };

/** Checks the schema of a database that others migrate. Warns if a newer release has done so. */
export async function prepareToServe(config: Config, { db, stop, log }: Preparing): Promise<void> {
  const migration = await requireMigratedOrNewer(config, db);
  stop.throwIfAborted();
  if (migration === undefined) return;
  log.warn({ migration }, 'a newer release has migrated the database; install that release here too');
}

/**
 * Says that limits are not shared, and between how many processes: those that are about to start and those that serve the
 * database already.
 */
export async function reportSeparateLimits(
  { redis, databaseUrl }: Config,
  { db, log, starting }: { readonly db: Database; readonly log: Logger; readonly starting: number },
): Promise<void> {
  if (redis !== undefined) return;
  const processes = starting + (databaseUrl === undefined ? 0 : await countServers(db));
  if (processes > 1)
    log.warn(
      { processes },
      `each of the ${processes} processes that serve the database counts limits for itself; set REDIS_URL so that they share them`,
    );
  else if (databaseUrl !== undefined)
    log.info(
      'limits are counted in this process only; set REDIS_URL if several processes serve the database',
    );
}
