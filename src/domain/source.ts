import { hash } from 'node:crypto';
import type { Sender } from './sender.ts';

/** The ways in which records of a site come in, in the order of their lists. */
export const SOURCE_KINDS = ['log', 'drain', 'collector', 'middleware', 'import'] as const;

export type SourceKind = (typeof SOURCE_KINDS)[number];

/** What tells the sources of a site apart: each log is one, and each sender with each key. */
export type SourceKey = {
  readonly siteId: string;
  readonly kind: SourceKind;
  /** The path of a log; empty for the other kinds. */
  readonly name: string;
  /** The key with which it sends; undefined for what the command line reads. */
  readonly keyId?: number | undefined;
  /** Of a drain. */
  readonly sender?: Sender | undefined;
};

/** The id of a source, which is stored: 20 hex characters, always the same for the same source. */
export function idOfSource({ siteId, kind, name, keyId, sender }: SourceKey): string {
  const parts = [siteId, kind, name, keyId ?? null, sender ?? null];
  return hash('sha256', JSON.stringify(parts), 'hex').slice(0, 20);
}

/** A source of a site as callers see it: what it sent within 24 hours, and what its records do not tell. */
export type Source = {
  /** Stable. */
  readonly id: string;
  readonly kind: SourceKind;
  /** Of a log, its file; of a key, its name. */
  readonly name: string;
  readonly keyId: number | null;
  readonly sender: string | null;
  /** When an event of it was recorded last; null if that is not known. */
  readonly lastRecordedMs: number | null;
  /** Of the 24 hours up to the request, by whole hours. */
  readonly window: SourceWindow;
  readonly lastBatch: { readonly atMs: number; readonly records: number; readonly bytes: number } | null;
  /** What its records do not tell. */
  readonly limits: readonly { readonly code: string; readonly remedy: string }[];
  readonly lastRefusal: { readonly atMs: number; readonly status: number; readonly reason: string } | null;
};

export type SourceWindow = {
  /** Of these, all are events, repeats or skipped. */
  readonly records: number;
  readonly events: number;
  readonly repeats: number;
  /** Most first. */
  readonly skipped: readonly SkippedCount[];
};

export type SkippedCount = {
  readonly reason: string;
  readonly count: number;
  /** Of the first; null if none was kept. */
  readonly sample: string | null;
};
