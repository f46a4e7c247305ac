import type { Plan, PlanCatalogue } from '../../domain/plan.ts';
import {
  type Account,
  findAccount,
  insertAccount,
  markAccountDeleted,
  setAccountPlan,
} from '../../queries/accounts.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/transaction.ts';
import { listSites } from '../../queries/sites.ts';
import type { Alongside } from './audit.ts';
import { parseEmail } from './names.ts';
import { ManagementRefusal } from './refusal.ts';
import { removeSite } from './sites.ts';
import { type Quota, quota } from '../recording/quota.ts';

/** Creates an account. EMAIL_TAKEN if the address names an account that was not deleted. */
export async function createAccount(
  db: Database,
  given: { readonly email: string; readonly plan: Plan },
  nowMs: number,
): Promise<Account> {
  const account = { email: parseEmail(given.email), plan: given.plan, createdAtMs: nowMs };
  // the index does not know an address that an earlier release stored in another form
  const named = await findAccount(db, account.email);
  if (named !== undefined)
    throw new ManagementRefusal('EMAIL_TAKEN', `the account ${account.email} already exists`);
  const id = await insertAccount(db, account);
  if (id !== undefined) return { id, ...account };
  throw new ManagementRefusal(
    'EMAIL_TAKEN',
    `an account has the address ${account.email}, or one that the database cannot tell from it; see: site-traffic account list`,
  );
}

/** The account that the address names. ACCOUNT_NOT_FOUND if there is none, or it was deleted. */
export async function requireAccount(db: Database, email: string): Promise<Account> {
  const account = await findAccount(db, email);
  if (account === undefined) throw new ManagementRefusal('ACCOUNT_NOT_FOUND', `there is no account ${email}`);
  return account;
}

/** Changes the plan of an account, from its next request on. */
export async function changePlan(
  db: Database,
  email: string,
  plan: Plan,
  alongside?: Alongside<Account>,
): Promise<Account> {
  const account = { ...(await requireAccount(db, email)), plan };
  await inTransaction(db, async (tx) => {
    await setAccountPlan(tx, account.id, plan);
    await alongside?.(tx, account);
  });
  return account;
}

/** How many events the account has recorded this month, and its limit. */
export async function accountUsage(
  ledger: { readonly db: Database; readonly plans: PlanCatalogue },
  email: string,
  nowMs: number,
): Promise<Quota> {
  const { id, plan } = await requireAccount(ledger.db, email);
  return quota(ledger, { accountId: id, plan }, nowMs);
}

export type DeletedAccount = Account & { readonly sites: number; readonly events: number };

/**
 * Marks the account as deleted, so that its keys stop working at once, then deletes its sites and their events. The
 * keys are kept, so that requests with them get USER_NOT_FOUND. If it is interrupted, the remaining sites can be
 * deleted one by one.
 */
export async function deleteAccount(db: Database, email: string, nowMs: number): Promise<DeletedAccount> {
  const account = await requireAccount(db, email);
  await markAccountDeleted(db, account.id, nowMs);
  const sites = await listSites(db, account.id);
  let events = 0;
  for (const site of sites) events += await removeSite(db, site.id);
  return { ...account, sites: sites.length, events };
}
