import type { Database } from '../../database/database.ts';
import { findLeaseState, renewLease, returnLease, takeLease } from '../../queries/leases.ts';

/** Which process does a work: one at a time, for as long as it lives. */
export type Turn = {
  /** Whether it is this process's turn. It stays so until `end`, or until the process is silent for too long. */
  take(): Promise<boolean>;
  /** Leaves the work to others. */
  end(): Promise<void>;
};

/** What one process at a time does. */
export type TurnName = 'upkeep' | 'alerts' | 'delivery' | 'judging' | 'robots' | 'sitemaps';

/** A process that is gone leaves its work to others after this time. */
const TERM_SECONDS = 30;
/** Two renewals may fail before the term ends. */
const RENEW_MS = 10_000;

/** Whether a process does the work now. */
export async function isTaken(db: Database, name: TurnName): Promise<boolean> {
  return (await findLeaseState(db, name)) === 'held';
}

export function createTurn(db: Database, holder: string, name: TurnName): Turn {
  const lease = { name, holder };
  let renewing: NodeJS.Timeout | undefined;

  /** Another process may have taken the turn since this one was silent. */
  async function isStillOurs(): Promise<boolean> {
    if (renewing === undefined) return false;
    if (await renewLease(db, lease, TERM_SECONDS)) return true;
    stopRenewing();
    return false;
  }

  async function takeFromNobody(): Promise<boolean> {
    // a look without the lock for which those who lease wait
    if (await isTaken(db, name)) return false;
    if ((await takeLease(db, [name], { ...lease, seconds: TERM_SECONDS })) === undefined) return false;
    renewing = setInterval(() => {
      // one that fails is made up for by the next
      void renewLease(db, lease, TERM_SECONDS).catch(() => undefined);
    }, RENEW_MS).unref();
    return true;
  }

  function stopRenewing(): void {
    clearInterval(renewing);
    renewing = undefined;
  }

  return {
    take: async () => (await isStillOurs()) || takeFromNobody(),
    async end() {
      if (renewing === undefined) return;
      stopRenewing();
      await returnLease(db, lease).catch(() => undefined);
    },
  };
}
