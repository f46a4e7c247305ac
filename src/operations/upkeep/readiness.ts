import type { Database } from '../../database/database.ts';
import { pendingMigrations } from '../../database/migrator.ts';

export type Readiness =
  | { readonly status: 'ready' }
  | { readonly status: 'unavailable'; readonly reason: 'database unreachable' | 'migrations pending' };

/** Ready if the database can be reached and has all migrations. */
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
