import { counted } from '../../domain/counted.ts';
import { basename } from 'node:path';
import type { BookNote, LogNote } from '../../logs/notes.ts';
import type { Unreadable } from '../../logs/unreadable.ts';
import { reasonOf } from '../failures.ts';
import { describeUnreadable } from '../../serving/message-of.ts';
import { describeQuotaSpent } from '../import/describe-recorded.ts';
import { shownLine } from '../output.ts';

/** What happened to a log or its database, in a sentence for the operator, who is shown the path of the log before it. */
export function describeNote(note: LogNote | BookNote): string {
  switch (note.kind) {
    case 'log-missing':
      return 'the file does not exist; waiting for it';
    case 'log-lost':
      return describeLost(note);
    case 'file-lost':
      return `${note.file} was deleted before it was read: its ${counted(note.bytes, 'byte')} are not recorded (${counted(note.count, 'file')} lost since the start)`;
    case 'older-files-skipped':
      return 'skipping older rotated files; record them with "logs import"';
    case 'started':
      return `reading ${note.file} from its start`;
    case 'resumed':
      return `reading ${note.file} from line ${note.line}`;
    case 'rotated':
      return 'the log was rotated';
    case 'truncated':
      return 'the log was truncated';
    case 'unreadable':
      return describeUnreadableFile(note.error);
    case 'quota-spent':
      return describeQuotaSpent(
        note.quota,
        `${note.quota.used} were recorded this month, and ${counted(note.waiting, 'event')} of ${note.file} ${note.waiting === 1 ? 'waits' : 'wait'}`,
        'it goes on automatically',
      );
    case 'quota-available':
      return 'the quota has room again';
    case 'passed-over':
      return describePassedOver(note);
    case 'nothing-readable':
      return `none of the first ${note.lines} lines can be read, so nothing is recorded; name the format with --format. A line: ${shownLine(note.first)}`;
    case 'database-away':
      return `waiting for the database: ${reasonOf(note.cause)}`;
    case 'database-back':
      return 'the database is back';
  }
}

function describeUnreadableFile({ path, problem, cause }: Unreadable): string {
  return describeUnreadable({ path: basename(path), problem, cause });
}

function describeLost({ bytes, isReplaced }: Extract<LogNote, { kind: 'log-lost' }>): string {
  const lost = `the log that was recorded up to byte ${bytes} is gone; any lines after that are not recorded`;
  return isReplaced ? lost : `${lost}; waiting for a new file`;
}

/** `skipped 5 of 9 lines: 3 ordinary-visit, 2 asset`. */
function describePassedOver({ lines, reasons }: Extract<LogNote, { kind: 'passed-over' }>): string {
  const count = reasons.reduce((sum, [, times]) => sum + times, 0);
  const parts = reasons.map(([reason, times]) => `${times} ${reason}`);
  return `skipped ${count} of ${counted(lines, 'line')}: ${parts.join(', ')}`;
}
