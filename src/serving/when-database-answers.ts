import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from '../settings/config.ts';
import { isAway } from '../database/lost-connection.ts';
import type { WaitingRoom } from './waiting-room.ts';
import { databaseProblem } from './database-problem.ts';
import { cannotListen } from './listening.ts';
import { Unusable } from './unusable.ts';

type Waiting = {
  /** Ends the waiting; the promise then rejects with its reason. */
  readonly stop: AbortSignal;
  readonly log: Logger;
};

/** Between two attempts. */
const PAUSE_MS = 1_000;

/**
 * The result of the first work that a server does on its database. While that is away, it is retried for as long as the
 * settings say, and the port shows that the server lives but is not ready. What waiting does not change, such as a wrong
 * password, is thrown at once.
 */
export async function whenDatabaseAnswers<Result>(
  config: Config,
  { stop, log }: Waiting,
  work: () => Promise<Result>,
): Promise<Result> {
  const untilMs = performance.now() + config.databaseWaitMs;
  let room: WaitingRoom | undefined;
  try {
    for (;;) {
      try {
        const result = await work();
        if (room !== undefined) log.info('the database is back');
        return result;
      } catch (thrown) {
        const cause = thrown instanceof Unusable ? thrown.cause : thrown;
        if (performance.now() >= untilMs || !mayAnswerLater(cause)) throw thrown;
        if (room === undefined) reportWaiting(config, log, cause);
        room ??= await openRoom(config);
      }
      await delay(PAUSE_MS, undefined, { signal: stop }).catch(() => undefined);
      stop.throwIfAborted();
    }
  } finally {
    await room?.close();
  }
}

function reportWaiting({ databaseWaitMs }: Config, log: Logger, cause: unknown): void {
  const seconds = databaseWaitMs / 1_000;
  const reason = databaseProblem(cause);
  log.warn({ reason }, `the database is unreachable; waiting for it, for ${seconds} s at most`);
}

/** Names that are not known yet: those of a network in which the database is only starting. */
const UNKNOWN_HOST = /^(ENOTFOUND|EAI_AGAIN)$/;

function mayAnswerLater(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  return isAway(cause) || ('code' in cause && UNKNOWN_HOST.test(String(cause.code)));
}

async function openRoom(config: Config): Promise<WaitingRoom> {
  // Imported late: it is needed seldom.
  const { openWaitingRoom } = await import('./waiting-room.ts');
  try {
    return await openWaitingRoom(config);
  } catch (cause) {
    throw cannotListen(config, cause);
  }
}
