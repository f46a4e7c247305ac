import type { Database } from '../../database/database.ts';
import { findLeaseState, renewLease, returnLease, takeLease } from '../../queries/leases.ts';

/** Whose turn the upkeep was. */
export type Turn =
  /** It was this process's turn, and the work is done. */
  | 'done'
  /** Another process is at it. */
  | 'held';

const NAME = 'upkeep';

/** A process that is gone leaves its work to others after this time. */
const TERM_SECONDS = 30;
/** Two renewals may fail before the term ends. */
const RENEW_MS = 10_000;

/** Does the work, unless another process is doing it. */
export async function takeTurn(db: Database, holder: string, work: () => Promise<void>): Promise<Turn> {
  const lease = { name: NAME, holder };
  const taken = await takeLease(db, [NAME], { ...lease, seconds: TERM_SECONDS });
  if (taken === undefined) return 'held';
  const timer = setInterval(() => {
    // one that fails is made up for by the next
    void renewLease(db, lease, TERM_SECONDS).catch(() => undefined);
  }, RENEW_MS);
  try {
    await work();
  } finally {
    clearInterval(timer);
    await returnLease(db, lease).catch(() => undefined);
  }
  return 'done';
}

/** Does the work that another process held, if that process is gone. Returns 'done' if it has finished the work. */
export async function takeOver(db: Database, holder: string, work: () => Promise<void>): Promise<Turn> {
  const state = await findLeaseState(db, NAME);
  switch (state) {
    case 'returned':
      return 'done';
    case 'held':
      return 'held';
    case 'expired':
      return takeTurn(db, holder, work);
  }
}
