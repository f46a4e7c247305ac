import type { LogIdentity, RecordedLog } from '../domain/recorded-log.ts';
import { leaveOutRepeats } from '../recording/repeated-requests.ts';
import type { BusyLogBook, LogBook } from '../operations/recording/log-book.ts';

type Readable = Pick<LogBook, 'siteId' | 'find' | 'hasOthers' | 'findTaken'>;

/** The book of a site that is not known: nothing is recorded. */
export const EMPTY_BOOK: Readable = {
  siteId: '',
  find: () => Promise.resolve([]),
  hasOthers: () => Promise.resolve(false),
  findTaken: () => Promise.resolve(new Set()),
};

/**
 * A book that records nothing. It finds what is recorded in another, and what would be recorded by now, but for the ids of
 * requests in earlier batches.
 */
export function createPreviewBook(
  book: Readable,
): Pick<BusyLogBook, 'siteId' | 'find' | 'hasOthers' | 'record' | 'prepare'> {
  const moved = new Map<string, RecordedLog>();
  return {
    siteId: book.siteId,
    async find(firstLines) {
      const recorded = (await book.find(firstLines)).filter((log) => !moved.has(keyOf(log)));
      const lines = new Set(firstLines);
      return [...recorded, ...[...moved.values()].filter(({ firstLine }) => lines.has(firstLine))];
    },
    async hasOthers(log) {
      return [...moved.keys()].some((key) => key !== keyOf(log)) || book.hasOthers(log);
    },
    prepare: () => [],
    async record({ wanted, upTo }) {
      const { events, step } = upTo(wanted);
      if (step) {
        const { log, to, path, modifiedAtMs } = step;
        moved.set(keyOf(log), { ...log, ...to, path, modifiedAtMs });
      }
      return leaveOutRepeats(events, await book.findTaken(events));
    },
  };
}

function keyOf({ firstLine, copy }: Pick<LogIdentity, 'firstLine' | 'copy'>): string {
  return `${firstLine} ${copy}`;
}
