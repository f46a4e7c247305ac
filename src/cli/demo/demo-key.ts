import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashApiKey } from '../../domain/api-key.ts';
import { createKey } from '../../operations/owner/keys.ts';
import type { Account } from '../../queries/accounts.ts';
import { findKey } from '../../queries/api-keys.ts';
import type { DemoParts } from './demo-parts.ts';

/** Only the owner may read the file, because it contains the key. */
const MODE = 0o600;

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
  keep(keyFileIn(folder), key);
  return key;
}

/** Writes the file in one step, so that it is never incomplete, and never readable by others. */
function keep(file: string, key: string): void {
  const draft = `${file}.new`;
  writeFileSync(draft, `${key}\n`, { mode: MODE });
  chmodSync(draft, MODE);
  renameSync(draft, file);
}
