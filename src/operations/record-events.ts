import type { NewEvent } from '../domain/event.ts';
import type { PlanCatalogue } from '../domain/plan.ts';
import type { Database } from '../queries/database.ts';
import { LogMoved } from '../queries/log-positions.ts';
import { SiteGone, recordEvents as storeEvents } from '../queries/record-events.ts';
import type { RecordingSite } from '../queries/sites.ts';
import { type Reservation, reserveUpTo } from './quota.ts';

/** Who records: one per process. */
export type Recorder = {
  readonly db: Database;
  /** The rollup rows this process adds to (`chooseSlot`). */
  readonly slot: number;
  /** The wall clock, in milliseconds since 1970 UTC: it says whose month is counted. */
  readonly now: () => number;
  readonly plans: PlanCatalogue;
};

/**
 * Records the first of these events that the account's month has room for, all of those or none, and answers how many:
 * fewer than given, possibly none, when the quota is spent. Room is taken before, in a statement of its own: inside the
 * transaction it would hold one row per account through every commit. A crash between the two counts too much, never
 * too little. Throws SiteGone.
 */
export async function recordEvents(
  recorder: Recorder,
  site: RecordingSite,
  events: readonly NewEvent[],
): Promise<number> {
  const { db, slot, now } = recorder;
  const reservation = await reserveUpTo(recorder, site, events.length, now());
  const granted = reservation?.events ?? 0;
  const batch = { siteId: site.id, slot, events: events.slice(0, granted) };
  await storeOrRelease(reservation, () => storeEvents(db, batch));
  return granted;
}

/** Gives the reservation back when it is certain that nothing was stored. */
export async function storeOrRelease<Result>(
  reservation: Reservation | undefined,
  store: () => Promise<Result>,
): Promise<Result> {
  try {
    return await store();
  } catch (error) {
    // A failure to give back counts too much, which is allowed; it must not hide the cause.
    if (reservation && isRolledBack(error))
      await reservation.release(reservation.events).catch(() => undefined);
    throw error;
  }
}

/** Only the database's own "no" proves that nothing was stored: a connection lost in a commit leaves it unknown. */
export function isRolledBack(error: unknown): boolean {
  if (error instanceof SiteGone || error instanceof LogMoved) return true;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^\d[\dA-Z]{4}$/.test(code) && !/^(08|57P)/.test(code);
}
