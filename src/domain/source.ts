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
