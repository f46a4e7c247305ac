import { NewerDatabase, compareSchema } from '../../database/migrator.ts';
import { answerWithin } from '../../database/no-answer.ts';
import type { Database } from '../../database/database.ts';
import type { LimitScope } from '../../limits/limits.ts';
import { findDatabaseState } from '../../queries/database-state.ts';
import type { Committer } from '../recording/committer.ts';
import { type WriteFault, createWriteHealth } from './write-health.ts';

type Ability = 'ready' | 'unavailable';

/**
 * Whether requests that read can be answered, and those that write. Ready if both can, whatever the limits count: without
 * Redis each process limits for itself.
 */
export type Readiness = Answers & { readonly limits: LimitScope };

type Answers = {
  readonly status: Ability;
  readonly reason?: SchemaFault | WriteFault | 'database unreachable';
  readonly readers: Ability;
  readonly writers: Ability;
  /** A newer release has migrated the database, and this one can use it all the same. */
  readonly warning?: typeof NEWER;
};

const NEWER = 'made by a newer release';

type SchemaFault = 'migrations pending' | typeof NEWER;

export type ReadinessCheck = {
  /** The committer, watched: its requests show whether the database can be written, without a write of the check's own. */
  watch(committer: Committer): Committer;
  /** Answers within two seconds. Those who ask at the same time share one query. */
  look(): Promise<Readiness>;
};

const ANSWER_WITHIN_MS = 2_000;

const READY: Answers = { status: 'ready', readers: 'ready', writers: 'ready' };

/** Ready if the database can be reached and written, and has all migrations of this release, and none that it cannot live with. */
export function createReadinessCheck(
  db: Database,
  now: () => number,
  findScope: () => Promise<LimitScope>,
): ReadinessCheck {
  const writes = createWriteHealth(now);
  let looking: Promise<Readiness> | undefined;

  async function lookOnce(): Promise<Readiness> {
    const [answers, limits] = await Promise.all([findAnswers(), findScope()]);
    return { ...answers, limits };
  }

  async function findAnswers(): Promise<Answers> {
    try {
      const state = await answerWithin(ANSWER_WITHIN_MS, findDatabaseState(db));
      if (state === undefined) return unavailable('migrations pending');
      const { pending, newer } = compareSchema(state.migrations.toSorted());
      if (pending.length > 0) return unavailable('migrations pending');
      const fault = state.isReadOnly ? 'database is read-only' : writes.recentFault();
      const found: Answers = fault === undefined ? READY : { ...unavailable(fault), readers: 'ready' };
      return newer === undefined ? found : { ...found, warning: NEWER };
    } catch (error) {
      return unavailable(error instanceof NewerDatabase ? NEWER : 'database unreachable');
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

function unavailable(reason: NonNullable<Answers['reason']>): Answers {
  return { status: 'unavailable', reason, readers: 'unavailable', writers: 'unavailable' };
}
