import type { Database } from '../../database/database.ts';
import { findLeaseState, renewLease, returnLease, takeLease } from '../../queries/leases.ts';

/** Which process does the upkeep: one at a time, for as long as it lives. */
export type Turn = {
  /** Whether it is this process's turn. It stays so until `end`, or until the process is silent for too long. */
  take(): Promise<boolean>;
  /** Leaves the upkeep to others. */
  end(): Promise<void>;
};

const NAME = 'upkeep';

/** A process that is gone leaves its work to others after this time. */
const TERM_SECONDS = 30;
/** Two renewals may fail before the term ends. */
const RENEW_MS = 10_000;

/** Whether a process does the upkeep now. */
export async function isTaken(db: Database): Promise<boolean> {
  return (await findLeaseState(db, NAME)) === 'held';
}

export function createTurn(db: Database, holder: string): Turn {
  const lease = { name: NAME, holder };
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
    if (await isTaken(db)) return false;
    if ((await takeLease(db, [NAME], { ...lease, seconds: TERM_SECONDS })) === undefined) return false;
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
