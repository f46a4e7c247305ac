import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type NamedAccount, byOperator } from '../../operations/owner/in-account.ts';
import { createKey, isKeyOf } from '../../operations/owner/keys.ts';
import type { DemoParts } from './demo-parts.ts';
import { keepSecret } from './keep-secret.ts';

export function keyFileIn(folder: string): string {
  return join(folder, 'demo-key');
}

export function hasKeyFile(folder: string): boolean {
  return existsSync(keyFileIn(folder));
}

/** The key in the file if it is still valid for the account; otherwise a new key, which is written to the file. */
export async function ensureDemoKey({ db, now, folder }: DemoParts, owner: NamedAccount): Promise<string> {
  const kept = hasKeyFile(folder) ? readFileSync(keyFileIn(folder), 'utf8').trim() : '';
  if (await isKeyOf(db, owner, kept)) return kept;
  const { key } = await createKey(byOperator(db, now()), owner, { name: 'demo' });
  keepSecret(keyFileIn(folder), key);
  return key;
}
