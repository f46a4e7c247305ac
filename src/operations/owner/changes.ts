import type { Plan } from '../../domain/plan.ts';
import type { Site } from '../../domain/site.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { Account } from '../../queries/accounts.ts';
import { type ApiKey, findKeyById, updateKeyName } from '../../queries/api-keys.ts';
import { deleteIdentitiesOf } from '../../queries/identities.ts';
import { setRetention } from '../upkeep/retention.ts';
import { changePlan, requireAccount } from './accounts.ts';
import { type Alongside, type Change, audit } from './audit.ts';
import { type NewKey, createKey, revokeKey } from './keys.ts';
import { parseName } from './names.ts';
import { ManagementRefusal } from './refusal.ts';
import { changeDomain, createSite, deleteSite, renameSite } from './sites.ts';

// Each changes something as the operation of its kind does, and adds a line to the audit of the account: both or neither.

type Owner = Pick<Account, 'id' | 'email'>;

/** Adds the line that describes what is changed, in the transaction of the change. */
function audited<Changed>(
  change: Change,
  describe: (changed: Changed) => readonly [accountId: number, action: string, detail: string],
): Alongside<Changed> {
  return (tx, changed) => audit({ ...change, db: tx }, ...describe(changed));
}

export async function addKey(
  change: Change,
  owner: Owner,
  given: Omit<Parameters<typeof createKey>[2], 'alongside'>,
): Promise<NewKey> {
  const alongside = audited<NewKey>(change, ({ id, name, collectSiteId }) => {
    const scope = collectSiteId === null ? 'read' : `collect ${collectSiteId}`;
    return [owner.id, 'key.create', `${name} (key ${id}, ${scope})`];
  });
  return createKey(change.db, owner, { ...given, alongside }, change.nowMs);
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
  await inTransaction(change.db, async (tx) => {
    await updateKeyName(tx, key.id, name);
    await audit({ ...change, db: tx }, key.accountId, 'key.rename', `${key.name} to ${name} (key ${key.id})`);
  });
  return { ...key, name };
}

export async function endKey(change: Change, key: OwnedKey): Promise<ApiKey> {
  await inTransaction(change.db, async (tx) => {
    await revokeKey(tx, key.id, change.nowMs);
    await audit({ ...change, db: tx }, key.accountId, 'key.revoke', `${key.name} (key ${key.id})`);
  });
  return { ...key, revokedAtMs: key.revokedAtMs ?? change.nowMs };
}

export async function addSite(
  change: Change,
  owner: Pick<Account, 'id'>,
  given: Omit<Parameters<typeof createSite>[2], 'alongside'>,
): Promise<Site> {
  const alongside = audited<Site>(change, ({ id, domain }) => [owner.id, 'site.create', `${domain} (${id})`]);
  return createSite(change.db, owner, { ...given, alongside }, change.nowMs);
}

export async function changeSiteName(change: Change, siteId: string, given: string): Promise<Site> {
  const alongside = audited<Site>(change, ({ id, accountId, domain, name }) => [
    accountId,
    'site.rename',
    `${domain} (${id}) to ${name}`,
  ]);
  return renameSite(change.db, siteId, given, alongside);
}

export async function changeSiteDomain(
  change: Change,
  siteId: string,
  given: Parameters<typeof changeDomain>[2],
): Promise<Site> {
  const alongside = audited<Site>(change, ({ id, accountId, domain }) => [
    accountId,
    'site.set-domain',
    `${id} to ${domain}`,
  ]);
  return changeDomain(change.db, siteId, given, alongside);
}

/** Returns the number of deleted events. The audit does not have it: some may arrive until the site is deleted. */
export async function dropSite(change: Change, siteId: string): Promise<number> {
  const alongside = audited<Site>(change, ({ id, accountId, domain }) => [
    accountId,
    'site.delete',
    `${domain} (${id})`,
  ]);
  return deleteSite(change.db, siteId, alongside);
}

export async function changeRetention(change: Change, siteId: string, days: number | null): Promise<void> {
  const kept = days === null ? 'that of the plan' : `${days} days`;
  const alongside = audited<Site>(change, ({ id, accountId, domain }) => [
    accountId,
    'site.set-retention',
    `${domain} (${id}) to ${kept}`,
  ]);
  await setRetention(change.db, siteId, days, alongside);
}

export async function changeAccountPlan(change: Change, email: string, plan: Plan): Promise<Account> {
  const alongside = audited<Account>(change, ({ id }) => [id, 'account.set-plan', plan]);
  return changePlan(change.db, email, plan, alongside);
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
