import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../database/database.ts';
import type { Tables } from '../../database/tables.ts';
import { insertAuditEntry } from '../../queries/audit.ts';

/** Who changes something, and when. */
export type Change = {
  readonly db: Database;
  readonly nowMs: number;
  /** The e-mail address of a signed-in owner, or "command line". */
  readonly by: string;
};

/** A change that somebody with the command line makes. */
export function byOperator(db: Database, nowMs: number): Change {
  return { db, nowMs, by: 'command line' };
}

/** Writes something in the transaction of a change, so that both are stored or neither. */
export type Alongside<Changed> = (tx: Transaction<Tables>, changed: Changed) => Promise<void>;

/** Adds a line to the audit of an account, which its owner sees. It contains no secret. */
export async function audit(
  { db, nowMs, by }: Omit<Change, 'db'> & { readonly db: Kysely<Tables> },
  accountId: number,
  action: string,
  detail: string,
): Promise<void> {
  await insertAuditEntry(db, accountId, { atMs: nowMs, action, detail, by });
}
