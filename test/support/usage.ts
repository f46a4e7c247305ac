import { formatDate, startOfMonth } from '../../src/domain/time.ts';
import type { Database } from '../../src/database/database.ts';

/** How many events the account has recorded in the month of `nowMs`, from the database. */
export async function readUsage(db: Database, accountId: number, nowMs: number): Promise<number> {
  const row = await db
    .selectFrom('usage')
    .select('events')
    .where('account_id', '=', accountId)
    .where('month', '=', formatDate(startOfMonth(nowMs)))
    .executeTakeFirst();
  return row?.events ?? 0;
}
