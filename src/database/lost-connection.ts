/** Connection failures, a server that stops, and statements that a pooler or a migration (0A000) took away. */
const LOST_CODES = /^(08...|57P0[1235]|26000|0A000|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/;
const LOST_MESSAGES = /Connection terminated|not queryable/;

/** Whether the connection, or what was prepared on it, is gone, so that a read may succeed on another one. */
export function isLost(error: unknown): boolean {
  const { code = '', message = '' } = error as { readonly code?: string; readonly message?: string };
  return LOST_CODES.test(code) || LOST_MESSAGES.test(message);
}

/** Whether another query on the connection would fail, or wait behind one that the server has not answered in time. */
export function isUnusableAfter(error: unknown): boolean {
  return isLost(error) || (error instanceof Error && error.message === 'Query read timeout');
}
