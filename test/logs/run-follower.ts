import { describeNote } from '../../src/cli/logs/describe-note.ts';
import { noEvents } from '../../src/domain/event-counts.ts';
import { followLog } from '../../src/logs/follow-log.ts';
import type { LogBook } from '../../src/operations/recording/log-book.ts';
import type { SourceReport } from '../../src/operations/recording/source-notes.ts';
import type { BookNote, LogNote } from '../../src/logs/notes.ts';
import { createStatusKeeper } from '../../src/logs/status-keeper.ts';
import { createPatientBook } from '../../src/logs/patient-book.ts';
import { createClassifier } from '../../src/recording/classify-request.ts';
import { type MemoryBook, createMemoryBook } from './memory-book.ts';

type Fault = 'kill before commit' | 'kill after commit' | 'lose an answer';

export type FollowerRun = {
  readonly memory: MemoryBook;
  /** What the command would print on stderr. */
  readonly notes: readonly string[];
  /** What each batch brought. */
  readonly reports: readonly SourceReport[];
  /** Starts the follower if it does not run, and lets it go on until it waits. */
  untilIdle(): Promise<void>;
  /** Lets the time go by after which a rotated file is closed. */
  linger(): Promise<void>;
  kill(): Promise<void>;
  /** Lets one of the recordings to come fail, the next one being 0. */
  failAt(recording: number, fault: Fault): void;
  /** Lets something happen while one of the recordings to come is under way, the next one being 0. */
  meanwhile(recording: number, happen: () => void): void;
  /** Nothing of that happens from here on. */
  calmDown(): void;
};

class Killed extends Error {}

const LINGER_MS = 60_000;

/**
 * Follows a log into a book, by default one in memory. The test ends the follower's pauses. With `nowMs`, which must be
 * later than all changes of the log, only `linger` moves the clock.
 */
export function useFollower(path: string, given?: LogBook, nowMs?: number): FollowerRun {
  const memory = createMemoryBook();
  const book = given ?? memory.book;
  const notes: string[] = [];
  const reports: SourceReport[] = [];
  const faults = new Map<number, Fault>();
  const happenings = new Map<number, () => void>();
  let recordings = 0;
  let aheadMs = 0;
  let running: Running | undefined;
  const now = () => (nowMs ?? Date.now()) + aheadMs;

  memory.fault = () => {
    happenings.get(recordings)?.();
    const fault = faults.get(recordings++);
    if (fault === undefined) return {};
    const lost = new Error(fault);
    if (fault !== 'lose an answer') running?.stop.abort(new Killed());
    return fault === 'kill before commit' ? { before: lost } : { after: lost };
  };

  async function untilIdle(): Promise<void> {
    for (let isIdle = false; !isIdle;) {
      running ??= start(path, { book, notes, reports, now });
      isIdle = await running.goOn().catch((cause: unknown) => {
        running = undefined;
        throw cause;
      });
      if (!isIdle) running = undefined;
    }
  }

  return {
    memory,
    notes,
    reports,
    untilIdle,
    linger() {
      aheadMs += LINGER_MS;
      return untilIdle();
    },
    async kill() {
      running?.stop.abort(new Killed());
      await running?.ended;
      running = undefined;
    },
    failAt(recording, fault) {
      faults.set(recordings + recording, fault);
    },
    meanwhile(recording, happen) {
      happenings.set(recordings + recording, happen);
    },
    calmDown() {
      faults.clear();
      happenings.clear();
    },
  };
}

type Running = {
  readonly stop: AbortController;
  /** False when it was killed instead of going on until it waits. */
  goOn(): Promise<boolean>;
  /** Resolves when it was killed, rejects when it failed. */
  readonly ended: Promise<void>;
};

function start(
  path: string,
  {
    book,
    notes,
    reports,
    now,
  }: { book: LogBook; notes: string[]; reports: SourceReport[]; now: () => number },
): Running {
  const stop = new AbortController();
  const status = createStatusKeeper({ book, path }, now);
  const note = (one: LogNote | BookNote) => {
    notes.push(describeNote(one));
    status.note(describeNote(one));
  };
  let goOn: () => void = () => undefined;
  let onIdle: () => void = () => undefined;
  const sleep = () =>
    new Promise<void>((resolve, reject) => {
      stop.signal.addEventListener('abort', () => reject(stop.signal.reason as Error), { once: true });
      goOn = resolve;
      onIdle();
    });
  const passOver = () => {
    stop.signal.throwIfAborted();
    return Promise.resolve();
  };
  const patient = createPatientBook(book, { sleep: async () => passOver(), note });
  const readOptions = { format: undefined, classify: createClassifier({ siteDomain: 'example.com' }) };
  const recorded = noEvents();
  const ended = Promise.resolve()
    .then(() =>
      followLog(
        {
          ...{ path, book: patient, status, readOptions, recorded, now, note },
          stop: stop.signal,
          onBatch: (report) => void reports.push(report),
        },
        { sleep, pollMs: 0, lingerMs: LINGER_MS, quotaMs: 0 },
      ),
    )
    .catch((cause: unknown) => {
      if (!(cause instanceof Killed)) throw cause;
    });
  return {
    stop,
    ended,
    goOn() {
      const idle = new Promise<boolean>((resolve) => {
        onIdle = () => resolve(true);
      });
      goOn();
      return Promise.race([idle, ended.then(() => false)]);
    },
  };
}
