import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';

const TRIES = 600;
const NOT_AVAILABLE = '55P03';

/**
 * Locks tables against everybody else until the transaction of a migration ends. Everyone who comes after a lock that
 * waits must wait, too. So it waits for half a second at a time behind those who read or write, and lets the others pass
 * in between.
 */
export async function lockTables(db: Kysely<never>, ...tables: readonly string[]): Promise<void> {
  await sql`set local lock_timeout = '500ms'`.execute(db);
  for (let tries = 1; ; tries++) {
    await sql`savepoint unlocked`.execute(db);
    try {
      await sql`lock table ${sql.join(tables.map((name) => sql.table(name)))} in access exclusive mode`.execute(
        db,
      );
      return;
    } catch (error) {
      if (tries === TRIES || (error as { readonly code?: string }).code !== NOT_AVAILABLE) throw error;
      await sql`rollback to savepoint unlocked`.execute(db);
      await delay(200);
    }
  }
}
