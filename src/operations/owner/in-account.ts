import type { Transaction } from 'kysely';
import type { RequestContext } from '../../context.ts';
import type { Database } from '../../database/database.ts';
import type { Tables } from '../../database/tables.ts';
import { inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../domain/refusal.ts';
import { type Account, lockAccount } from '../../queries/accounts.ts';
import { type AuditEntry, insertAuditEntry } from '../../queries/audit.ts';
import { requireOwner } from '../access.ts';

/** An account, and what those who name it call it. */
export type NamedAccount = Pick<Account, 'id' | 'email'>;

/** Who asks for a change, and when. */
export type Asker = {
  readonly db: Database;
  readonly nowMs: number;
  /** Their name in the audit: the e-mail address of a signed-in owner, "command line" or "server". */
  readonly by: string;
  /** The only account that they may change; undefined for an operator, who may change all. */
  readonly own: NamedAccount | undefined;
};

/** Somebody with the command line. */
export function byOperator(db: Database, nowMs: number): Asker {
  return { db, nowMs, by: 'command line', own: undefined };
}

/** A server, which does by itself what its operator has set. */
export function byServer(db: Database, nowMs: number): Asker {
  return { ...byOperator(db, nowMs), by: 'server' };
}

/** The signed-in owner. Throws OWNER_REQUIRED. */
export function byOwner(ctx: RequestContext): Asker & { readonly own: NamedAccount } {
  const { accountId: id, email } = requireOwner(ctx);
  return { db: ctx.db, nowMs: ctx.nowMs, by: email, own: { id, email } };
}

/** Whether an asker may change what belongs to an account. */
export function mayChange({ own }: Asker, accountId: number): boolean {
  return own === undefined || own.id === accountId;
}

/** What a change came to. */
export type Changed<Result> = {
  /** What the asker gets. */
  readonly result: Result;
  /** What the audit says, without secrets; nothing if nothing changed. */
  readonly lines: readonly Pick<AuditEntry, 'action' | 'detail'>[];
};

type Change<Subject, Result> = (tx: Transaction<Tables>, account: Subject) => Promise<Changed<Result>>;

/**
 * Makes a change in an account and adds its lines to the audit: both or neither. The account's row is locked first, so
 * that its changes are made one after the other: what the change reads in its transaction stays as it is. Refused if the
 * account was deleted.
 */
export async function inAccount<Result>(
  asker: Asker,
  { id, email }: NamedAccount,
  change: Change<Account, Result>,
): Promise<Result> {
  return inEvenDeleted(asker, id, async (tx, account) => {
    if (account === undefined) throw unknownAccount(email);
    return change(tx, account);
  });
}

/**
 * The same for what an operator may change even if its account was deleted; then there is no account. Its owner gets
 * SESSION_ENDED, as with the next request.
 */
export async function inEvenDeleted<Result>(
  { db, nowMs, by, own }: Asker,
  accountId: number,
  change: Change<Account | undefined, Result>,
): Promise<Result> {
  return inTransaction(db, async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (account === undefined && own !== undefined) throw new Refusal('SESSION_ENDED');
    const { result, lines } = await change(tx, account);
    for (const line of lines) await insertAuditEntry(tx, accountId, { ...line, atMs: nowMs, by });
    return result;
  });
}

export function unknownAccount(email: string): Refusal {
  return new Refusal('ACCOUNT_NOT_FOUND', { clause: `there is no account ${email}` });
}
