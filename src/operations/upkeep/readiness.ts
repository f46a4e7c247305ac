import type { Database } from '../../database/database.ts';
import { pendingMigrations } from '../../database/migrator.ts';

export type Readiness =
  | { readonly status: 'ready' }
  | { readonly status: 'unavailable'; readonly reason: 'database unreachable' | 'migrations pending' };

/** Whether requests can be answered now: the database is reachable and its migrations are current. */
export async function readiness(db: Database): Promise<Readiness> {
  try {
    const pending = await pendingMigrations(db);
    return pending.length === 0
      ? { status: 'ready' }
      : { status: 'unavailable', reason: 'migrations pending' };
  } catch {
    return { status: 'unavailable', reason: 'database unreachable' };
  }
}
