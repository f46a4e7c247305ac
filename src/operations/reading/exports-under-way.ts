import { Refusal } from '../../domain/refusal.ts';
import type { Slots } from '../../limits/slots.ts';

/** Nobody knows how long an export takes: its reader decides. */
const RETRY_AFTER_SECONDS = 5;

/** The accounts that have an export under way: one at a time, whatever its site, its format and its caller. */
export type ExportsUnderWay = {
  /** Throws RATE_LIMITED if the account has one. */
  requireNone(accountId: number): Promise<void>;
  /** Marks that one begins, until the returned function is called. Throws RATE_LIMITED if the account has one. */
  begin(accountId: number): Promise<() => Promise<void>>;
};

export function createExportsUnderWay(slots: Slots): ExportsUnderWay {
  return {
    async requireNone(accountId) {
      if (await slots.isTaken(nameOf(accountId))) throw underWay();
    },
    async begin(accountId) {
      const end = await slots.take(nameOf(accountId));
      if (end === undefined) throw underWay();
      return end;
    },
  };
}

/** Any number at a time, for the operator. */
export const WITHOUT_LIMIT: ExportsUnderWay = {
  requireNone: () => Promise.resolve(),
  begin: () => Promise.resolve(() => Promise.resolve()),
};

function nameOf(accountId: number): string {
  return `export:${accountId}`;
}

function underWay(): Refusal {
  return new Refusal('RATE_LIMITED', {
    message: 'An export of this account is under way. Start the next one when it has ended.',
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}
