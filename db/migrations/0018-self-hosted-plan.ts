import { type Kysely, sql } from 'kysely';
import { lockTables } from '../lock-tables.ts';

/** Allows accounts the plan of one's own service. The release before does not know it, and goes on with the other two. */
export async function up(db: Kysely<never>): Promise<void> {
  await lockTables(db, 'accounts');
  for (const statement of ALTER) await sql.raw(statement).execute(db);
}

const ALTER = [
  `alter table accounts drop constraint accounts_plan_check`,
  `alter table accounts
    add constraint accounts_plan_check check (plan in ('free', 'pro', 'self-hosted')) not valid`,
] as const;
