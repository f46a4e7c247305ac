import type { LogBook } from './log-book.ts';
import { type Tally, addTally, emptyTally, reasonsOf } from './tally.ts';

/** Stores what a follower has read of a log, for other processes to see. */
export type StatusKeeper = {
  /** Takes note of the last thing that happened to the log. */
  note(text: string): void;
  /** Counts lines that were read, and their events. */
  count(tally: Tally, events: number): void;
  /** Stores all of that, if it is time to. */
  keep(bytesBehind: number): Promise<void>;
};

/** Something new is stored this long after what was stored before, and otherwise once a minute. */
const KEEP_NEWS_MS = 5_000;
const KEEP_MS = 60_000;

export function createStatusKeeper(
  { book, path }: { readonly book: Pick<LogBook, 'saveStatus'>; readonly path: string },
  now: () => number,
): StatusKeeper {
  const startedAtMs = now();
  const read = emptyTally();
  let events = 0;
  let noted: { readonly note: string; readonly notedAtMs: number } | undefined;
  let kept = { atMs: -Infinity, content: '' };
  return {
    note(text) {
      noted = { note: text, notedAtMs: now() };
    },
    count(tally, more) {
      addTally(read, tally, read.lines);
      events += more;
    },
    async keep(bytesBehind) {
      const seenAtMs = now();
      const { note = null, notedAtMs = null } = noted ?? {};
      const passedOver = JSON.stringify(Object.fromEntries(reasonsOf(read)));
      const status = {
        path,
        startedAtMs,
        bytesBehind,
        lines: read.lines,
        events,
        passedOver,
        note,
        notedAtMs,
      };
      const content = JSON.stringify(status);
      if (seenAtMs - kept.atMs < (content === kept.content ? KEEP_MS : KEEP_NEWS_MS)) return;
      kept = { atMs: seenAtMs, content };
      await book.saveStatus({ ...status, seenAtMs });
    },
  };
}
