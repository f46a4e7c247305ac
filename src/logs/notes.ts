import type { PassedOverReason } from '../recording/passed-over.ts';
import type { Quota } from '../operations/recording/quota.ts';
import type { Unreadable } from './unreadable.ts';

/** What happens while a log is followed; `file` is a name without its folder. */
export type LogNote =
  | { readonly kind: 'log-missing' }
  /** The log that was recorded last is no longer there; this much of it was recorded. Another may be at its path. */
  | { readonly kind: 'log-lost'; readonly bytes: number; readonly isReplaced: boolean }
  /** A file was deleted before it was read; it had this many bytes when it was last seen. The `count`th since the start. */
  | {
      readonly kind: 'file-lost';
      readonly file: string;
      readonly bytes: number;
      readonly count: number;
    }
  | { readonly kind: 'older-files-skipped' }
  | { readonly kind: 'started'; readonly file: string }
  | { readonly kind: 'resumed'; readonly file: string; readonly line: number }
  | { readonly kind: 'rotated' }
  | { readonly kind: 'truncated' }
  | { readonly kind: 'unreadable'; readonly error: Unreadable }
  | {
      readonly kind: 'quota-spent';
      readonly quota: Quota;
      /** Events of the file that are not recorded yet. */
      readonly waiting: number;
      readonly file: string;
    }
  | { readonly kind: 'quota-available' }
  /** Of the lines that were read since the start, how many became no event, by reason, the most frequent first. */
  | {
      readonly kind: 'passed-over';
      readonly lines: number;
      readonly reasons: readonly (readonly [PassedOverReason, number])[];
    }
  /** None of the lines that were read since the start is in the format of the log; `first` is one of them. */
  | { readonly kind: 'nothing-readable'; readonly lines: number; readonly first: string };

/** What happens to the database while logs are followed. */
export type BookNote =
  { readonly kind: 'database-away'; readonly cause: unknown } | { readonly kind: 'database-back' };
