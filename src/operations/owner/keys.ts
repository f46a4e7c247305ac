import type { Kysely } from 'kysely';
import { USUAL_CAPS } from '../../domain/account-caps.ts';
import { generateApiKey, hashApiKey, lastFour } from '../../domain/api-key.ts';
import type { Account } from '../../queries/accounts.ts';
import { countKeys, insertKey, markKeyRevoked } from '../../queries/api-keys.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { Tables } from '../../database/tables.ts';
import type { Alongside } from './audit.ts';
import { parseName } from './names.ts';
import { ManagementRefusal } from './refusal.ts';
import { requireSite } from './sites.ts';

/** A new key. Its text is known only now: what is stored is a hash. */
export type NewKey = {
  readonly id: number;
  readonly key: string;
  readonly name: string;
  readonly createdAtMs: number;
  readonly collectSiteId: string | null;
};

type GivenKey = {
  readonly name: string | undefined;
  /** For a key that only records: the site, which must belong to the account. Undefined for a key that reads. */
  readonly collectSiteId?: string | undefined;
  /** How many keys the account may have with this one. */
  readonly most?: number | undefined;
  readonly alongside?: Alongside<NewKey>;
};

const DEFAULT_NAME = 'API key';

/**
 * Creates a key, valid from now on. SITE_NOT_FOUND if the account has no such site; TOO_MANY_KEYS if it has as many keys as
 * it may have.
 */
export async function createKey(
  db: Database,
  account: Pick<Account, 'id' | 'email'>,
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
  return inTransaction(db, async (tx) => {
    requireRoom(await countKeys(tx, account.id), given.most);
    const made = { id: await insertKey(tx, stored), key, name, createdAtMs: nowMs, collectSiteId };
    await given.alongside?.(tx, made);
    return made;
  });
}

function requireRoom(keys: number, most = USUAL_CAPS.keys): void {
  if (keys < most) return;
  throw new ManagementRefusal(
    'TOO_MANY_KEYS',
    `the account has ${keys} keys, and the limit is ${most} (MAX_KEYS_PER_ACCOUNT); revoke one first`,
  );
}

async function ownSiteId(
  db: Database,
  account: Pick<Account, 'id' | 'email'>,
  siteId: string | undefined,
): Promise<string | null> {
  if (siteId === undefined) return null;
  const site = await requireSite(db, siteId);
  if (site.accountId === account.id) return site.id;
  throw new ManagementRefusal('SITE_NOT_FOUND', `the account ${account.email} has no site ${siteId}`);
}

/** Revokes a key, from its next request on. KEY_NOT_FOUND if there is none with this id. */
export async function revokeKey(db: Kysely<Tables>, keyId: number, nowMs: number): Promise<void> {
  const known = await markKeyRevoked(db, keyId, nowMs);
  if (!known) throw new ManagementRefusal('KEY_NOT_FOUND', `there is no key ${keyId}`);
}
