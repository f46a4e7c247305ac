import { generateApiKey, hashApiKey, lastFour } from '../../domain/api-key.ts';
import type { Account } from '../../queries/accounts.ts';
import { insertKey, revokeKey } from '../../queries/api-keys.ts';
import type { Database } from '../../database/database.ts';
import { parseName } from './names.ts';
import { ManagementRefusal } from './refusal.ts';
import { requireSite } from './sites.ts';

/** A key as it is made: the only time that its text is known. */
export type NewKey = {
  readonly id: number;
  readonly key: string;
  readonly name: string;
  readonly createdAtMs: number;
  readonly collectSiteId: string | null;
};

type GivenKey = {
  readonly name: string | undefined;
  /** The account's site that the key may record to, and do nothing else; undefined for a key that reads. */
  readonly collectSiteId?: string | undefined;
};

const DEFAULT_NAME = 'API key';

/** A new key of the account, in force from now on; refused when the site to record to is not the account's. */
export async function createKey(
  db: Database,
  account: Account,
  given: GivenKey,
  nowMs: number,
): Promise<NewKey> {
  const collectSiteId = await ownSiteId(db, account, given.collectSiteId);
  const key = generateApiKey();
  const name = given.name === undefined ? DEFAULT_NAME : parseName(given.name);
  const stored = {
    accountId: account.id,
    keyHash: hashApiKey(key),
    name,
    lastFour: lastFour(key),
    createdAtMs: nowMs,
    collectSiteId,
  };
  return { id: await insertKey(db, stored), key, name, createdAtMs: nowMs, collectSiteId };
}

async function ownSiteId(db: Database, account: Account, siteId: string | undefined): Promise<string | null> {
  if (siteId === undefined) return null;
  const site = await requireSite(db, siteId);
  if (site.accountId === account.id) return site.id;
  throw new ManagementRefusal(`the site ${siteId} is not of the account ${account.email}`);
}

/** Revokes a key from its next request on; refused when there is none with the id. */
export async function withdrawKey(db: Database, keyId: number, nowMs: number): Promise<void> {
  const known = await revokeKey(db, keyId, nowMs);
  if (!known) throw new ManagementRefusal(`there is no key ${keyId}`);
}
