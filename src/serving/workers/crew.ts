import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Unusable } from '../unusable.ts';
import type { Program, WorkerEnd, WorkerProcess } from './worker-process.ts';

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 30_000;

/** A worker that served for so long did not die of its start. */
const STEADY_MS = 60_000;

/** The workers of a primary process. */
export type Crew = {
  /** The address, the same for all of them. */
  readonly url: string;
  /**
   * Replaces one worker after the other by one of the installed program. Each new one accepts requests before the old
   * one stops. If a new one cannot serve, the old ones that are left go on.
   */
  readonly reload: () => Promise<void>;
  /** Resolves when all have ended, after `stop` has aborted. */
  readonly ended: () => Promise<void>;
};

export type CrewParts = {
  readonly count: number;
  /** Starts a worker that listens on the port. */
  readonly fork: (port: number, program: Program) => WorkerProcess;
  readonly port: number;
  readonly log: Logger;
  /** Once it aborts, all finish the requests under way, and none is replaced. */
  readonly stop: AbortSignal;
};

/** A worker's place: whoever dies there is replaced, until the post is given to a new worker and so relieved. */
type Post = { current: WorkerProcess; readonly relieved: AbortController };

/**
 * Starts the workers, and replaces those that die. If one of the first cannot serve, throws a Unusable with its
 * message and exit code once all have ended; or the reason of `stop`.
 */
export async function startCrew({ count, stop, log, ...parts }: CrewParts): Promise<Crew> {
  const failing = new AbortController();
  const over = AbortSignal.any([stop, failing.signal]);
  const { fork, dismiss, ended } = employ({ ...parts, log });
  over.addEventListener('abort', dismiss);

  const first = Array.from({ length: count }, () => fork('running'));
  const starts = await Promise.all(first.map(started));
  const [url = ''] = starts.flatMap((start) => ('url' in start ? start.url : []));
  const failed = starts.find((start) => 'end' in start);
  if (failed !== undefined) {
    failing.abort();
    await ended();
    throw stop.aborted ? stop.reason : new Unusable(failed.end.reason, failed.end);
  }
  const posts = first.map((worker) => staff(worker, 'running'));

  function staff(current: WorkerProcess, program: Program): Post {
    const post = { current, relieved: new AbortController() };
    void keep(post, { fork: () => fork(program), log, leave: AbortSignal.any([over, post.relieved.signal]) });
    return post;
  }

  async function reload(): Promise<void> {
    for (const [place, old] of posts.entries()) {
      if (hasAborted(over)) return;
      const next = fork('installed');
      const start = await started(next);
      if (hasAborted(over)) return;
      if ('end' in start) {
        log.error({ reason: start.end.reason }, 'reload given up: a new worker cannot serve');
        return;
      }
      old.relieved.abort();
      posts[place] = staff(next, 'installed');
      old.current.order({ kind: 'retire' });
      await old.current.ended;
    }
    log.info('reloaded');
  }

  return { url, reload, ended };
}

type Keeping = {
  readonly fork: () => WorkerProcess;
  readonly log: Logger;
  /** Ends the replacing. */
  readonly leave: AbortSignal;
};

/** Replaces whoever dies at the post. */
async function keep(post: Post, { fork, log, leave }: Keeping): Promise<void> {
  for (let waitMs: number | undefined; ;) {
    const { reason, servedMs } = await post.current.ended;
    if (leave.aborted) return;
    waitMs = backOff(waitMs, servedMs);
    log.error({ worker: post.current.pid, reason, retryMs: waitMs }, 'worker ended; it will be replaced');
    await delay(waitMs, undefined, { signal: leave }).catch(() => undefined);
    if (hasAborted(leave)) return;
    post.current = fork();
  }
}

/** How long to wait before a worker that has died is replaced: longer and longer while they die soon. */
export function backOff(previousMs: number | undefined, servedMs: number): number {
  if (previousMs === undefined || servedMs >= STEADY_MS) return FIRST_WAIT_MS;
  return Math.min(2 * previousMs, LONGEST_WAIT_MS);
}

/** Meanwhile: the compiler takes what was checked before for what still is. */
function hasAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}

type Employed = {
  readonly fork: (program: Program) => WorkerProcess;
  readonly dismiss: () => void;
  readonly ended: () => Promise<void>;
};

/** Starts workers, and knows those that are alive. */
function employ({ fork, port: wanted, log }: Pick<CrewParts, 'fork' | 'port' | 'log'>): Employed {
  const alive = new Set<WorkerProcess>();
  let actual = wanted;
  let port = wanted;
  // a process that is ended by force takes them with it
  process.on('exit', () => {
    for (const worker of alive) worker.kill();
  });
  return {
    fork(program): WorkerProcess {
      // "any free port" is that of the others as long as there are others
      if (alive.size === 0) port = actual;
      const worker = fork(port, program);
      alive.add(worker);
      void worker.ended.then(() => alive.delete(worker));
      void worker.serving.then((url) => {
        if (wanted === 0) actual = Number(new URL(url).port);
        log.info({ worker: worker.pid }, 'worker serves');
      });
      return worker;
    },
    dismiss(): void {
      for (const worker of alive) worker.order({ kind: 'stop' });
    },
    async ended(): Promise<void> {
      await Promise.all([...alive].map((worker) => worker.ended));
    },
  };
}

async function started(
  worker: WorkerProcess,
): Promise<{ readonly url: string } | { readonly end: WorkerEnd }> {
  return Promise.race([worker.serving.then((url) => ({ url })), worker.ended.then((end) => ({ end }))]);
}
