import { sql } from 'kysely';
import type { Database } from '../database/database.ts';

/** A secret in the database, encrypted. */
export type StoredSecret = { readonly id: number; readonly sealed: string };

/** A column of secrets, of a table whose rows have an id. */
export type SecretColumn =
  | { readonly table: 'api_keys'; readonly column: 'signature_secret' }
  | { readonly table: 'channels'; readonly column: 'target' | 'secret' | 'old_secret' | 'token' };

/** The next rows that have a secret, by their id; at most so many. */
export async function listStoredSecrets(
  db: Database,
  { table, column }: SecretColumn,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<readonly StoredSecret[]> {
  const { rows } = await sql<StoredSecret>`
    select id, ${sql.ref(column)} as sealed from ${sql.table(table)}
    where ${sql.ref(column)} is not null and id > ${after} order by id limit ${limit}`.execute(db);
  return rows;
}

/** Stores a secret in another encryption, unless it was changed since it was read. */
export async function replaceStoredSecret(
  db: Database,
  { table, column }: SecretColumn,
  { id, sealed: before }: StoredSecret,
  sealed: string,
): Promise<void> {
  await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = ${sealed}
    where id = ${id} and ${sql.ref(column)} = ${before}`.execute(db);
}
