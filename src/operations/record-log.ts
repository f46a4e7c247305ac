import type { NewEvent } from '../domain/event.ts';
import type { PreparedEvents } from '../queries/event-statements.ts';
import type { LogStep } from '../queries/log-positions.ts';
import { recordEvents as storeEvents } from '../queries/record-events.ts';
import type { RecordingSite } from '../queries/sites.ts';
import { reserveUpTo } from './quota.ts';
import { type Recorder, storeOrRelease } from './record-events.ts';

/** Whole lines of a log: their events, and the step behind them in a log that has a position. */
export type LogLines = {
  readonly events: readonly NewEvent[];
  readonly step: LogStep | undefined;
  /** The events, where they were prepared before (`prepareEvents`). */
  readonly prepared?: PreparedEvents | undefined;
};

/**
 * Records lines of a log that hold `wanted` events, or as many of the first of them as the account's month has room
 * for, never half a line; answers the number of events. `upTo` gives the most lines that hold no more events than it
 * is told. Throws SiteGone, LogMoved; nothing is recorded then.
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
