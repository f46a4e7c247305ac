import { NoAnswer } from './no-answer.ts';

/**
 * Connection failures, a server that stops, a session that was idle in a transaction for too long, and statements that a
 * pooler or a migration (0A000) took away, or that exist although the driver does not know it (42P05).
 */
const LOST_CODES =
  /^(08...|25P03|57P0[1235]|26000|42P05|0A000|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/;
const LOST_MESSAGES = /Connection terminated|not queryable/;

type DatabaseError = { readonly code?: string; readonly message?: string; readonly severity?: string };

/** Whether the connection, or what was prepared on it, is gone, so that a read may succeed on another one. */
export function isLost(error: unknown): boolean {
  if (isWorkerFault(error)) return false;
  const { code = '', message = '' } = error as DatabaseError;
  return LOST_CODES.test(code) || LOST_MESSAGES.test(message);
}

/** What Citus reports of a connection to a worker, in the words of PostgreSQL about a client's. */
const WORKER_CODES = /^(08...|57P0[1235])$/;
/** A shard that was moved to another node while the statement was on its way, and a worker that is away. */
const WORKER_MESSAGES = /could not find valid entry for shard|connection/;
/** Citus has no code for them but "internal error". */
const INTERNAL = 'XX000';

/**
 * Whether a Citus worker was away, or a shard was moved from it. The connection to the coordinator can still be used, and
 * the same statement may succeed a moment later. An error that is not fatal shows that the connection works.
 */
export function isWorkerFault(error: unknown): boolean {
  const { code = '', message = '', severity } = error as DatabaseError;
  if (code === INTERNAL) return WORKER_MESSAGES.test(message);
  return severity === 'ERROR' && WORKER_CODES.test(code);
}

/** Whether the server answered a statement with an error: nothing of it was stored, unless it was a commit. */
export function isAnswered(error: unknown): boolean {
  return (error as DatabaseError).severity === 'ERROR';
}

/** Whether another query on the connection would fail. */
export function isUnusableAfter(error: unknown): boolean {
  return isLost(error) || error instanceof NoAnswer;
}

/** A server that refuses connections, starts, or has no more of them. */
const AWAY_CODES = /^(53300|57P03|ECONNREFUSED|ENOENT)$/;

/**
 * Whether the database cannot be reached, or could not be until now: a transaction may succeed a moment later. Without a
 * Citus worker it can be reached, although not for all sites.
 */
export function isAway(error: unknown): boolean {
  if (isWorkerFault(error)) return false;
  const { code = '' } = error as { readonly code?: string };
  return isUnusableAfter(error) || isUnanswered(error) || AWAY_CODES.test(code);
}

/** Serialization, deadlock, and a lock that was not to be had in time. */
const CONTENDED_CODES = /^(40001|40P01|55P03)$/;

/** Whether others were in the way of a transaction, which may succeed a moment later. */
export function isContended(error: unknown): boolean {
  return CONTENDED_CODES.test(codeOf(error));
}

/** Whether the server cut the statement because it took longer than its time limit. */
export function isCut(error: unknown): boolean {
  return codeOf(error) === '57014';
}

/** A server that has no more connections. */
const FULL = '53300';

/** Whether a lock, a connection or an answer was awaited for too long. */
export function isWaitOver(error: unknown): boolean {
  return isContended(error) || isUnanswered(error) || codeOf(error) === FULL;
}

function codeOf(error: unknown): string {
  return (error as DatabaseError).code ?? '';
}

/** Whether an answer, or a connection, was awaited for as long as it ever is. */
export function isUnanswered(error: unknown): boolean {
  const { message = '' } = error as { readonly message?: string };
  return (
    error instanceof NoAnswer || /timeout exceeded|timeout expired|due to connection timeout/.test(message)
  );
}
