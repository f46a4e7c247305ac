import { randomUUID } from 'node:crypto';
import { type Database, SLOTS, chooseSlot } from '../../database/database.ts';
import {
  type HolderKind,
  countHolders,
  endLeases,
  renewLease,
  returnLease,
  takeLease,
} from '../../queries/leases.ts';

/** The rollup rows of a process. */
export type SlotLease = {
  /** A name for this process, for all that it leases. It begins with its kind. */
  readonly holder: string;
  /**
   * The slot to write to now. No other process has it, unless all are taken or the database was away: then some share a
   * slot and wait for each other, and all counts are right all the same.
   */
  readonly slot: number;
  /** Returns the slot, so that another process can lease it at once. */
  release(): Promise<void>;
};

/** A process that is gone leaves its slot to others after this time. */
const TERM_SECONDS = 30;
/** Two renewals may fail before the term ends. */
const RENEW_MS = 10_000;

/** Leases a slot that no other process has, on any machine, and keeps it. While all are taken, it shares one. */
export function leaseSlot(db: Database, kind: HolderKind): SlotLease {
  const holder = `${kind} ${randomUUID()}`;
  const term = { holder, seconds: TERM_SECONDS };
  let slot = chooseSlot();
  let isLeased = false;

  async function renewOrTake(): Promise<void> {
    if (isLeased && (await renewLease(db, { ...term, name: nameOf(slot) }, TERM_SECONDS))) return;
    const slots = Array.from({ length: SLOTS }, (_, n) => (slot + n) % SLOTS);
    const taken = await takeLease(db, slots.map(nameOf), term);
    isLeased = taken !== undefined;
    slot = slots.find((one) => nameOf(one) === taken) ?? slot;
  }

  // the database is away; what fails to be recorded meanwhile is reported where it fails
  const keep = () => renewOrTake().catch(() => undefined);
  let underway = keep();
  const timer = setInterval(() => {
    underway = underway.then(keep);
  }, RENEW_MS).unref();

  return {
    holder,
    get slot() {
      return slot;
    },
    async release() {
      clearInterval(timer);
      await underway;
      if (isLeased) await returnLease(db, { ...term, name: nameOf(slot) }).catch(() => undefined);
    },
  };
}

/** How many processes serve the database now, or were killed less than a term ago. */
export async function countServers(db: Database): Promise<number> {
  return countHolders(db, 'server');
}

/** Leaves to others what a process leased that was killed and could not return it. */
export async function endLeasesOf(db: Database, { holder }: Pick<SlotLease, 'holder'>): Promise<void> {
  await endLeases(db, holder);
}

function nameOf(slot: number): string {
  return `slot ${slot}`;
}
