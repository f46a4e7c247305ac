import type { Database } from '../database/database.ts';

type Stored = { readonly id: number; readonly sealed: string };

/** The next keys that have a signature secret, by their id, with the secret as it is stored; at most so many. */
export async function listSignatureSecrets(
  db: Database,
  after: number,
  limit: number,
): Promise<readonly Stored[]> {
  return db
    .selectFrom('api_keys')
    .select(['id', (eb) => eb.ref('signature_secret').$notNull().as('sealed')])
    .where('signature_secret', 'is not', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Stores the signature secret of a key in another encryption, unless it was changed since it was read. */
export async function replaceSignatureSecret(
  db: Database,
  { id, sealed: before }: Stored,
  sealed: string,
): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ signature_secret: sealed })
    .where('id', '=', id)
    .where('signature_secret', '=', before)
    .execute();
}
