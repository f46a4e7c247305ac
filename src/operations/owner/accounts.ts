import type { Plan, PlanCatalogue } from '../../domain/plan.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Site } from '../../domain/site.ts';
import type { Database } from '../../database/database.ts';
import { mapSeveral } from '../../database/several.ts';
import {
  type Account,
  findAccount,
  insertAccount,
  markAccountDeleted,
  setAccountPlan,
} from '../../queries/accounts.ts';
import { deleteChannelsOf } from '../../queries/channels.ts';
import { deleteDigest } from '../../queries/digests.ts';
import { deleteIdentitiesOf } from '../../queries/identities.ts';
import { listSitesOf } from '../../queries/sites.ts';
import { type Quota, quota } from '../recording/quota.ts';
import { type Asker, inAccount, unknownAccount } from './in-account.ts';
import { parseEmail } from './names.ts';
import { deleteSite } from './site-changes.ts';

export type { Account };
export { findAccount, listAccounts } from '../../queries/accounts.ts';

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
    throw new Refusal('EMAIL_TAKEN', { clause: `the account ${account.email} already exists` });
  const id = await insertAccount(db, account);
  if (id !== undefined) return { id, ...account };
  throw new Refusal('EMAIL_TAKEN', {
    clause: `an account has the address ${account.email}, or one that the database cannot tell from it; see: site-traffic account list`,
  });
}

/** The account that the address names. ACCOUNT_NOT_FOUND if there is none, or it was deleted. */
export async function requireAccount(db: Database, email: string): Promise<Account> {
  const account = await findAccount(db, email);
  if (account === undefined) throw unknownAccount(email);
  return account;
}

/** Changes the plan of an account, from its next request on. */
export async function setPlan(asker: Asker, email: string, plan: Plan): Promise<Account> {
  return inAccount(asker, await requireAccount(asker.db, email), async (tx, account) => {
    await setAccountPlan(tx, account.id, plan);
    return { result: { ...account, plan }, lines: [{ action: 'account.set-plan', detail: plan }] };
  });
}

export type Unlinked = {
  readonly email: string;
  /** How many links there were. */
  readonly links: number;
};

/** Unlinks an account from its owner at a provider: whoever proves the address next is linked. */
export async function unlinkAccount(asker: Asker, email: string): Promise<Unlinked> {
  return inAccount(asker, await requireAccount(asker.db, email), async (tx, account) => {
    const links = await deleteIdentitiesOf(tx, account.id);
    const line = { action: 'account.unlink', detail: account.email };
    return { result: { email: account.email, links }, lines: links > 0 ? [line] : [] };
  });
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
 * Marks the account as deleted, so that its keys stop working and its channels are gone at once, then deletes its sites and their events. The
 * keys are kept, so that requests with them get USER_NOT_FOUND. If it is interrupted, the remaining sites can be
 * deleted one by one.
 */
export async function deleteAccount(asker: Asker, email: string): Promise<DeletedAccount> {
  const { db, nowMs } = asker;
  const deleted = await inAccount(asker, await requireAccount(db, email), async (tx, account) => {
    await markAccountDeleted(tx, account.id, nowMs);
    await deleteChannelsOf(tx, account.id);
    await deleteDigest(tx, account.id);
    return { result: account, lines: [] };
  });
  // from now on none is created
  const sites = await listSitesOf(db, deleted.id);
  const events = await deleteSites(asker, sites);
  return { ...deleted, sites: sites.length, events };
}

/** Most of the time of a small site is spent on waiting for the disk, which several sites do together. */
const SITES_AT_ONCE = 4;

/** Deletes the sites, and returns the number of their events. One that fails does not keep the others from being deleted. */
async function deleteSites(asker: Asker, sites: readonly Site[]): Promise<number> {
  const failures: unknown[] = [];
  const deleted = await mapSeveral(sites, SITES_AT_ONCE, ({ id }) =>
    deleteSite(asker, id)
      .catch(noneIfGone)
      .catch((cause: unknown) => {
        failures.push(cause);
        return 0;
      }),
  );
  if (failures.length > 0) throw failures[0];
  return deleted.reduce((sum, events) => sum + events, 0);
}

/** Somebody else has deleted the site meanwhile. */
function noneIfGone(error: unknown): number {
  if (error instanceof Refusal && error.code === 'SITE_NOT_FOUND') return 0;
  throw error;
}
