import { NewerDatabase, missingMigrations } from '../../database/migrator.ts';
import { answerWithin } from '../../database/no-answer.ts';
import type { Database } from '../../database/database.ts';
import { findDatabaseState } from '../../queries/database-state.ts';
import type { Committer } from '../recording/committer.ts';
import { type WriteFault, createWriteHealth } from './write-health.ts';

type Ability = 'ready' | 'unavailable';

/** Whether requests that read can be answered, and those that write. Ready if both can. */
export type Readiness = {
  readonly status: Ability;
  readonly reason?: SchemaFault | WriteFault | 'database unreachable';
  readonly readers: Ability;
  readonly writers: Ability;
};

type SchemaFault = 'migrations pending' | 'made by a newer release';

export type ReadinessCheck = {
  /** The committer, watched: its requests show whether the database can be written, without a write of the check's own. */
  watch(committer: Committer): Committer;
  /** Answers within two seconds. Those who ask at the same time share one query. */
  look(): Promise<Readiness>;
};

const ANSWER_WITHIN_MS = 2_000;

const READY: Readiness = { status: 'ready', readers: 'ready', writers: 'ready' };

/** Ready if the database can be reached and written, and has all migrations of this release, and no others. */
export function createReadinessCheck(db: Database, now: () => number): ReadinessCheck {
  const writes = createWriteHealth(now);
  let looking: Promise<Readiness> | undefined;

  async function lookOnce(): Promise<Readiness> {
    try {
      const state = await answerWithin(ANSWER_WITHIN_MS, findDatabaseState(db));
      if (state === undefined || missingMigrations(state.migrations).length > 0)
        return unavailable('migrations pending');
      const fault = state.isReadOnly ? 'database is read-only' : writes.recentFault();
      return fault === undefined ? READY : { ...unavailable(fault), readers: 'ready' };
    } catch (error) {
      return unavailable(error instanceof NewerDatabase ? 'made by a newer release' : 'database unreachable');
    }
  }

  return {
    watch: (committer) => ({
      async record(request) {
        const outcome = await committer.record(request);
        writes.note(outcome);
        return outcome;
      },
    }),
    look: () =>
      (looking ??= lookOnce().finally(() => {
        looking = undefined;
      })),
  };
}

function unavailable(reason: NonNullable<Readiness['reason']>): Readiness {
  return { status: 'unavailable', reason, readers: 'unavailable', writers: 'unavailable' };
}
