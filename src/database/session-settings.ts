/** Settings of a session, by name. */
export type SessionSettings = Readonly<Record<string, number | string>>;

/**
 * What a session for long reads has beside those. The limit counts the workers of all sessions together, so a long read
 * gets a second core only if no other one has it.
 */
export const LONG_READ_SETTINGS: SessionSettings = { max_parallel_workers: 1 };

/**
 * What a session has if the server can do it: it looks every two seconds whether the process behind a statement is still
 * there. Otherwise the statement of a killed process would run to its end. A server on Windows refuses it.
 */
export const SETTINGS_IF_POSSIBLE: SessionSettings = { client_connection_check_interval: 2_000 };

/** A command may run a statement for an hour, but nothing holds a transaction open that long without a statement. */
const LONGEST_IDLE_MS = 30_000;

/**
 * The settings of a session on a server. Without its limits, a session whose connection has gone silent keeps its locks
 * for as long as the server's TCP takes to notice, which may be hours.
 */
export function sessionSettings(statementTimeoutMs: number): SessionSettings {
  return {
    statement_timeout: statementTimeoutMs,
    // ends before the statement does, so that a wait for a lock is known as one, and the transaction retried
    lock_timeout: Math.ceil(0.8 * statementTimeoutMs),
    idle_in_transaction_session_timeout: Math.min(statementTimeoutMs, LONGEST_IDLE_MS),
    // compiling the longest statements takes several times as long as running them
    jit: 'off',
    // in seconds, unlike the others
    tcp_keepalives_idle: 5,
    tcp_keepalives_interval: 2,
    tcp_keepalives_count: 3,
    tcp_user_timeout: 10_000,
  };
}
