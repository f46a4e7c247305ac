import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashApiKey } from '../../domain/api-key.ts';
import { createKey } from '../../operations/owner/keys.ts';
import type { Account } from '../../queries/accounts.ts';
import { findKey } from '../../queries/api-keys.ts';
import type { DemoParts } from './demo-parts.ts';
import { keepSecret } from './keep-secret.ts';

export function keyFileIn(folder: string): string {
  return join(folder, 'demo-key');
}

export function hasKeyFile(folder: string): boolean {
  return existsSync(keyFileIn(folder));
}

/** The key in the file if it is still valid for the account; otherwise a new key, which is written to the file. */
export async function ensureDemoKey({ db, now, folder }: DemoParts, owner: Account): Promise<string> {
  const kept = hasKeyFile(folder) ? readFileSync(keyFileIn(folder), 'utf8').trim() : '';
  const found = await findKey(db, hashApiKey(kept));
  if (found?.accountId === owner.id && !found.revoked) return kept;
  const { key } = await createKey(db, owner, { name: 'demo' }, now());
  keepSecret(keyFileIn(folder), key);
  return key;
}
