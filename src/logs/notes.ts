import type { Quota } from '../operations/recording/quota.ts';
import type { Unreadable } from './unreadable.ts';

/** What happens while a log is followed; `file` is a name without its folder. */
export type LogNote =
  | { readonly kind: 'log-missing' }
  /** The log that was recorded last is no longer there; this much of it was recorded. */
  | { readonly kind: 'log-lost'; readonly bytes: number }
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
  | { readonly kind: 'quota-available' };

/** What happens to the database while logs are followed. */
export type BookNote =
  { readonly kind: 'database-away'; readonly cause: unknown } | { readonly kind: 'database-back' };
