import { LogMoved } from '../domain/recorded-log.ts';
import { Refusal } from '../domain/refusal.ts';
import { SiteGone } from '../domain/site.ts';
import type { LogBook } from '../operations/recording/log-book.ts';
import type { BookNote } from './notes.ts';

type Patience = {
  /** Rejects when it is time to stop. */
  readonly sleep: (ms: number) => Promise<void>;
  readonly note: (note: BookNote) => void;
};

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;

/**
 * A book that retries for as long as its database is away, and reports when that begins and ends. If a step is retried
 * because its answer was lost, but it had been recorded, the retry throws LogMoved.
 */
export function createPatientBook(book: LogBook, { sleep, note }: Patience): LogBook {
  let isAway = false;

  async function persist<Result>(query: () => Promise<Result>): Promise<Result> {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      try {
        const result = await query();
        if (isAway) note({ kind: 'database-back' });
        isAway = false;
        return result;
      } catch (cause) {
        if (!mayPass(cause)) throw cause;
        if (!isAway) note({ kind: 'database-away', cause });
        isAway = true;
      }
      await sleep(pauseMs);
    }
  }

  async function tryOnce(query: () => Promise<void>): Promise<void> {
    if (!isAway) await query().catch(() => undefined);
  }

  return {
    siteId: book.siteId,
    find: (firstLines) => persist(() => book.find(firstLines)),
    hasOthers: (log) => persist(() => book.hasOthers(log)),
    findAt: (path) => persist(() => book.findAt(path)),
    findTaken: (events) => persist(() => book.findTaken(events)),
    record: (request) => persist(() => book.record(request)),
    quota: () => persist(() => book.quota()),
    exclusions: () => persist(() => book.exclusions()),
    // nothing depends on it: what is not stored now is stored the next time
    saveStatus: (status) => tryOnce(() => book.saveStatus(status)),
    forgetStatus: (path) => tryOnce(() => book.forgetStatus(path)),
  };
}

/** False for what a retry would not change: the database refused the query itself. */
export function mayPass(cause: unknown): boolean {
  if (cause instanceof SiteGone || cause instanceof LogMoved || isUnknownSite(cause)) return false;
  if (!(cause instanceof Error) || cause instanceof TypeError || cause instanceof RangeError) return false;
  return !('code' in cause) || !REFUSED_DATA.test(String(cause.code));
}

function isUnknownSite(cause: unknown): boolean {
  return cause instanceof Refusal && cause.code === 'SITE_NOT_FOUND';
}

/** SQLSTATE classes: data exception, integrity constraint violation, syntax error or access rule violation. */
const REFUSED_DATA = /^(22|23|42)...$/;
