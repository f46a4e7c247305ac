import type { NewEvent } from '../domain/event.ts';
import type { Site } from '../domain/site.ts';
import type { Database } from '../queries/database.ts';
import { recordEvents as storeEvents } from '../queries/record-events.ts';
import { addUsage } from '../queries/usage.ts';

/** Who records: one per process. */
export type Recorder = {
  readonly db: Database;
  /** The rollup rows this process adds to (`chooseSlot`). */
  readonly slot: number;
  /** The wall clock, in milliseconds since 1970 UTC: it says whose month is counted. */
  readonly now: () => number;
};

/**
 * Records a batch of events of one site, all or none. The account's month is counted first, in a statement of its
 * own: inside the transaction it would hold one row per account through every commit. A crash between the two
 * counts too much, never too little.
 */
export async function recordEvents(
  recorder: Recorder,
  site: Site,
  events: readonly NewEvent[],
): Promise<void> {
  const { db, slot, now } = recorder;
  const nowMs = now();
  if (events.length === 0) return;
  await addUsage(db, site.accountId, nowMs, events.length);
  try {
    await storeEvents(db, { siteId: site.id, slot, events });
  } catch (error) {
    // A failure to give back counts too much, which is allowed; it must not hide the cause.
    if (isRolledBack(error)) await addUsage(db, site.accountId, nowMs, -events.length).catch(() => undefined);
    throw error;
  }
}

/** Only the database's own "no" proves that nothing was stored: a connection lost in a commit leaves it unknown. */
function isRolledBack(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^\d[\dA-Z]{4}$/.test(code) && !/^(08|57P)/.test(code);
}
