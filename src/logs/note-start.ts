import { hasLog } from './find-log.ts';
import { fileIdAt, listLogs } from './list-logs.ts';
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
  const [last] = recorded.toSorted((one, other) => other.modifiedAtMs - one.modifiedAtMs);
  if (!last) {
    const listed = await listLogs(path);
    if (listed.some(({ isRotated }) => isRotated)) note({ kind: 'older-files-skipped' });
    return { isRecorded: false, isMissing: false };
  }
  if (await hasLog(path, last, stop)) return { isRecorded: true, isMissing: false };
  const isReplaced = (await fileIdAt(path)) !== undefined;
  note({ kind: 'log-lost', bytes: last.bytes, isReplaced });
  return { isRecorded: true, isMissing: !isReplaced };
}
