import type { Config } from '../../config.ts';
import type { Recorder } from '../../operations/recording/record-events.ts';
import { requireRecordingSite } from '../../operations/owner/sites.ts';
import type { RecordingSite } from '../../queries/sites.ts';
import { chooseSlot } from '../../database/database.ts';
import { withDatabase } from '../connect.ts';
import { CommandFailure, REFUSED, reasonOf } from '../failures.ts';
import type { Shell } from '../shell.ts';
import { Stopped, stopSignal } from '../stop-signal.ts';
import { type EventCounts, noEvents, totalOf } from '../../domain/event-counts.ts';
import { describeRecorded } from './describe-recorded.ts';

/** What an import is given: everything but its input and how to read it. */
export type Importing = {
  readonly config: Config;
  readonly recorder: Recorder;
  readonly site: RecordingSite;
  /** Kept up to date, so that an import that failed can say what stays. */
  readonly recorded: EventCounts;
  /** Aborts between two batches; throws its reason. */
  readonly stop: AbortSignal;
};

/** Runs an import into a site. If it fails or is stopped, the failure also says what was recorded: that stays. */
export async function runImport<Result>(
  shell: Shell,
  siteId: string,
  work: (importing: Importing) => Promise<Result>,
): Promise<Result> {
  const stop = stopSignal();
  const recorded = noEvents();
  const config = shell.readConfig();
  return withDatabase(config, async (db) => {
    const site = await requireRecordingSite(db, siteId);
    const recorder = { db, slot: chooseSlot(), now: shell.now, plans: config.plans };
    try {
      return await work({ config, recorder, recorded, site, stop });
    } catch (cause) {
      throw unfinished(cause, recorded);
    }
  });
}

/** The failure of a command that recorded something: it says what, since that stays. */
export function unfinished(cause: unknown, recorded: EventCounts): CommandFailure {
  const reason = reasonOf(cause).replace(/\.$/, '');
  const stays =
    totalOf(recorded) > 0 ? `recorded so far: ${describeRecorded(recorded)}` : 'nothing was recorded';
  const exitCode = cause instanceof Stopped || cause instanceof CommandFailure ? cause.exitCode : REFUSED;
  return new CommandFailure(`${reason}; ${stays}`, { exitCode, cause });
}
