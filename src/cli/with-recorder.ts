import type { Config } from '../settings/config.ts';
import type { Database } from '../database/database.ts';
import type { Recorder } from '../operations/recording/record-events.ts';
import { leaseSlot } from '../operations/recording/slot-lease.ts';
import type { Shell } from './shell.ts';

/** Runs the work with a recorder whose slot no other process writes to, and returns the slot afterwards. */
export async function withRecorder<Result>(
  shell: Shell,
  { plans }: Config,
  db: Database,
  work: (recorder: Recorder) => Promise<Result>,
): Promise<Result> {
  const lease = leaseSlot(db, 'recorder');
  const recorder = {
    ...{ db, plans, now: shell.now },
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
