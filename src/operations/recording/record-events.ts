import type { NewEvent } from '../../domain/event.ts';
import type { PlanCatalogue } from '../../domain/plan.ts';
import type { Database } from '../../database/database.ts';
import type { PreparedEvents } from '../../queries/event-statements.ts';
import { LogMoved, type LogStep } from '../../queries/log-positions.ts';
import { SiteGone, recordEvents as storeEvents } from '../../queries/record-events.ts';
import type { RecordingSite } from '../../queries/sites.ts';
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

/** Events to record together, and the step behind them in a log that has a position. */
export type LogLines = {
  readonly events: readonly NewEvent[];
  readonly step: LogStep | undefined;
  /** The events, where they were prepared before (`prepareEvents`). */
  readonly prepared?: PreparedEvents | undefined;
};

/**
 * Records the first of these events that the account's month has room for, all of those or none, and answers how many:
 * fewer than given, possibly none, when the quota is spent. Throws SiteGone.
 */
export async function recordEvents(
  recorder: Recorder,
  site: RecordingSite,
  events: readonly NewEvent[],
): Promise<number> {
  const upTo = (room: number) => ({ events: events.slice(0, room), step: undefined });
  return recordLog(recorder, site, events.length, upTo);
}

/**
 * Records lines of a log that hold `wanted` events, or as many of the first of them as the account's month has room
 * for, never half a line; answers the number of events. `upTo` gives the most lines that hold no more events than it
 * is told. Room is taken before, in a statement of its own: inside the transaction it would hold one row per account
 * through every commit. A crash between the two counts too much, never too little. Throws SiteGone, LogMoved; nothing
 * is recorded then.
 */
export async function recordLog(
  recorder: Recorder,
  site: RecordingSite,
  wanted: number,
  upTo: (room: number) => LogLines,
): Promise<number> {
  const { db, slot, now } = recorder;
  const reservation = await reserveUpTo(recorder, site, wanted, now());
  const room = reservation?.events ?? 0;
  const { step, ...lines } = upTo(room);
  const { events } = lines;
  await storeOrRelease(reservation, () => storeEvents(db, { siteId: site.id, slot, ...lines }, step));
  if (events.length < room) await reservation?.release(room - events.length);
  return events.length;
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
