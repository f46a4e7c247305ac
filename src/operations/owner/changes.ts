import type { Plan } from '../../domain/plan.ts';
import type { Site } from '../../domain/site.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { Account } from '../../queries/accounts.ts';
import { type ApiKey, findKeyById, updateKeyName } from '../../queries/api-keys.ts';
import { deleteIdentitiesOf } from '../../queries/identities.ts';
import { setRetention } from '../upkeep/retention.ts';
import { changePlan, requireAccount } from './accounts.ts';
import { type Change, audit } from './audit.ts';
import { type NewKey, createKey, revokeKey } from './keys.ts';
import { parseName } from './names.ts';
import { ManagementRefusal } from './refusal.ts';
import { changeDomain, createSite, deleteSite, renameSite, requireSite } from './sites.ts';

// Each changes something as the operation of its kind does, and adds a line to the audit of the account.

type Owner = Pick<Account, 'id' | 'email'>;

export async function addKey(
  change: Change,
  owner: Owner,
  given: Parameters<typeof createKey>[2],
): Promise<NewKey> {
  const key = await createKey(change.db, owner, given, change.nowMs);
  const scope = key.collectSiteId === null ? 'read' : `collect ${key.collectSiteId}`;
  await audit(change, owner.id, 'key.create', `${key.name} (key ${key.id}, ${scope})`);
  return key;
}

/** KEY_NOT_FOUND if there is no such key, or the account that is named does not own it. */
export async function requireKey({ db }: Change, keyId: number, accountId?: number) {
  const key = await findKeyById(db, keyId);
  if (key === undefined || (accountId !== undefined && key.accountId !== accountId))
    throw new ManagementRefusal('KEY_NOT_FOUND', `there is no key ${keyId}`);
  return key;
}

type OwnedKey = ApiKey & { readonly accountId: number };

export async function changeKeyName(change: Change, key: OwnedKey, given: string): Promise<ApiKey> {
  const name = parseName(given);
  await updateKeyName(change.db, key.id, name);
  await audit(change, key.accountId, 'key.rename', `${key.name} to ${name} (key ${key.id})`);
  return { ...key, name };
}

export async function endKey(change: Change, key: OwnedKey): Promise<ApiKey> {
  await revokeKey(change.db, key.id, change.nowMs);
  await audit(change, key.accountId, 'key.revoke', `${key.name} (key ${key.id})`);
  return { ...key, revokedAtMs: key.revokedAtMs ?? change.nowMs };
}

export async function addSite(
  change: Change,
  owner: Pick<Account, 'id'>,
  given: Parameters<typeof createSite>[2],
): Promise<Site> {
  const site = await createSite(change.db, owner, given, change.nowMs);
  await audit(change, owner.id, 'site.create', `${site.domain} (${site.id})`);
  return site;
}

export async function changeSiteName(change: Change, siteId: string, name: string): Promise<Site> {
  const site = await renameSite(change.db, siteId, name);
  await audit(change, site.accountId, 'site.rename', `${site.domain} (${site.id}) to ${site.name}`);
  return site;
}

export async function changeSiteDomain(
  change: Change,
  siteId: string,
  given: Parameters<typeof changeDomain>[2],
): Promise<Site> {
  const site = await changeDomain(change.db, siteId, given);
  await audit(change, site.accountId, 'site.set-domain', `${site.id} to ${site.domain}`);
  return site;
}

/** Returns the number of deleted events. */
export async function dropSite(change: Change, siteId: string): Promise<number> {
  const { accountId, domain } = await requireSite(change.db, siteId);
  const events = await deleteSite(change.db, siteId);
  await audit(change, accountId, 'site.delete', `${domain} (${siteId}), ${events} events`);
  return events;
}

export async function changeRetention(change: Change, siteId: string, days: number | null): Promise<void> {
  const { accountId, domain } = await requireSite(change.db, siteId);
  await setRetention(change.db, siteId, days);
  const kept = days === null ? 'that of the plan' : `${days} days`;
  await audit(change, accountId, 'site.set-retention', `${domain} (${siteId}) to ${kept}`);
}

export async function changeAccountPlan(change: Change, email: string, plan: Plan): Promise<Account> {
  const account = await changePlan(change.db, email, plan);
  await audit(change, account.id, 'account.set-plan', plan);
  return account;
}

export type Unlinked = {
  readonly email: string;
  /** How many links there were. */
  readonly links: number;
};

/**
 * Unlinks an account from its owner at a provider: whoever proves the address next is linked. ACCOUNT_NOT_FOUND if there
 * is no such account.
 */
export async function unlinkAccount(change: Change, email: string): Promise<Unlinked> {
  const account = await requireAccount(change.db, email);
  return inTransaction(change.db, async (tx) => {
    const links = await deleteIdentitiesOf(tx, account.id);
    await audit({ ...change, db: tx }, account.id, 'account.unlink', account.email);
    return { email: account.email, links };
  });
}
