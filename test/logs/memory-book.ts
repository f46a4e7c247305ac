import { NO_EXCLUSIONS } from '../../src/domain/exclusions.ts';
import type { NewEvent } from '../../src/domain/event.ts';
import { leaveOutRepeats } from '../../src/recording/repeated-requests.ts';
import type { FollowedLog } from '../../src/domain/followed-log.ts';
import { type LogBook } from '../../src/operations/recording/log-book.ts';
import { type LogIdentity, LogMoved, type RecordedLog } from '../../src/domain/recorded-log.ts';

/** A line of an access log in the combined format: a visit of GPTBot, told from all others by its number. */
export function crawlLine(number: number): string {
  return `192.0.2.1 - - [01/Mar/2026:10:00:00 +0000] "GET ${crawlPath(number)} HTTP/1.1" 200 5 "-" "GPTBot/1.2"\n`;
}

/** The page of such a line. */
export function crawlPath(number: number): string {
  return `/page-${number}`;
}

export type MemoryBook = {
  readonly book: LogBook;
  readonly events: readonly NewEvent[];
  readonly logs: readonly RecordedLog[];
  /** What was stored last. */
  status: FollowedLog | undefined;
  /** Digests of the requests that were recorded in another way. */
  taken: ReadonlySet<string>;
  /** What the month still has room for. */
  room: number;
  /** Asked once for each recording: throws before it, or after it, what a database or a kill would. */
  fault: () => { readonly before?: Error; readonly after?: Error };
};

/** A book without a database, of the site "site". */
export function createMemoryBook(): MemoryBook {
  const events: NewEvent[] = [];
  const logs: RecordedLog[] = [];
  const isLog = (one: LogIdentity) => (other: LogIdentity) =>
    one.firstLine === other.firstLine && one.copy === other.copy;
  const book: LogBook = {
    siteId: 'site',
    find: (firstLines) => Promise.resolve(logs.filter((log) => firstLines.includes(log.firstLine))),
    hasOthers: (log) => Promise.resolve(logs.some((other) => other.bytes > 0 && !isLog(log)(other))),
    findAt: (path) => Promise.resolve(logs.filter((log) => log.path === path)),
    record({ wanted, upTo }) {
      const { before, after } = memory.fault();
      if (before) return Promise.reject(before);
      const { events: found, step } = upTo(Math.min(wanted, memory.room));
      if (step) {
        const found = logs.findIndex(isLog(step.log));
        const index = found < 0 && step.from.bytes === 0 ? logs.length : found;
        const stands = logs[index] ?? step.from;
        if (index < 0 || stands.bytes !== step.from.bytes || stands.digest !== step.from.digest)
          return Promise.reject(new LogMoved());
        logs[index] = { ...step.log, ...step.to, path: step.path, modifiedAtMs: step.modifiedAtMs };
      }
      const fresh = leaveOutRepeats(found, memory.taken);
      events.push(...fresh.events);
      memory.room -= fresh.events.length;
      return after ? Promise.reject(after) : Promise.resolve(fresh);
    },
    findTaken: () => Promise.resolve(memory.taken),
    saveStatus(status) {
      memory.status = status;
      return Promise.resolve();
    },
    forgetStatus() {
      memory.status = undefined;
      return Promise.resolve();
    },
    exclusions: () => Promise.resolve(NO_EXCLUSIONS),
    quota: () =>
      Promise.resolve({
        plan: 'free' as const,
        limit: 10,
        used: 10,
        projected: 20,
        month: '2026-03-01',
        resetsAtMs: Date.parse('2026-04-01'),
      }),
  };
  const memory: MemoryBook = {
    book,
    events,
    logs,
    status: undefined,
    taken: new Set(),
    room: Infinity,
    fault: () => ({}),
  };
  return memory;
}
