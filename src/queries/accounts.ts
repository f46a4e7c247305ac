import { type Kysely, type RawBuilder, type Transaction, sql } from 'kysely';
import { namedBy, storedForms } from '../domain/email.ts';
import type { Plan } from '../domain/plan.ts';
import type { Database } from '../database/database.ts';
import { epochMs, sqlInstant } from '../database/sql-time.ts';
import type { Tables } from '../database/tables.ts';

export type Account = {
  readonly id: number;
  readonly email: string;
  readonly plan: Plan;
  readonly createdAtMs: number;
};

/**
 * Returns the id of the new account; undefined if an existing account has this address. As long as servers of the release
 * before may run, the database also refuses one that its `lower()` makes equal to another.
 */
export async function insertAccount(
  db: Database,
  account: { readonly email: string; readonly plan: Plan; readonly createdAtMs: number },
): Promise<number | undefined> {
  const row = await db
    .insertInto('accounts')
    .values({ email: account.email, plan: account.plan, created_at: sqlInstant(account.createdAtMs) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** The account that this address names, unless it was deleted. */
export async function findAccount(db: Database, email: string): Promise<Account | undefined> {
  return namedBy(email, await selectAccounts(db).where(hasFormOf(email)).orderBy('id').execute());
}

/** What a sign-in needs to know of an account. */
export type SignInAccount = {
  readonly id: number;
  readonly email: string;
  readonly passwordHash: string | null;
};

/** The account that this address names, unless it was deleted. */
export async function findSignInAccount(db: Database, email: string): Promise<SignInAccount | undefined> {
  const accounts = await db
    .selectFrom('accounts')
    .select(['id', 'email', 'password_hash as passwordHash'])
    .where('deleted_at', 'is', null)
    .where(hasFormOf(email))
    .orderBy('id')
    .execute();
  return namedBy(email, accounts);
}

/** The hash of the password of an account; null if it has none. */
export async function findPasswordHash(db: Kysely<Tables>, accountId: number): Promise<string | null> {
  const row = await db
    .selectFrom('accounts')
    .select('password_hash as passwordHash')
    .where('id', '=', accountId)
    .executeTakeFirst();
  return row?.passwordHash ?? null;
}

/** The locale C lowers ASCII only, in every database. */
function hasFormOf(email: string): RawBuilder<boolean> {
  return sql<boolean>`lower(email collate "C") = any(${storedForms(email)}::text[])`;
}

export async function setPassword(
  db: Kysely<Tables>,
  accountId: number,
  passwordHash: string,
): Promise<void> {
  await db.updateTable('accounts').set({ password_hash: passwordHash }).where('id', '=', accountId).execute();
}

/**
 * Locks the account's row until the transaction ends, so that of two that do so at once one sees what the other wrote.
 * Returns the account; undefined if it was deleted.
 */
export async function lockAccount(tx: Transaction<Tables>, accountId: number): Promise<Account | undefined> {
  const row = await tx
    .selectFrom('accounts')
    .select((eb) => [
      ...(['id', 'email', 'plan'] as const),
      epochMs(eb.ref('created_at')).as('createdAtMs'),
      eb('deleted_at', 'is', null).as('isLiving'),
    ])
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { isLiving, ...account } = row;
  return isLiving ? account : undefined;
}

/** The accounts that were not deleted, oldest first. */
export async function listAccounts(db: Database): Promise<readonly Account[]> {
  return selectAccounts(db).orderBy('id').execute();
}

export async function setAccountPlan(db: Kysely<Tables>, accountId: number, plan: Plan): Promise<void> {
  await db.updateTable('accounts').set({ plan }).where('id', '=', accountId).execute();
}

/** Marks the account as deleted. Its keys are kept, so that they get USER_NOT_FOUND. */
export async function markAccountDeleted(db: Kysely<Tables>, accountId: number, atMs: number): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ deleted_at: sqlInstant(atMs) })
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
