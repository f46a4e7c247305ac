import type { Kysely } from 'kysely';
import type { Database } from '../database/database.ts';
import { epochMs, sqlInstant } from '../database/sql-time.ts';
import type { Tables } from '../database/tables.ts';

/** What was changed in an account. */
export type AuditEntry = {
  readonly id: number;
  readonly atMs: number;
  readonly action: string;
  readonly detail: string;
  /** The e-mail address of the owner, or "command line". */
  readonly by: string;
};

/** How many entries, and the entry that the last page ended with. */
export type AuditPage = { readonly limit: number; readonly after?: number | undefined };

export async function insertAuditEntry(
  db: Kysely<Tables>,
  accountId: number,
  entry: Omit<AuditEntry, 'id'>,
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

/** The entries of an account that are older than one of them, or its newest ones; newest first. */
export async function listAuditEntries(
  db: Database,
  accountId: number,
  { limit, after }: AuditPage,
): Promise<readonly AuditEntry[]> {
  let query = db
    .selectFrom('audit_entries')
    .select((eb) => ['id', epochMs(eb.ref('created_at')).as('atMs'), 'action', 'detail', 'made_by as by'])
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(limit);
  if (after !== undefined) query = query.where('id', '<', after);
  return query.execute();
}
