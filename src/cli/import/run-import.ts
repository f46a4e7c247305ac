import type { EventType } from '../../domain/event.ts';
import type { Site } from '../../domain/site.ts';
import { requireSite } from '../../operations/manage-sites.ts';
import { chooseSlot } from '../../queries/database.ts';
import { withDatabase } from '../connect.ts';
import { CommandFailure, REFUSED, reasonOf } from '../failures.ts';
import { counted } from '../output.ts';
import type { Shell } from '../shell.ts';
import { Stopped, stopSignal } from '../stop-signal.ts';
import { type LineImport, type Recorded, nothingRecorded } from './record-lines.ts';

/** What an import is given: everything but its input and how to read it. */
export type Importing = Pick<LineImport, 'recorder' | 'recorded' | 'siteId' | 'stop'> & {
  readonly site: Site;
};

/** Runs an import into a site. If it fails or is stopped, the failure also says what was recorded: that stays. */
export async function runImport(
  shell: Shell,
  siteId: string,
  work: (importing: Importing) => Promise<void>,
): Promise<Recorded> {
  const stop = stopSignal();
  const recorded = nothingRecorded();
  await withDatabase(shell.readConfig(), async (db) => {
    const site = await requireSite(db, siteId);
    const recorder = { db, slot: chooseSlot(), now: shell.now };
    try {
      await work({ recorder, recorded, siteId, stop, site });
    } catch (cause) {
      throw unfinished(cause, recorded);
    }
  });
  return recorded;
}

/** `3 events (2 bot visits, 1 referral)`. */
export function describeRecorded(recorded: Recorded): string {
  const parts = NOUNS.filter(([type]) => recorded[type] > 0).map(([type, noun]) =>
    counted(recorded[type], noun),
  );
  return counted(totalOf(recorded), 'event') + (parts.length > 0 ? ` (${parts.join(', ')})` : '');
}

export function totalOf(recorded: Recorded): number {
  return recorded.bot + recorded.referral + recorded.conversion;
}

const NOUNS: readonly (readonly [EventType, string])[] = [
  ['bot', 'bot visit'],
  ['referral', 'referral'],
  ['conversion', 'conversion'],
];

function unfinished(cause: unknown, recorded: Recorded): CommandFailure {
  const reason = reasonOf(cause).replace(/\.$/, '');
  const stays =
    totalOf(recorded) > 0 ? `recorded so far: ${describeRecorded(recorded)}` : 'nothing was recorded';
  const exitCode = cause instanceof Stopped || cause instanceof CommandFailure ? cause.exitCode : REFUSED;
  return new CommandFailure(`${reason}; ${stays}`, { exitCode, cause });
}
