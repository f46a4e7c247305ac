import type { Plan, PlanCatalogue } from '../../domain/plan.ts';
import {
  type Account,
  findAccount,
  insertAccount,
  markAccountDeleted,
  setAccountPlan,
} from '../../queries/accounts.ts';
import type { Database } from '../../database/database.ts';
import { listSites } from '../../queries/sites.ts';
import { parseEmail } from './names.ts';
import { ManagementRefusal } from './refusal.ts';
import { removeSite } from './sites.ts';
import { type Quota, quota } from '../recording/quota.ts';

/** A new account; refused when a living one has the address, in whatever case. */
export async function createAccount(
  db: Database,
  given: { readonly email: string; readonly plan: Plan },
  nowMs: number,
): Promise<Account> {
  const account = { email: parseEmail(given.email), plan: given.plan, createdAtMs: nowMs };
  const id = await insertAccount(db, account);
  if (id === undefined) throw new ManagementRefusal(`the account ${account.email} exists already`);
  return { id, ...account };
}

/** The living account with the address, in whatever case; refused when there is none. */
export async function requireAccount(db: Database, email: string): Promise<Account> {
  const account = await findAccount(db, email);
  if (account === undefined) throw new ManagementRefusal(`there is no account ${email}`);
  return account;
}

/** Moves the account to a plan, from its next request on. */
export async function changePlan(db: Database, email: string, plan: Plan): Promise<Account> {
  const account = await requireAccount(db, email);
  await setAccountPlan(db, account.id, plan);
  return { ...account, plan };
}

/** What the account recorded this month, and may. */
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
 * Marks the account deleted, which shuts out its keys at once, then deletes its sites with their events.
 * The keys stay, so that they answer USER_NOT_FOUND. Sites left by an interruption are deleted one by one.
 */
export async function deleteAccount(db: Database, email: string, nowMs: number): Promise<DeletedAccount> {
  const account = await requireAccount(db, email);
  await markAccountDeleted(db, account.id, nowMs);
  const sites = await listSites(db, account.id);
  let events = 0;
  for (const site of sites) events += await removeSite(db, site.id);
  return { ...account, sites: sites.length, events };
}
