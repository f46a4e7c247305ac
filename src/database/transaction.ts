import { setTimeout as delay } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import type { Database } from './database.ts';
import { isAway, isContended, isUnanswered, isWorkerFault } from './lost-connection.ts';
import type { Tables } from './tables.ts';

const ATTEMPTS = 6;
const FIRST_PAUSE_MS = 20;

/** What silence is given, or a lock that others keep: each of them takes seconds. */
const LONG_ATTEMPTS = 2;

const LOCK_NOT_AVAILABLE = '55P03';

/** No answer came to a commit, so the transaction may be stored or not. After any other error, it is not. */
export class CommitUnknown extends Error {
  override readonly name = 'CommitUnknown';

  constructor(cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`no answer came to the commit, so it may be stored or not: ${reason}`, { cause });
  }
}

/**
 * Runs the work in a transaction, and retries all of it after a transient error. The work gets the number of the
 * attempt. As it may run several times, it must do nothing but send statements to `tx`. Throws CommitUnknown if the
 * answer to the commit was lost. After any other error nothing is stored.
 */
export async function inTransaction<Result>(
  db: Database,
  work: (tx: Transaction<Tables>, attempt: number) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1, long = 0; ; attempt++) {
    const progress = { isCommitting: false };
    try {
      return await db.transaction().execute(async (tx) => {
        const result = await work(tx, attempt);
        progress.isCommitting = true;
        return result;
      });
    } catch (error) {
      if (progress.isCommitting && !isRefusedCommit(error)) throw new CommitUnknown(error);
      if (tookLong(error)) long++;
      if (attempt === ATTEMPTS || long === LONG_ATTEMPTS || !isTransient(error)) throw error;
      await delay(FIRST_PAUSE_MS * 2 ** attempt * Math.random());
    }
  }
}

/** Runs the work as `inTransaction` does, but stores nothing: for a question that only a write can answer. */
export async function inUndoneTransaction<Result>(
  db: Database,
  work: (tx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  const undo = new Error('the transaction is undone');
  let result!: Result;
  try {
    return await inTransaction(db, async (tx) => {
      result = await work(tx);
      throw undo;
    });
  } catch (error) {
    if (error !== undo) throw error;
    return result;
  }
}

/**
 * True if the server answered the commit with an error, which rolls the transaction back. A lost connection (08), a
 * stopping server (57P) and an internal error, as of a lost Citus worker (XX), leave it unknown.
 */
function isRefusedCommit(error: unknown): boolean {
  const { code = '' } = error as { readonly code?: string };
  return /^\d[\dA-Z]{4}$/.test(code) && !/^(08|57P)/.test(code);
}

function isTransient(error: unknown): boolean {
  return isAway(error) || isWorkerFault(error) || isContended(error);
}

function tookLong(error: unknown): boolean {
  return isUnanswered(error) || (error as { readonly code?: string }).code === LOCK_NOT_AVAILABLE;
}
