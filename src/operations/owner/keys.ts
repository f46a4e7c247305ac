import type { Kysely, Transaction } from 'kysely';
import { USUAL_CAPS } from '../../domain/account-caps.ts';
import { type KeyReach, generateApiKey, hashApiKey, lastFour, shownReach } from '../../domain/api-key.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Database } from '../../database/database.ts';
import type { Tables } from '../../database/tables.ts';
import {
  type ApiKey,
  type OwnedKey,
  countKeys,
  findKey,
  findKeyById,
  insertKey,
  markKeyRevoked,
  updateKeyName,
} from '../../queries/api-keys.ts';
import {
  type Asker,
  type Changed,
  type NamedAccount,
  inAccount,
  inEvenDeleted,
  mayChange,
} from './in-account.ts';
import { parseName } from './names.ts';
import { requireOwnSite, requireUnmarked } from './in-site.ts';

export type { ApiKey };
export { listKeys } from '../../queries/api-keys.ts';

/** A new key. Its text is known only now: what is stored is a hash. */
export type CreatedKey = Pick<ApiKey, 'id' | 'name' | 'createdAtMs' | 'reach' | 'drain'> & {
  readonly key: string;
};

type GivenKey = {
  readonly name: string | undefined;
  /** What the key may do; by default, read. Its site must belong to the account. */
  readonly reach?: KeyReach | undefined;
  /** How many keys the account may have with this one. */
  readonly most?: number | undefined;
};

const DEFAULT_NAME = 'API key';

const NEW_DRAIN: ApiKey['drain'] = { isSigned: false, verifyCode: null, audience: null };

/**
 * Creates a key, valid from now on. SITE_NOT_FOUND if the account has no such site; TOO_MANY_KEYS if it has as many keys as
 * it may have.
 */
export async function createKey(asker: Asker, account: NamedAccount, given: GivenKey): Promise<CreatedKey> {
  const key = generateApiKey();
  const { reach = { scope: 'read', siteId: null }, most } = given;
  const createdAtMs = asker.nowMs;
  return inAccount(asker, account, async (tx) => {
    if (reach.siteId !== null) await requireSiteOf(tx, asker, { account, siteId: reach.siteId });
    const name = given.name === undefined ? DEFAULT_NAME : parseName(given.name);
    requireRoom(await countKeys(tx, account.id), most);
    const shown = { name, createdAtMs, reach };
    const stored = { ...shown, accountId: account.id, keyHash: hashApiKey(key), lastFour: lastFour(key) };
    const id = await insertKey(tx, stored);
    const line = { action: 'key.create', detail: `${name} (key ${id}, ${shownReach(reach)})` };
    const drain = reach.scope === 'drain' ? NEW_DRAIN : null;
    return { result: { ...shown, drain, id, key }, lines: [line] };
  });
}

/** Gives a key another name. KEY_NOT_FOUND if there is none with this id, or it is not the asker's own. */
export async function renameKey(asker: Asker, keyId: number, given: string): Promise<ApiKey> {
  return changeKey(asker, keyId, async (tx, key) => {
    const name = parseName(given);
    await updateKeyName(tx, key.id, name);
    const line = { action: 'key.rename', detail: `${key.name} to ${name} (key ${key.id})` };
    return { result: { ...key, name }, lines: [line] };
  });
}

/** Revokes a key, from its next request on. To revoke it again changes nothing. KEY_NOT_FOUND as in `renameKey`. */
export async function revokeKey(asker: Asker, keyId: number): Promise<ApiKey> {
  return changeKey(asker, keyId, async (tx, key) => {
    if (key.revokedAtMs !== null) return { result: key, lines: [] };
    await markKeyRevoked(tx, key.id, asker.nowMs);
    const line = { action: 'key.revoke', detail: `${key.name} (key ${key.id})` };
    return { result: { ...key, revokedAtMs: asker.nowMs }, lines: [line] };
  });
}

/** Whether this is the text of a valid key of the account. */
export async function isKeyOf(db: Database, { id }: NamedAccount, key: string): Promise<boolean> {
  const found = await findKey(db, hashApiKey(key));
  return found?.accountId === id && !found.revoked;
}

/** Changes a key of any scope, revoked or not. KEY_NOT_FOUND if there is none with this id, or it is not the asker's own. */
export async function changeKey(
  asker: Asker,
  keyId: number,
  change: (tx: Transaction<Tables>, key: ApiKey) => Promise<Changed<ApiKey>>,
): Promise<ApiKey> {
  // the account of a key never changes
  const { accountId } = await requireOwnKey(asker.db, asker, keyId);
  return inEvenDeleted(asker, accountId, async (tx) => change(tx, await requireOwnKey(tx, asker, keyId)));
}

async function requireOwnKey(db: Kysely<Tables>, asker: Asker, keyId: number): Promise<OwnedKey> {
  const key = await findKeyById(db, keyId);
  if (key !== undefined && mayChange(asker, key.accountId)) return key;
  throw new Refusal('KEY_NOT_FOUND', { clause: `there is no key ${keyId}` });
}

function requireRoom(keys: number, most = USUAL_CAPS.keys): void {
  if (keys < most) return;
  throw new Refusal('TOO_MANY_KEYS', {
    clause: `the account has ${keys} keys, and the limit is ${most} (MAX_KEYS_PER_ACCOUNT); revoke one first`,
  });
}

async function requireSiteOf(
  tx: Transaction<Tables>,
  asker: Asker,
  { account, siteId }: { readonly account: NamedAccount; readonly siteId: string },
): Promise<void> {
  const { accountId } = await requireOwnSite(tx, asker, siteId);
  await requireUnmarked(tx, asker, siteId);
  if (accountId !== account.id)
    throw new Refusal('SITE_NOT_FOUND', { clause: `the account ${account.email} has no site ${siteId}` });
}
