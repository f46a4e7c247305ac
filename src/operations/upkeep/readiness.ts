import type { Database } from '../../database/database.ts';
import { NewerDatabase, pendingMigrations } from '../../database/migrator.ts';

export type Readiness =
  | { readonly status: 'ready' }
  | {
      readonly status: 'unavailable';
      readonly reason: 'database unreachable' | 'migrations pending' | 'made by a newer release';
    };

/** Ready if the database can be reached and has all migrations of this release, and no others. */
export async function readiness(db: Database): Promise<Readiness> {
  try {
    const pending = await pendingMigrations(db);
    return pending.length === 0
      ? { status: 'ready' }
      : { status: 'unavailable', reason: 'migrations pending' };
  } catch (error) {
    const reason = error instanceof NewerDatabase ? 'made by a newer release' : 'database unreachable';
    return { status: 'unavailable', reason };
  }
}
