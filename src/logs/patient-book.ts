import { ManagementRefusal } from '../operations/owner/refusal.ts';
import { LogMoved } from '../queries/log-positions.ts';
import { SiteGone } from '../queries/record-events.ts';
import { reasonOf } from '../cli/failures.ts';
import type { LogBook } from './log-book.ts';

type Patience = {
  /** Rejects when it is time to stop. */
  readonly sleep: (ms: number) => Promise<void>;
  readonly note: (message: string) => void;
};

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;

/**
 * A book that waits for its database for ever, and tells when it begins and ends to. A step that is asked again because
 * its answer was lost throws LogMoved if it was taken.
 */
export function createPatientBook(book: LogBook, { sleep, note }: Patience): LogBook {
  let isAway = false;

  async function persist<Result>(ask: () => Promise<Result>): Promise<Result> {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      try {
        const answer = await ask();
        if (isAway) note('the database answers again');
        isAway = false;
        return answer;
      } catch (cause) {
        if (!mayPass(cause)) throw cause;
        if (!isAway) note(`waiting for the database: ${reasonOf(cause)}`);
        isAway = true;
      }
      await sleep(pauseMs);
    }
  }

  return {
    siteId: book.siteId,
    find: (firstLine) => persist(() => book.find(firstLine)),
    findAt: (path) => persist(() => book.findAt(path)),
    insert: (log, at) => persist(() => book.insert(log, at)),
    record: (request) => persist(() => book.record(request)),
    quota: () => persist(() => book.quota()),
  };
}

/** Not what the database says of the question itself: its answer will be the same tomorrow. */
function mayPass(cause: unknown): boolean {
  if (cause instanceof ManagementRefusal || cause instanceof SiteGone || cause instanceof LogMoved)
    return false;
  if (!(cause instanceof Error) || cause instanceof TypeError || cause instanceof RangeError) return false;
  return !('code' in cause) || !REFUSED_DATA.test(String(cause.code));
}

/** SQLSTATE classes: data exception, integrity constraint violation, syntax error or access rule violation. */
const REFUSED_DATA = /^(22|23|42)...$/;
