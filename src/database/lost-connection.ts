import { NoAnswer } from './no-answer.ts';

/**
 * Connection failures, a server that stops, a session that was idle in a transaction for too long, and statements that a
 * pooler or a migration (0A000) took away.
 */
const LOST_CODES =
  /^(08...|25P03|57P0[1235]|26000|0A000|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/;
const LOST_MESSAGES = /Connection terminated|not queryable/;

/** Whether the connection, or what was prepared on it, is gone, so that a read may succeed on another one. */
export function isLost(error: unknown): boolean {
  const { code = '', message = '' } = error as { readonly code?: string; readonly message?: string };
  return LOST_CODES.test(code) || LOST_MESSAGES.test(message);
}

/** Whether another query on the connection would fail. */
export function isUnusableAfter(error: unknown): boolean {
  return isLost(error) || error instanceof NoAnswer;
}

/** A server that refuses connections, starts, or has no more of them. */
const AWAY_CODES = /^(53300|57P03|ECONNREFUSED|ENOENT)$/;

/** Whether the database cannot be reached, or could not be until now: a transaction may succeed a moment later. */
export function isAway(error: unknown): boolean {
  const { code = '' } = error as { readonly code?: string };
  return isUnusableAfter(error) || isUnanswered(error) || AWAY_CODES.test(code);
}

/** Whether an answer, or a connection, was awaited for as long as it ever is. */
export function isUnanswered(error: unknown): boolean {
  const { message = '' } = error as { readonly message?: string };
  return (
    error instanceof NoAnswer || /timeout exceeded|timeout expired|due to connection timeout/.test(message)
  );
}
