import type { LogIdentity } from '../domain/recorded-log.ts';
import { compareLogs } from './compare-logs.ts';
import type { FirstLine } from './first-line.ts';
import type { LogBook } from '../operations/recording/log-book.ts';
import type { LogText } from './log-text.ts';
import { type Place, startOfLog } from './place.ts';

/** The log that a text holds, and the place to continue at: its start if nothing of the log is recorded. */
export type LocatedLog = {
  readonly log: LogIdentity;
  readonly place: Place;
  /**
   * The text continues no recorded log, and one with the same first line is recorded to a place beyond its end. So it
   * is a copy of that log, either an older one or one that is still being written.
   */
  readonly isOlderCopy: boolean;
};

/** Finds the recorded log that the text continues, that which is recorded furthest. If there is none, the log is new. */
export async function locateLog(
  text: LogText,
  { digest: firstLine }: FirstLine,
  book: Pick<LogBook, 'siteId' | 'find'>,
): Promise<LocatedLog> {
  const candidates = await book.find([firstLine]);
  const { found, endsEarly } = await compareLogs(text, startOfLog(), candidates);
  const isOlderCopy = endsEarly && (found?.place.bytes ?? 0) === 0;
  if (found) return { log: found.log, place: found.place, isOlderCopy };
  const copy = candidates.reduce((highest, log) => Math.max(highest, log.copy), -1) + 1;
  return { log: { siteId: book.siteId, firstLine, copy }, place: startOfLog(), isOlderCopy };
}
