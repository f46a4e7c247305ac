import { FOLLOWER_REPORTS_MS } from '../domain/followed-log.ts';
import type { LogBook } from '../operations/recording/log-book.ts';
import { type Tally, addTally, emptyTally, reasonsOf } from './tally.ts';

/** Stores what a follower has read of a log, for other processes to see. */
export type StatusKeeper = {
  /** Takes note of the last thing that happened to the log. */
  note(text: string): void;
  /** Counts lines that were read, and their events. */
  count(tally: Tally, events: number): void;
  /** Stores all of that, if it is time to. A follower that is busy has not read everything that is there. */
  keep(seen: { readonly bytesBehind: number; readonly isBusy: boolean }): Promise<void>;
  /** Stores all of that, and that the follower stops. */
  end(bytesBehind: number): Promise<void>;
  /** Deletes what was stored, because there never was such a log. */
  forget(): Promise<void>;
};

/** Something new is stored this long after what was stored before. */
const KEEP_NEWS_MS = 5_000;

export function createStatusKeeper(
  { book, path }: { readonly book: Pick<LogBook, 'saveStatus' | 'forgetStatus'>; readonly path: string },
  now: () => number,
): StatusKeeper {
  const startedAtMs = now();
  const read = emptyTally();
  let events = 0;
  let noted: { readonly note: string; readonly notedAtMs: number } | undefined;
  let kept: { readonly atMs: number; readonly content: string } | undefined;

  function statusWith(bytesBehind: number) {
    const { note = null, notedAtMs = null } = noted ?? {};
    const passedOver = JSON.stringify(Object.fromEntries(reasonsOf(read)));
    return { path, startedAtMs, bytesBehind, lines: read.lines, events, passedOver, note, notedAtMs };
  }

  return {
    note(text) {
      noted = { note: text, notedAtMs: now() };
    },
    count(tally, more) {
      addTally(read, tally, read.lines);
      events += more;
    },
    async keep({ bytesBehind, isBusy }) {
      const seenAtMs = now();
      const status = statusWith(bytesBehind);
      const content = JSON.stringify(status);
      const sinceMs = kept?.atMs ?? (isBusy ? startedAtMs : -Infinity);
      if (seenAtMs - sinceMs < (content === kept?.content ? FOLLOWER_REPORTS_MS : KEEP_NEWS_MS)) return;
      kept = { atMs: seenAtMs, content };
      await book.saveStatus({ ...status, seenAtMs, stoppedAtMs: null });
    },
    async end(bytesBehind) {
      const seenAtMs = now();
      await book.saveStatus({ ...statusWith(bytesBehind), seenAtMs, stoppedAtMs: seenAtMs });
    },
    forget: () => book.forgetStatus(path),
  };
}
