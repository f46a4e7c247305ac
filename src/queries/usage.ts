import { sql } from 'kysely';
import { startOfMonth } from '../domain/time.ts';
import type { Database } from './database.ts';
import { day } from './sql-time.ts';

/** Adds to the account's recorded events of the month in which `nowMs` lies; negative to give back. */
export async function addUsage(
  db: Database,
  accountId: number,
  nowMs: number,
  events: number,
): Promise<void> {
  await db
    .insertInto('usage')
    .values({ account_id: accountId, month: day(startOfMonth(nowMs)), events })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'month']).doUpdateSet({ events: sql`usage.events + ${events}` }),
    )
    .execute();
}
