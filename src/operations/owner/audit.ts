import type { RequestContext } from '../../context.ts';
import type { Database } from '../../database/database.ts';
import { invalidParameter } from '../../domain/refusal.ts';
import { type AuditEntry, type AuditPage, listAuditEntries } from '../../queries/audit.ts';
import { requireOwner } from '../access.ts';
import { requireAccount } from './accounts.ts';

export type { AuditEntry };

export const USUAL_ENTRIES = 50;
export const MOST_ENTRIES = 200;

/** How many entries are asked for, and the entry after which they follow. */
type Asked = { readonly limit?: number | undefined; readonly after?: number | undefined };

/** The changes of the owner's account, newest first. Throws OWNER_REQUIRED, INVALID_PARAMETER. */
export async function ownAudit(ctx: RequestContext, asked: Asked): Promise<readonly AuditEntry[]> {
  const { accountId } = requireOwner(ctx);
  return listAuditEntries(ctx.db, accountId, parsePage(asked));
}

/** The changes of any account, for an operator. Throws ACCOUNT_NOT_FOUND, INVALID_PARAMETER. */
export async function auditOf(db: Database, email: string, asked: Asked): Promise<readonly AuditEntry[]> {
  const { id } = await requireAccount(db, email);
  return listAuditEntries(db, id, parsePage(asked));
}

function parsePage({ limit = USUAL_ENTRIES, after }: Asked): AuditPage {
  if (limit >= 1 && limit <= MOST_ENTRIES) return { limit, after };
  throw invalidParameter('limit', limit, `a whole number from 1 to ${MOST_ENTRIES}`);
}
