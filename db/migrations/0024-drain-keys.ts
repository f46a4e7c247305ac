import { type Kysely, sql } from 'kysely';
import { lockTables } from '../lock-tables.ts';

/**
 * Adds the keys of drains, with what their senders sign with and want answered, and what sites exclude from recording. A key
 * of a drain has the site in `collect_site_id`, so that a server of the earlier release, which does not know `drains`, takes
 * it for one that can only record to this site.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await lockTables(db, 'api_keys', 'sites');
  for (const statement of ALTER) await sql.raw(statement).execute(db);
}

const ALTER = [
  // Only the signature secret is secret, and it is encrypted.
  `alter table api_keys
    add drains boolean not null default false,
    add signature_secret text,
    add verify_code text,
    add audience text`,
  `alter table api_keys
    add constraint api_keys_drain_to_a_site check (not drains or collect_site_id is not null) not valid`,
  `create index api_keys_by_secret on api_keys (id) where signature_secret is not null`,
  // Null: nothing is excluded.
  `alter table sites
    add excluded_addresses text[],
    add excluded_paths text[]`,
] as const;
