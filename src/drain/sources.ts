import type { Sender } from '../domain/sender.ts';
import type { LogRecord } from '../recording/log-record.ts';
import { pagePathOf } from '../recording/page-path.ts';
import type { PassedOverReason } from '../recording/passed-over.ts';

/** A sender with a key. */
export type DrainSource = {
  readonly siteId: string;
  readonly kind: 'drain';
  readonly name: '';
  readonly keyId: number;
  readonly sender: Sender;
};

/** Records that became no event for one reason, and a sample of the first. */
export type Skipped = { readonly count: number; readonly sample: string | undefined };

/** What a batch brought, and what became of it: `records` are those with events, the repeats and the skipped ones. */
export type DrainReport = {
  readonly records: number;
  readonly events: number;
  readonly repeats: number;
  readonly bytes: number;
  readonly lastEvent: boolean;
  readonly skipped: ReadonlyMap<PassedOverReason, Skipped>;
  readonly limits: readonly 'no-request-id'[];
};

/** Where it is noted what senders sent. Neither delays nor fails recording. */
export type DrainSources = {
  note(source: DrainSource, report: DrainReport, nowMs: number): void;
  refuse(
    source: DrainSource,
    refusal: { readonly status: number; readonly reason: string },
    nowMs: number,
  ): void;
};

/** A record that was read by its method, host and path; another by its form. */
export function sampleOf(line: string, record: LogRecord | undefined): string {
  if (record === undefined) return line.slice(0, 200).replace(/\p{L}/gu, 'a').replace(/\p{N}/gu, '9');
  return `${record.method ?? '-'} ${record.host ?? ''}${pagePathOf(record.target)}`.slice(0, 200);
}
