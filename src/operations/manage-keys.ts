import { generateApiKey, hashApiKey, lastFour } from '../domain/api-key.ts';
import type { Account } from '../queries/accounts.ts';
import { insertKey, revokeKey } from '../queries/api-keys.ts';
import type { Database } from '../queries/database.ts';
import { parseName } from './manage-names.ts';
import { ManagementRefusal } from './manage-refusal.ts';

/** A key as it is made: the only time that its text is known. */
export type NewKey = {
  readonly id: number;
  readonly key: string;
  readonly name: string;
  readonly createdAtMs: number;
};

const DEFAULT_NAME = 'API key';

/** A new key of the account, in force from now on. */
export async function createKey(
  db: Database,
  account: Account,
  given: { readonly name: string | undefined },
  nowMs: number,
): Promise<NewKey> {
  const key = generateApiKey();
  const name = given.name === undefined ? DEFAULT_NAME : parseName(given.name);
  const stored = {
    accountId: account.id,
    keyHash: hashApiKey(key),
    name,
    lastFour: lastFour(key),
    createdAtMs: nowMs,
  };
  return { id: await insertKey(db, stored), key, name, createdAtMs: nowMs };
}

/** Revokes a key from its next request on; refused when there is none with the id. */
export async function withdrawKey(db: Database, keyId: number, nowMs: number): Promise<void> {
  const known = await revokeKey(db, keyId, nowMs);
  if (!known) throw new ManagementRefusal(`there is no key ${keyId}`);
}
