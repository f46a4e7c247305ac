import type { RecordedLog } from '../queries/log-positions.ts';
import { type ListedLog, listLogs } from './list-logs.ts';
import { openListed, readFirstLineOf } from './listed-file.ts';
import type { Following } from './tail.ts';

type Start = {
  /** Whether a log is recorded that was last read at the path. */
  readonly isRecorded: boolean;
  /** Whether it was reported that no file is at the path. */
  readonly isMissing: boolean;
};

/** Reports what an operator should know before a log is followed: a log that is gone, and files that are skipped. */
export async function noteStart({ book, path, note, stop }: Following): Promise<Start> {
  const recorded = await book.findAt(path);
  const listed = await listLogs(path);
  const [last] = recorded.toSorted((one, other) => other.modifiedAtMs - one.modifiedAtMs);
  if (!last) {
    if (listed.some(({ isRotated }) => isRotated)) note({ kind: 'older-files-skipped' });
    return { isRecorded: false, isMissing: false };
  }
  if (await beginsAny(listed, last, stop)) return { isRecorded: true, isMissing: false };
  const isReplaced = listed.some(({ isRotated }) => !isRotated);
  note({ kind: 'log-lost', bytes: last.bytes, isReplaced });
  return { isRecorded: true, isMissing: !isReplaced };
}

async function beginsAny(
  listed: readonly ListedLog[],
  recorded: RecordedLog,
  stop: AbortSignal,
): Promise<boolean> {
  for (const log of listed) {
    const handle = await openListed(log).catch(() => undefined);
    const firstLine = handle && (await readFirstLineOf(handle, log.path, stop).finally(() => handle.close()));
    if (firstLine?.digest === recorded.firstLine) return true;
  }
  return false;
}
