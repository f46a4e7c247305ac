import { sql } from 'kysely';
import type { Plan } from '../domain/plan.ts';
import type { Database } from '../database/database.ts';
import { epochMs, instant } from '../database/sql-time.ts';

export type Account = {
  readonly id: number;
  readonly email: string;
  readonly plan: Plan;
  readonly createdAtMs: number;
};

/** The new account's id; undefined when a living account has this address, in whatever case. */
export async function insertAccount(
  db: Database,
  account: { readonly email: string; readonly plan: Plan; readonly createdAtMs: number },
): Promise<number | undefined> {
  const row = await db
    .insertInto('accounts')
    .values({ email: account.email, plan: account.plan, created_at: instant(account.createdAtMs) })
    .onConflict((conflict) =>
      conflict
        .expression(sql`lower(email)`)
        .where('deleted_at', 'is', null)
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** The living account with this address, in whatever case. */
export async function findAccount(db: Database, email: string): Promise<Account | undefined> {
  return selectAccounts(db)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
}

/** The living accounts, oldest first. */
export async function listAccounts(db: Database): Promise<readonly Account[]> {
  return selectAccounts(db).orderBy('id').execute();
}

export async function setAccountPlan(db: Database, accountId: number, plan: Plan): Promise<void> {
  await db.updateTable('accounts').set({ plan }).where('id', '=', accountId).execute();
}

/** Marks the account deleted. Its keys stay, so that they answer USER_NOT_FOUND. */
export async function markAccountDeleted(db: Database, accountId: number, atMs: number): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ deleted_at: instant(atMs) })
    .where('id', '=', accountId)
    .where('deleted_at', 'is', null)
    .execute();
}

function selectAccounts(db: Database) {
  return db
    .selectFrom('accounts')
    .select((eb) => ['id', 'email', 'plan', epochMs(eb.ref('created_at')).as('createdAtMs')])
    .where('deleted_at', 'is', null);
}
