import type { Kysely } from 'kysely';
import type { Database } from '../database/database.ts';
import { epochMs, sqlInstant } from '../database/sql-time.ts';
import type { Tables } from '../database/tables.ts';

/** What was changed in an account. */
export type AuditEntry = {
  readonly atMs: number;
  readonly action: string;
  readonly detail: string;
  /** The e-mail address of the owner, or "command line". */
  readonly by: string;
};

export async function insertAuditEntry(
  db: Kysely<Tables>,
  accountId: number,
  entry: AuditEntry,
): Promise<void> {
  await db
    .insertInto('audit_entries')
    .values({
      account_id: accountId,
      created_at: sqlInstant(entry.atMs),
      action: entry.action,
      detail: entry.detail,
      made_by: entry.by,
    })
    .execute();
}

/** The account's newest entries, newest first. */
export async function listAuditEntries(
  db: Database,
  accountId: number,
  limit: number,
): Promise<readonly AuditEntry[]> {
  return db
    .selectFrom('audit_entries')
    .select((eb) => [epochMs(eb.ref('created_at')).as('atMs'), 'action', 'detail', 'made_by as by'])
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
