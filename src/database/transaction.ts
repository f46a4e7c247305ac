import { setTimeout as delay } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import type { Database } from './database.ts';
import type { Tables } from './tables.ts';

const ATTEMPTS = 6;
const FIRST_PAUSE_MS = 20;

/** Serialization, deadlock, connection lost or refused, server stopping or starting, too many connections. */
const TRANSIENT = /^(40001|40P01|08...|57P01|57P03|53300)$/;
/** Citus reports a lost worker as an internal error. */
const INTERNAL = 'XX000';
const SOCKET_ERRORS = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT']);

/**
 * Runs the work in a transaction, and again from its start when a passing fault ended it. The work may therefore run
 * several times and does nothing but statements of `tx`. A commit whose answer was lost is not asked again.
 */
export async function inTransaction<Result>(
  db: Database,
  work: (tx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    let committing = false;
    try {
      return await db.transaction().execute(async (tx) => {
        const result = await work(tx);
        committing = true;
        return result;
      });
    } catch (error) {
      if (attempt === ATTEMPTS || !mayRetry(error, committing)) throw error;
      await delay(FIRST_PAUSE_MS * 2 ** attempt * Math.random());
    }
  }
}

/** A server that refuses a commit says so; a connection that breaks during one leaves it unknown. */
function mayRetry(error: unknown, committing: boolean): boolean {
  const { code, message } = error as { readonly code?: string; readonly message?: string };
  if (committing) return code === '40001' || code === '40P01';
  if (code === undefined) return /Connection terminated|not queryable|timeout exceeded/.test(message ?? '');
  return (
    TRANSIENT.test(code) ||
    SOCKET_ERRORS.has(code) ||
    (code === INTERNAL && message?.includes('connection') === true)
  );
}
