import { Refusal } from '../../domain/refusal.ts';

/** Nobody knows how long an export takes: its reader decides. */
const RETRY_AFTER_SECONDS = 5;

/** The accounts that have an export under way: one at a time, whatever its site, its format and its caller. */
export type ExportsUnderWay = {
  /** Throws RATE_LIMITED if the account has one. */
  requireNone(accountId: number): void;
  /** Marks that one begins, until the returned function is called. Throws RATE_LIMITED if the account has one. */
  begin(accountId: number): () => void;
};

/** Counts in this process only: with several, an account may have one export in each. */
export function createExportsUnderWay(): ExportsUnderWay {
  const accounts = new Set<number>();
  function requireNone(accountId: number): void {
    if (!accounts.has(accountId)) return;
    throw new Refusal('RATE_LIMITED', {
      message: 'An export of this account is under way. Start the next one when it has ended.',
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
  return {
    requireNone,
    begin(accountId) {
      requireNone(accountId);
      accounts.add(accountId);
      return () => accounts.delete(accountId);
    },
  };
}
