import type { Caller } from '../context.ts';
import { hashApiKey } from '../domain/api-key.ts';
import { Refusal } from '../domain/refusal.ts';
import { findKey } from '../queries/api-keys.ts';
import type { Database } from '../queries/database.ts';
import type { KeyUse } from './key-use.ts';

const BEARER = /^bearer +([\w.~+/-]{1,512}=*)$/i;

/**
 * The caller behind an Authorization header, from one read of the database: a key revoked or deleted a moment ago
 * opens nothing. Throws MISSING_KEY without the header, INVALID_KEY, USER_NOT_FOUND.
 */
export async function authenticate(
  parts: { readonly db: Database; readonly keyUse: KeyUse },
  authorization: string | null,
  nowMs: number,
): Promise<Caller> {
  if (authorization === null) throw new Refusal('MISSING_KEY');
  const key = BEARER.exec(authorization)?.[1];
  const record = key === undefined ? undefined : await findKey(parts.db, hashApiKey(key));
  if (record === undefined || record.revoked) throw new Refusal('INVALID_KEY');
  if (record.plan === null) throw new Refusal('USER_NOT_FOUND');
  parts.keyUse.note(record, nowMs);
  return { accountId: record.accountId, keyId: record.keyId, plan: record.plan };
}
