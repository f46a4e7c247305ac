import type { Config } from '../settings/config.ts';
import type { Database } from '../database/database.ts';
import { type AttributionParts, createAttribution } from '../operations/recording/attribution.ts';
import type { Recorder } from '../operations/recording/record-events.ts';
import { leaseSlot } from '../operations/recording/slot-lease.ts';
import type { Shell } from './shell.ts';

type Recording = Pick<Config, 'plans' | 'attributionMinutes'> & Pick<AttributionParts, 'by'>;

/** Runs the work with a recorder whose slot no other process writes to, and returns the slot afterwards. */
export async function withRecorder<Result>(
  shell: Shell,
  { plans, attributionMinutes: minutes, by }: Recording,
  db: Database,
  work: (recorder: Recorder) => Promise<Result>,
): Promise<Result> {
  const lease = leaseSlot(db, 'recorder');
  const { now } = shell;
  const attribution = createAttribution({ db, minutes, now, by });
  const recorder = {
    ...{ db, plans, now, attribution },
    get slot() {
      return lease.slot;
    },
  };
  try {
    return await work(recorder);
  } finally {
    await lease.release();
  }
}
