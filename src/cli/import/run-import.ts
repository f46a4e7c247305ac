import type { Config } from '../../settings/config.ts';
import type { Recorder } from '../../operations/recording/record-events.ts';
import { type ExcludingSite, requireRecordingSite } from '../../operations/require-site.ts';
import { RECORDING, withDatabase } from '../with-database.ts';
import { CommandFailure, exitCodeOf, reasonOf } from '../failures.ts';
import type { Shell } from '../shell.ts';
import { withRecorder } from '../with-recorder.ts';
import { type EventCounts, noEvents, totalOf } from '../../domain/event-counts.ts';
import { describeRecorded } from './describe-recorded.ts';

/** What every import needs, besides its input and how to read it. */
export type Importing = {
  readonly config: Config;
  readonly recorder: Recorder;
  readonly site: ExcludingSite;
  /** Kept up to date, so that a failed import can say what it recorded. */
  readonly recorded: EventCounts;
  /** Checked between two batches. */
  readonly stop: AbortSignal;
};

/** Runs an import into a site. If it fails or is stopped, the failure also says what was recorded. */
export async function runImport<Result>(
  shell: Shell,
  siteId: string,
  work: (importing: Importing) => Promise<Result>,
): Promise<Result> {
  const recorded = noEvents();
  const config = shell.readConfig();
  const importInto = async (recorder: Recorder) => {
    const site = await requireRecordingSite(recorder.db, siteId);
    const stop = shell.stopSignal();
    try {
      return await work({ config, recorder, recorded, site, stop });
    } catch (cause) {
      throw unfinished(cause, recorded);
    }
  };
  const recording = { ...config, by: 'import' } as const;
  return withDatabase(config, (db) => withRecorder(shell, recording, db, importInto), RECORDING);
}

/** A failure that also says what was recorded before, since that is not undone. */
export function unfinished(cause: unknown, recorded: EventCounts): CommandFailure {
  const reason = reasonOf(cause).replace(/\.$/, '');
  const stays =
    totalOf(recorded) > 0 ? `recorded so far: ${describeRecorded(recorded)}` : 'nothing was recorded';
  return new CommandFailure(`${reason}; ${stays}`, { exitCode: exitCodeOf(cause), cause });
}
